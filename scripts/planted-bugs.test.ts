import { expect, test } from 'vitest'
import { allBugs } from '../e2e/src/planted-bugs/all-bugs.ts'
import { files, textOf } from './repository-files.ts'

const testFiles = files.filter((file) => file.endsWith('.test.ts'))

// The nightly run plants them. It would find only the next night that a change has renamed what a bug refers to.
test.each(allBugs)('can be planted, and has a test: $bug', ({ file, from, test: path, named = '' }) => {
  expect(textOf(file).split(from), `${file} contains the code once`).toHaveLength(2)
  const titles = testFiles.filter((one) => one.includes(path)).map(textOf)
  expect(
    titles.some((text) => new RegExp(named).test(text)),
    `${path} has a test named "${named}"`,
  ).toBe(true)
})
