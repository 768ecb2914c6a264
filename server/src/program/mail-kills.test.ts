import { expect, onTestFinished, test } from 'vitest'
import { runMailKillLoop } from '../../test/mail-kill-loop.ts'
import { createTestDatabase } from '../../test/test-database.ts'
import { deliverMailJob } from '../features/messages/index.ts'

// The short form of the nightly test, so that a regression is found before the night.
test('a kill of the worker loses no mail, and only mails in flight are sent again, with the same Message-ID', async () => {
  const { url: databaseUrl, drop } = await createTestDatabase()
  onTestFinished(drop)
  const plan = { databaseUrl, mails: 60, kills: 1, random: Math.random, hurriesUp: true }
  const { killed, statuses, taken } = await runMailKillLoop(plan)
  expect(killed).toBe(1)
  expect(statuses).toEqual({ sent: 60 })
  expect(taken.size).toBe(60)
  const repeats = [...taken.values()].reduce((sum, times) => sum + times - 1, 0)
  expect(repeats).toBeLessThanOrEqual(deliverMailJob.concurrency)
})
