import { expect, onTestFinished, test } from 'vitest'
import { runMailKillLoop } from '../../test/mail-kill-loop.ts'
import { createTestDatabase } from '../../test/test-database.ts'
import { deliverMailJob } from '../features/messages/index.ts'

const mails = 1000
const kills = 50

test('fifty kills of the worker lose none of a thousand mails, and only mails in flight are sent again, with the same Message-ID', async () => {
  const { url: databaseUrl, drop } = await createTestDatabase()
  onTestFinished(drop)
  const account = await runMailKillLoop({ databaseUrl, mails, kills, random: Math.random, hurriesUp: false })
  const repeats = [...account.taken.values()].reduce((sum, times) => sum + times - 1, 0)
  process.stderr.write(
    `${account.killed} kills, ${repeats} repeats; all sent ${Math.round(account.finishedAfterMs / 1000)} s after the last\n`,
  )
  expect(account.killed).toBe(kills)
  expect(account.statuses).toEqual({ sent: mails })
  expect(account.taken.size).toBe(mails)
  expect(repeats).toBeLessThanOrEqual(kills * deliverMailJob.concurrency)
  expect(account.finishedAfterMs).toBeLessThan(60_000)
})
