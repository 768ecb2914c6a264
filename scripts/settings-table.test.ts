import { expect, test } from 'vitest'
import { readReadme } from './settings-table.ts'

test('the README lists every setting correctly (update with node scripts/settings-table.ts)', () => {
  const { current, updated } = readReadme()
  expect(current).toContain('<!-- settings -->')
  expect(current).toBe(updated)
})
