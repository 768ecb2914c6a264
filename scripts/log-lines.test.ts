import { expect, test } from 'vitest'
import { listLogLines } from './log-lines.ts'
import { files, textOf } from './repository-files.ts'

const lines = files
  .filter((path) => /^server\/src\/.*\.ts$/.test(path) && !/\.(test|nightly)\.ts$/.test(path))
  .flatMap((path) => listLogLines(path, textOf(path)))
/** Texts that are passed to a function which logs them. */
const passed = [
  'failed to read the commands that wait for devices',
  'failed to store that a command was sent',
]
const manual = textOf('docs/operations.md')

/** Returns what stands between the comments with this name. */
const part = (name: string) => manual.split(`<!-- ${name} -->`)[1]?.split(`<!-- /${name} -->`)[0] ?? ''
const quotedIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, quoted = '']) => quoted)
const withAction = part('log lines')
  .split('\n')
  .filter((row) => row.startsWith('| `'))
  .flatMap((row) => quotedIn(row.split(' | ')[0] ?? ''))

test('the manual has each warning and error of the program once, and no other', () => {
  const texts = [...new Set([...lines.flatMap(({ text }) => text ?? []), ...passed])].sort()
  expect(texts.length).toBeGreaterThan(40)
  expect([...withAction, ...quotedIn(part('other log lines'))].sort()).toEqual(texts)
})

test('each line that asks for action says what to do', () => {
  const rows = part('log lines')
    .split('\n')
    .filter((row) => row.startsWith('| `'))
  for (const row of rows) expect(row).toMatch(/^\| `.+` \| .{10,} \| .{8,} \|$/)
})

test('only these lines get their text from elsewhere', () => {
  expect(lines.filter(({ text }) => text === undefined).map(({ path }) => path)).toEqual([
    'server/src/features/ingest/devices/command-outbox.ts',
    'server/src/platform/jobs/job-worker.ts',
  ])
  for (const text of passed)
    expect(textOf('server/src/features/ingest/devices/command-outbox.ts')).toContain(`'${text}'`)
})

test('lines are found however they are written', () => {
  const source = `
    log.warn({ err: error, of: name('a') }, 'first')
    request.log.error(
      { ms: (1 + 2) },
      'second, with (parentheses',
    )
    log.error(\`\${error.message}; third\`)
    log[isEnding ? 'debug' : 'warn']({ err }, 'fourth')
    log.fatal({}, text)
    log.info('not this')`
  expect(listLogLines('a.ts', source).map(({ text }) => text)).toEqual([
    'first',
    'second, with (parentheses',
    '…; third',
    'fourth',
    undefined,
  ])
})
