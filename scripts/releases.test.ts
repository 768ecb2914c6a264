import { expect, test } from 'vitest'
import { listReleases } from '../e2e/src/upgrade/earlier-release.ts'
import { textOf } from './repository-files.ts'

test('each row of the table of releases has a version, which no other row has, and a commit', () => {
  const page = textOf('docs/releases.md')
  const rows = page.split('\n').filter((line) => /^\| .*\d/.test(line))
  const versions = listReleases(page).map(({ version }) => version)
  expect(versions.length).toBeGreaterThan(0)
  expect(versions).toHaveLength(rows.length)
  expect(new Set(versions).size).toBe(versions.length)
})
