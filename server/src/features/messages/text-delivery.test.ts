import { logs } from '@eot/contract/logs'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { createTestJobs } from '../../../test/test-jobs.ts'
import { startTextSink } from '../../../test/text-sink.ts'
import { createLog } from '../../platform/log.ts'
import { createTextSender } from '../../platform/text-sender.ts'
import { createMessageSeal } from './deliver-message.command.ts'
import { reportDelivery } from './report-delivery.command.ts'
import { resumePendingMessages } from './request-message.command.ts'

const app = await testApp()
const { advance, clock, db, make } = app
const sink = await startTextSink()
afterAll(sink.stop)
const lines: string[] = []
const log = createLog('info', { write: (line) => void lines.push(line) })
const parts = { ...app, log, mailer: undefined }
const jobs = createTestJobs({ ...parts, texts: createTextSender(sink.url) })
const seal = createMessageSeal(app.secretKey)

beforeEach(() => {
  sink.answers.length = 0
  sink.received.length = 0
  lines.length = 0
})

let count = 0
const nextNumber = () => `+1507555${String(++count).padStart(4, '0')}`

/** Creates a text message that is composed and due. */
async function texted(receiver = nextNumber()): Promise<{ id: string; receiver: string }> {
  const { id } = await make.mail({
    channel: 'Text',
    kind: 'Notification',
    receiver,
    status: 'composed',
    subject: 'Vape in Gym',
    sealed_body: seal.seal(JSON.stringify({ text: 'Vape in Gym. Code 123456' })),
    created_at: clock(),
    expires_at: new Date(clock().getTime() + 30 * 60_000),
  })
  await resumePendingMessages(db)
  return { id, receiver }
}

const rowOf = (id: string) =>
  db.selectFrom('message').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

async function entryOf(receiver: string) {
  const entry = await db
    .selectFrom('blacklist_entry')
    .where('receiver', '=', receiver)
    .where('type', '=', 'Text')
    .select(['is_blocked', 'reason'])
    .executeTakeFirst()
  return entry && { isBlocked: entry.is_blocked, reason: entry.reason }
}

