import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { files, root, textOf } from './repository-files.ts'

const documents = files.filter((path) => path.endsWith('.md')).map((path) => ({ path, text: textOf(path) }))

const manifest = JSON.parse(textOf('package.json'))

/** Where in the documents something is said that is not so. */
function findWrong(pattern: RegExp, isRight: (said: string, path: string) => boolean): string[] {
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)]
      .map(([, said = '']) => said)
      .filter((said) => !isRight(said, path))
      .map((said) => `${path}: ${said}`),
  )
}

test('links in documents lead to something', () => {
  const leads = (link: string, path: string) =>
    /^(https?:|#)/.test(link) || existsSync(join(root, dirname(path), link.replace(/#.*/, '')))
  expect(findWrong(/\]\(([^)\s]+)\)/g, leads)).toEqual([])
})

test('files that documents name exist', () => {
  const isThere = (name: string) => {
    const end = name.replace(/^(\.\.?\/)+/, '')
    return files.some((path) => path === end || path.endsWith(`/${end}`))
  }
  expect(findWrong(/`([\w./-]+\.(?:tsx?|mjs|css|sql))`/g, isThere)).toEqual([])
})

test('npm scripts that documents call exist', () => {
  const isScript = (name: string) => name in manifest.scripts || name === 'dev'
  expect(findWrong(/npm run ([\w:-]+)/g, isScript)).toEqual([])
})

test('each workspace says in at most 40 lines what it is, where to begin and its commands', () => {
  for (const workspace of manifest.workspaces) {
    const text = documents.find(({ path }) => path === `${workspace}/README.md`)?.text ?? ''
    expect(text, workspace).toMatch(/^# .+\n[\s\S]*\n {4}np[mx] /)
    expect(text.split('\n').length - 1, workspace).toBeLessThanOrEqual(40)
  }
})
