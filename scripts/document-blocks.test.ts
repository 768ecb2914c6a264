import { expect, test } from 'vitest'
import { drillSection, listCommandBlocks } from './document-blocks.ts'
import { files, textOf } from './repository-files.ts'

const blocks = listCommandBlocks(textOf('docs/operations.md'))

test('every command of the operations manual is run by the drill, or states why not', () => {
  const isRun = ({ section, language }: (typeof blocks)[number]) =>
    section === drillSection && language === 'sh'
  expect(blocks.filter(isRun).length).toBeGreaterThan(15)
  expect(blocks.filter((block) => !isRun(block) && block.notRun === undefined)).toEqual([])
})

test('the tests that the manual names as running a command instead of the drill exist', () => {
  const named = blocks.flatMap(({ notRun }) => notRun?.match(/[\w-]+(\.\w+)*\.ts\b/g) ?? [])
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((name) => !files.some((path) => path.endsWith(`/${name}`)))).toEqual([])
})

test('blocks have their headings, the reason for not running them and their output', () => {
  const document = `## One
### First
\`\`\`sh
echo a
\`\`\`

\`\`\`text
a
\`\`\`

<!-- not run: it is dangerous -->
\`\`\`sql
drop table a
\`\`\`
Said.
\`\`\`text
b
\`\`\`
## Two
\`\`\`sh
echo b
\`\`\``
  const common = { notRun: undefined, prints: undefined }
  expect(listCommandBlocks(document)).toEqual([
    { ...common, language: 'sh', code: 'echo a', line: 3, section: 'One', step: 'First', prints: 'a' },
    {
      ...common,
      language: 'sql',
      code: 'drop table a',
      line: 12,
      section: 'One',
      step: 'First',
      notRun: 'it is dangerous',
    },
    { ...common, language: 'sh', code: 'echo b', line: 20, section: 'Two', step: '' },
  ])
})
