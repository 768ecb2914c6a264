import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { allBugs } from './src/planted-bugs/all-bugs.ts'

const pathOf = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url))

// The nightly test plants them; this one notices at once when the code has changed.
test('each planted bug replaces code that occurs exactly once, and names tests that exist', () => {
  const misplaced = allBugs.filter(
    ({ file, from }) => readFileSync(pathOf(file), 'utf8').split(from).length !== 2,
  )
  expect(misplaced.map(({ bug }) => bug)).toEqual([])
  const untested = allBugs.filter(({ test }) => test.endsWith('.ts') && !existsSync(pathOf(test)))
  expect(untested.map(({ bug }) => bug)).toEqual([])
  expect(allBugs.length).toBeGreaterThanOrEqual(40)
})
