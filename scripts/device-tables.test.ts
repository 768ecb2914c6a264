import { expect, test } from 'vitest'
import { quarantineReasons } from '../server/src/features/ingest/writer/quarantine-reason.ts'
import { readDevicesPage } from './device-tables.ts'

test('devices.md has the kinds, limits and default rules of the program (update with node scripts/device-tables.ts)', () => {
  const { current, updated } = readDevicesPage()
  for (const name of ['kinds', 'limits', 'rules']) expect(current).toContain(`<!-- ${name} -->\n|`)
  expect(current).toBe(updated)
})

test('each default rule has a comment with the source of its values', () => {
  const [, table = ''] = readDevicesPage().updated.split(/<!-- \/?rules -->/)
  const rows = table.trim().split('\n').slice(2)
  expect(rows.length).toBeGreaterThan(17)
  expect(rows.filter((row) => / \|\s*\|$/.test(row))).toEqual([])
})

test('devices.md explains every reason for quarantining a payload', () => {
  const reasons = quarantineReasons.map((reason) => `\`${reason}\``)
  const { current } = readDevicesPage()
  expect(reasons.filter((reason) => !current.includes(reason))).toEqual([])
})
