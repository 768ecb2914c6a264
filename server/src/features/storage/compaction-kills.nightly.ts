import { expect, test } from 'vitest'
import { readAfterCompactionKills } from '../../../test/after-compaction-kills.ts'
import { ownPostgres } from '../../../test/own-postgres.ts'

/** `SCALE=0.1` runs a tenth of the kills. */
const scale = Number(process.env.SCALE ?? 1)
const kills = { program: Math.ceil(100 * scale), postgres: Math.ceil(50 * scale) }
const own = ownPostgres()

test('kill -9 of the program and of PostgreSQL while past days become compact loses and duplicates nothing', async () => {
  const { url } = await own.start()
  const plan = { url, kills, killPostgres: own.killPostgres, devices: 20, days: 30, random: Math.random }
  const { account, sent, stored, series, expected } = await readAfterCompactionKills(plan)
  expect(account.killed).toEqual(kills)
  expect(stored).toBe(sent)
  expect(series).toEqual(expected)
  expect(account.compacted).toBeGreaterThan(0)
  expect(account.late).toBeGreaterThan(0)
  expect(account.repeated).toBeGreaterThan(0)
})
