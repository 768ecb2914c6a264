import { auth } from '@eot/contract/auth'
import { blacklists } from '@eot/contract/blacklist'
import { logs } from '@eot/contract/logs'
import { afterAll, expect, test } from 'vitest'
import { startMailSink } from '../../../test/mail-sink.ts'
import { testApp } from '../../../test/test-app.ts'
import { createTestJobs } from '../../../test/test-jobs.ts'
import { createLog } from '../../platform/log.ts'
import { createSmtpMailer } from '../../platform/smtp.ts'
import { softBlockMs, softBounceLimit } from '../blacklist/block-rule.ts'

const app = await testApp()
const { advance, call, make, signInAsRoot } = app
const sink = await startMailSink()
const mailer = createSmtpMailer(sink.url)
afterAll(async () => {
  mailer.close()
  await sink.stop()
})
const jobs = createTestJobs({ ...app, log: createLog('silent'), mailer })
const as = await signInAsRoot()

async function reset(email: string): Promise<void> {
  await call(auth.reset, { body: { Email: email } })
  await jobs.runDue()
}
const receivedBy = (email: string) =>
  sink.received.filter(({ receivers }) => receivers.includes(email)).length

async function entryOf(receiver: string) {
  const { data } = await call(blacklists.list, { query: { receiver } }, { as })
  return data.Items?.[0]
}

async function statusesOf(email: string) {
  const { data } = await call(logs.listEmails, { query: { search: email, order: 'asc' } }, { as })
  return data.Items?.map(({ Status }) => Status)
}

test('an address that the mail server does not know is blocked until somebody unblocks it', async () => {
  const { email } = await make.user()
  sink.refusedReceivers.set(email, { code: 550, text: '5.1.1 No such user here' })
  await reset(email)
  expect(await entryOf(email)).toMatchObject({
    IsBlocked: true,
    Reason: 'HardBounce',
    Detail: '550 5.1.1 No such user here',
  })
  sink.refusedReceivers.clear()
  await reset(email)
  expect(await statusesOf(email)).toEqual(['Failed', 'Blocked'])
  expect(receivedBy(email)).toBe(0)
  const { Id = '' } = (await entryOf(email)) ?? {}
  await call(blacklists.update, { params: { id: Id }, body: { IsBlocked: false } }, { as })
  await reset(email)
  expect(receivedBy(email)).toBe(1)
  expect(await entryOf(email)).toBeUndefined()
})

test('a text refused by the mail server does not block an address immediately', async () => {
  const { email } = await make.user()
  sink.refusals.push({ code: 554, text: '5.7.1 Looks like spam' })
  await reset(email)
  expect(await entryOf(email)).toBeUndefined()
  await reset(email)
  expect(receivedBy(email)).toBe(1)
  expect(await entryOf(email)).toBeUndefined()
})

test('a temporary block does not keep account emails from their user', async () => {
  const { email } = await make.user()
  const blocked_until = new Date(app.clock().getTime() + softBlockMs)
  await make.blacklistEntry({
    receiver: email,
    reason: 'SoftBounces',
    failures: softBounceLimit,
    blocked_until,
  })
  await reset(email)
  expect(receivedBy(email)).toBe(1)
})

test('a mail server that is down for a while causes no blocks', async () => {
  const { email } = await make.user()
  sink.refusals.push({ code: 451, text: 'later' }, { code: 451, text: 'later' })
  await reset(email)
  advance(60_000)
  await jobs.runDue()
  expect(await entryOf(email)).toBeUndefined()
})
