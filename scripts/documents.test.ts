import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { languages } from '@eot/contract/languages'
import { expect, test } from 'vitest'
import { files, root, textOf } from './repository-files.ts'

const documents = files.filter((path) => path.endsWith('.md')).map((path) => ({ path, text: textOf(path) }))

const manifest = JSON.parse(textOf('package.json'))

/** Finds matches of the pattern in the documents that fail the check. */
function findWrong(pattern: RegExp, isRight: (match: string, path: string) => boolean): string[] {
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)]
      .map(([, match = '']) => match)
      .filter((match) => !isRight(match, path))
      .map((match) => `${path}: ${match}`),
  )
}

test('links in documents are not broken', () => {
  const leads = (link: string, path: string) =>
    /^(https?:|#)/.test(link) || existsSync(join(root, dirname(path), link.replace(/#.*/, '')))
  expect(findWrong(/\]\(([^)\s]+)\)/g, leads)).toEqual([])
})

test('files named in documents exist', () => {
  const isThere = (name: string) => {
    const end = name.replace(/^(\.\.?\/)+/, '')
    return files.some((path) => path === end || path.endsWith(`/${end}`))
  }
  expect(findWrong(/`([\w./-]+\.(?:tsx?|mjs|css|sql))`/g, isThere)).toEqual([])
})

test('the guide has the same chapters, parts and pictures in every language', () => {
  const shapeOf = (text: string) =>
    text.split('\n').flatMap((line) => {
      const picture = /^!\[.+\]\((.+)\)$/.exec(line)?.[1]
      return picture ? basename(picture) : (/^(#+ |\d+\. |- |\|)/.exec(line)?.[0] ?? [])
    })
  const inEnglish = documents.filter(({ path }) => /^docs\/guide\/(?!README)[\w-]+\.md$/.test(path))
  expect(inEnglish).toHaveLength(3)
  for (const language of languages.filter((one) => one !== 'en'))
    for (const { path, text } of inEnglish) {
      const translated = path.replace('guide/', `guide/${language}/`)
      expect([translated, ...shapeOf(textOf(translated))]).toEqual([translated, ...shapeOf(text)])
    }
})

test('npm scripts named in documents exist', () => {
  const isScript = (name: string) => name in manifest.scripts || name === 'dev'
  expect(findWrong(/npm run ([\w:-]+)/g, isScript)).toEqual([])
})

test('each workspace has a README of at most 40 lines with a title and commands', () => {
  for (const workspace of manifest.workspaces) {
    const text = documents.find(({ path }) => path === `${workspace}/README.md`)?.text ?? ''
    expect(text, workspace).toMatch(/^# .+\n[\s\S]*\n {4}np[mx] /)
    expect(text.split('\n').length - 1, workspace).toBeLessThanOrEqual(40)
  }
})
