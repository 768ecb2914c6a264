import { expect, test } from 'vitest'
import { readAfterKills } from './src/crash/after-kills.ts'
import { expectUnharmed, tell } from './src/crash/expect-unharmed.ts'
import { chooseSeed } from './src/crash/seeded-random.ts'

// The short form of the nightly test, so that a mistake is seen by whoever makes it.
test('two kills each of the program and of PostgreSQL under load lose nothing and double nothing', async () => {
  const seed = chooseSeed()
  tell(`kill loop, SEED=${seed}`)
  const { account, stored } = await readAfterKills({ program: 2, postgres: 2 }, seed)
  expect(account.exitCode).toBe(0)
  expectUnharmed(account.ledgers, stored)
})
