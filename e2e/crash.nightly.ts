import { expect, test } from 'vitest'
import { readAfterKills } from './src/crash/after-kills.ts'
import { expectUnharmed, tell } from './src/crash/expect-unharmed.ts'
import { chooseSeed } from './src/crash/seeded-random.ts'

test('kill -9 of the program, of PostgreSQL and of both, at random moments, loses nothing and doubles nothing', async () => {
  const seed = chooseSeed()
  tell(`kill loop, SEED=${seed}`)
  const found = await readAfterKills({ program: 20, postgres: 10, both: 4 }, seed)
  const { killed, recoveredAfterMs, ledgers } = found.account
  tell(`killed: ${JSON.stringify(killed)}`)
  tell(`acknowledged again after: ${recoveredAfterMs.join(', ')} ms`)
  tell(
    `${found.readings.stored} readings, ${sum(ledgers, 'repeats')} sent again, ${sum(ledgers, 'late')} late, ${found.alerts.stored.length} alerts`,
  )
  expectUnharmed(found)
  expect(killed).toEqual({ program: 20, postgres: 10, both: 4 })
})

function sum(ledgers: readonly { repeats: number; late: number }[], field: 'repeats' | 'late'): number {
  return ledgers.reduce((total, ledger) => total + ledger[field], 0)
}
