import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { root } from './repository-files.ts'

test.each([
  { file: 'scripts/test-counts.test.ts', ends: /[1-9]\d* passed, 0 failed\n$/, status: 0 },
  { file: 'scripts/no-such.test.ts', ends: /0 passed, 1 failed\n$/, status: 1 },
])('npm test -- $file runs only what is given, which must exist', ({ file, ends, status }) => {
  // Without the variables of the test that runs this.
  const { PATH, HOME, CHROMIUM_PATH } = process.env
  const env = { PATH, HOME, ...(CHROMIUM_PATH && { CHROMIUM_PATH }) }
  const run = spawnSync(process.execPath, ['scripts/test.mjs', file], { cwd: root, encoding: 'utf8', env })
  expect(run.stdout).toMatch(ends)
  expect(run.stdout).not.toMatch(/types of|format/)
  expect(run.status).toBe(status)
})
