import { expect, test } from 'vitest'
import { readAfterKills } from './src/crash/after-kills.ts'
import { expectUnharmed, tell } from './src/crash/expect-unharmed.ts'
import { chooseSeed } from './src/crash/seeded-random.ts'

// A short version of the nightly test, so that regressions show before the nightly run.
test('a kill each of the program and PostgreSQL under load loses and duplicates nothing', async () => {
  const seed = chooseSeed()
  tell(`kill loop, SEED=${seed}`)
  const { account, stored } = await readAfterKills({ program: 1, postgres: 1 }, seed)
  expect(account.exitCode).toBe(0)
  expectUnharmed(account.ledgers, stored)
})
