import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'

const folder = new URL('../../../migrations/', import.meta.url)
/** These two share a number but keep their names, since databases record migrations by name. */
const sharedOnce = ['0004_alert_ended_at.sql', '0004_identity.sql']

test('no two migrations share a number', async () => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'))
  const byNumber = Map.groupBy(names, (name) => name.slice(0, 4))
  const shared = [...byNumber.values()].filter((same) => same.length > 1)
  expect(shared.map((same) => same.sort())).toEqual([sharedOnce])
})
