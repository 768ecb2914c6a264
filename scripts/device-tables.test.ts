import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readDevicesPage } from './device-tables.ts'

test('devices.md has the kinds, limits and default rules of the program (node scripts/device-tables.ts writes them)', () => {
  const { current, updated } = readDevicesPage()
  for (const name of ['kinds', 'limits', 'rules']) expect(current).toContain(`<!-- ${name} -->\n|`)
  expect(current).toBe(updated)
})

test('each default rule says where its numbers come from', () => {
  const [, table = ''] = readDevicesPage().updated.split(/<!-- \/?rules -->/)
  const rows = table.trim().split('\n').slice(2)
  expect(rows.length).toBeGreaterThan(17)
  expect(rows.filter((row) => / \|\s*\|$/.test(row))).toEqual([])
})

test('devices.md explains every reason for which something is put into the quarantine', () => {
  const sample = readFileSync(new URL('../server/src/features/ingest/sample.ts', import.meta.url), 'utf8')
  const [, type = ''] = /export type Reason =\n([\s\S]*?)\n\n/.exec(sample) ?? []
  const reasons = [...type.matchAll(/'([^']+)'/g)].map(([, reason]) => `\`${reason}\``)
  expect(reasons.length).toBeGreaterThan(10)
  const { current } = readDevicesPage()
  expect(reasons.filter((reason) => !current.includes(reason))).toEqual([])
})
