import { expect, test } from 'vitest'
import { readAfterCompactionKills } from '../../../test/after-compaction-kills.ts'
import { ownPostgres } from '../../../test/own-postgres.ts'

// The short form of the nightly test, so that a regression is found before the night.
const kills = { program: 1, postgres: 1 }
const own = ownPostgres()

test('one kill each of the program and of PostgreSQL while past days become compact loses and duplicates nothing', {
  timeout: 600_000,
}, async () => {
  const { url } = await own.start()
  const plan = { url, kills, killPostgres: own.killPostgres, devices: 2, days: 4, random: Math.random }
  const { account, sent, stored, series, expected } = await readAfterCompactionKills(plan)
  expect(account.killed).toEqual(kills)
  expect(stored).toBe(sent)
  expect(series).toEqual(expected)
  expect(account.compacted).toBeGreaterThan(0)
  expect(account.late).toBeGreaterThan(0)
  expect(account.repeated).toBeGreaterThan(0)
})