test.each([{ status: 429 }, { status: 500 }, { status: 503, body: '<html>' }, 'close' as const])(
  'after %j the same text message is retried, with the same key',
  async (answer) => {
    const { id, receiver } = await texted()
    sink.answers.push(answer)
    await jobs.runDue()
    expect(await rowOf(id)).toMatchObject({ status: 'composed', attempts: 1, error: expect.any(String) })
    advance(60_000)
    await jobs.runDue()
    expect(await rowOf(id)).toMatchObject({ status: 'sent', attempts: 2, error: null })
    expect(sink.to(receiver)).toHaveLength(2)
    expect(new Set(sink.received.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([id]))
    expect(await entryOf(receiver)).toBeUndefined()
  },
)

test('each attempt is in the log with the answer of the provider', async () => {
  const as = await app.signIn({ role: 'System Administrator' })
  const { id } = await texted()
  const { id: site_id, path: site_path } = as.user.site
  await db.updateTable('message').set({ site_id, site_path }).where('id', '=', id).execute()
  const answers = [{ status: 503, body: { message: 'busy' } }, 'close' as const]
  for (const answer of answers) {
    sink.answers.push(answer)
    await jobs.runDue()
    advance(120_000)
  }
  await jobs.runDue()
  const { data } = await app.call(logs.getText, { params: { id } }, { as })
  expect(data).toMatchObject({ Status: 'Sent', Attempts: 3, Error: null, Text: null })
  expect(data.History?.map(({ Outcome, Answer }) => `${Outcome} ${Answer}`)).toEqual([
    'Retry 503 busy',
    'Retry no answer from the provider: UND_ERR_SOCKET',
    expect.stringMatching(/^Accepted SM\d+$/),
  ])
  const { data: list } = await app.call(logs.listTexts, { query: { Status: 'Sent' } }, { as })
  expect(list.Items?.map(({ Id }) => Id)).toEqual([id])
  expect((await app.call(logs.listEmails, {}, { as })).data.Total).toBe(0)
})

test('a provider that asks to wait is not retried earlier', async () => {
  const { receiver } = await texted()
  sink.answers.push({ status: 429, headers: { 'retry-after': '240' } })
  await jobs.runDue()
  advance(200_000)
  await jobs.runDue()
  expect(sink.to(receiver)).toHaveLength(1)
  advance(60_000)
  await jobs.runDue()
  expect(sink.to(receiver)).toHaveLength(2)
})

test('numbers for which the provider does not answer do not delay other numbers', async () => {
  const slow = await Promise.all(Array.from({ length: 8 }, () => texted()))
  const slowNumbers = new Set(slow.map(({ receiver }) => receiver))
  sink.hold(({ body }) => slowNumbers.has(JSON.parse(body).to))
  const quick = await Promise.all(Array.from({ length: 40 }, () => texted()))
  const running = jobs.runDue()
  for (const { id } of quick) await expect.poll(async () => (await rowOf(id)).status).toBe('sent')
  expect(sink.heldCount()).toBe(8)
  sink.release()
  await running
  for (const { id } of slow) expect(await rowOf(id)).toMatchObject({ status: 'sent', attempts: 1 })
})

test.each([
  ['an invalid number', { code: 21211 }, 'InvalidNumber'],
  ['a number whose owner answered STOP', { code: 21610 }, 'Stop'],
])('%s is not retried and blocked at once', async (_title, body, reason) => {
  const { id, receiver } = await texted()
  sink.answers.push({ status: 400, body })
  await jobs.runDue()
  expect(await rowOf(id)).toMatchObject({ status: 'failed', error: `400 ${body.code}`, sealed_body: null })
  expect(await entryOf(receiver)).toEqual({ isBlocked: true, reason })
  const next = await texted(receiver)
  await jobs.runDue()
  expect(await rowOf(next.id)).toMatchObject({ status: 'blocked' })
  expect(sink.to(receiver)).toHaveLength(1)
})

test('a text refused by the provider blocks no number', async () => {
  const { id, receiver } = await texted()
  sink.answers.push({ status: 422, body: { message: 'text too long' } })
  await jobs.runDue()
  expect(await rowOf(id)).toMatchObject({ status: 'failed', error: '422 text too long' })
  expect(await entryOf(receiver)).toBeUndefined()
})

test('a response with a character that cannot be stored also ends the attempts', async () => {
  const { id } = await texted()
  sink.answers.push({ status: 422, body: { message: 'text\u0000too long' } })
  await jobs.runDue()
  expect(await rowOf(id)).toMatchObject({ status: 'failed', error: '422 text too long' })
})

test('a report that a text message did not arrive counts, even if it comes before the response', async () => {
  const { id } = await texted()
  const report = { channel: 'Text', id: 'SM9 failed', message: { id }, outcome: 'Undelivered' } as const
  const texts = {
    async send() {
      await reportDelivery(db, { ...report, answer: '30003 failed' }, clock())
      return 'SM9'
    },
  }
  await createTestJobs({ ...parts, texts }).runDue()
  expect(await rowOf(id)).toMatchObject({ status: 'failed', error: '30003 failed', provider_id: 'SM9' })
})

test('a number with letters gets nothing', async () => {
  const { id } = await texted('+1507CALLNOW')
  await jobs.runDue()
  expect(await rowOf(id)).toMatchObject({ status: 'failed', error: 'not a valid phone number' })
  expect(sink.received).toEqual([])
})

test('without a provider text messages are kept', async () => {
  const { id } = await texted()
  await createTestJobs({ ...parts, texts: undefined }).runDue()
  expect(await rowOf(id)).toMatchObject({ status: 'kept', sealed_body: expect.stringMatching(/^v1:/) })
})

test('neither numbers nor texts are written to the log of the program, with a provider or without', async () => {
  const refused = await texted()
  const { receiver } = await texted()
  sink.answers.push({ status: 400, body: { code: 21211, message: `${refused.receiver} is not valid` } })
  sink.answers.push({ status: 500, body: { message: `no route to ${receiver}` } })
  await jobs.runDue()
  const kept = await texted()
  await createTestJobs({ ...parts, texts: undefined }).runDue()
  const said = lines.join('')
  expect(said).toContain('a job failed')
  expect(said).toContain(kept.id)
  for (const hidden of [refused.receiver, receiver, kept.receiver, '123456'])
    expect(said).not.toContain(hidden)
})
