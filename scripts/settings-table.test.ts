import { expect, test } from 'vitest'
import { readReadme } from './settings-table.ts'

test('the README lists every setting as it is (node scripts/settings-table.ts writes it)', () => {
  const { current, updated } = readReadme()
  expect(current).toContain('<!-- settings -->')
  expect(current).toBe(updated)
})
