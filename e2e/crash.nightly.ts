import { expect, test } from 'vitest'
import { readAfterKills } from './src/crash/after-kills.ts'
import { expectUnharmed, tell } from './src/crash/expect-unharmed.ts'
import { chooseSeed } from './src/crash/seeded-random.ts'

/** `SCALE=0.1` makes a tenth of the kills. */
const scale = Number(process.env.SCALE ?? 1)
const kills = {
  program: Math.ceil(200 * scale),
  postgres: Math.ceil(50 * scale),
  both: Math.ceil(20 * scale),
}

test('kill -9 of the program, PostgreSQL or both at random moments loses and duplicates nothing', async () => {
  const seed = chooseSeed()
  tell(`kill loop, SEED=${seed}`)
  const { account, stored } = await readAfterKills(kills, seed)
  const { killed, recoveredAfterMs, ledgers, exitCode } = account
  tell(`killed: ${JSON.stringify(killed)}`)
  tell(`acknowledged again after: ${recoveredAfterMs.join(', ')} ms`)
  const repeats = ledgers.reduce((sum, ledger) => sum + ledger.repeats, 0)
  const late = ledgers.reduce((sum, ledger) => sum + ledger.late, 0)
  tell(
    `${stored.readings.stored} readings, ${repeats} sent again, ${late} late, ${stored.alerts.stored.length} alerts`,
  )
  expect(killed).toEqual(kills)
  expect(exitCode).toBe(0)
  expectUnharmed(ledgers, stored)
})
