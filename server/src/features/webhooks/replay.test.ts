import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { minute } from '../../../test/notified-school.ts'
import { callerAt, toldSchool } from '../../../test/told-school.ts'
import { startReceiver } from '../../../test/web-receiver.ts'
import { deliverWebhookJob } from './enqueue-deliveries.command.ts'
import { redeliver } from './redeliver.command.ts'

const receiver = await startReceiver()
afterAll(() => receiver.stop())
const ids = () => receiver.received.map(({ headers }) => headers['webhook-id'])
const day = 24 * 60 * minute

test('a repeated delivery has the same id, and its log keeps all attempts', async () => {
  const school = await toldSchool(receiver, ['AlertStarted'])
  await school.vape(school.room)
  await school.run()
  const [delivery] = await school.deliveries()
  const id = delivery?.id ?? ''
  await redeliver(school.db, callerAt(school.ann), id, school.clock())
  await school.deliver()
  expect(ids()).toEqual([id, id])
  expect(await school.deliveries()).toMatchObject([{ status: 'sent', attempts: 2, tries: 1 }])
  const attempts = await school.db.selectFrom('webhook_attempt').selectAll().execute()
  expect(attempts.map(({ result_code }) => result_code)).toEqual([1, 1])
})

test('a delivery that waits for a retry is sent once when it is to be repeated', async () => {
  const school = await toldSchool(receiver, ['AlertStarted'])
  receiver.answer = (response) => response.writeHead(500).end()
  await school.vape(school.room)
  await school.run()
  const [delivery] = await school.deliveries()
  await redeliver(school.db, callerAt(school.ann), delivery?.id ?? '', school.clock())
  await school.deliver()
  expect(await school.deliveries()).toMatchObject([{ status: 'waiting', attempts: 1 }])
  expect(receiver.received).toHaveLength(1)
})

test('a receiver that requests a pause gets it', async () => {
  const school = await toldSchool(receiver, ['AlertStarted'])
  receiver.answer = (response) => response.writeHead(429, { 'retry-after': '1800' }).end()
  await school.vape(school.room)
  await school.run()
  const [delivery] = await school.deliveries()
  expect(delivery?.next_at).toEqual(new Date(school.time.now + 30 * minute))
})

test('a job that runs again after its attempt was recorded sends nothing', async () => {
  const school = await toldSchool(receiver, ['AlertStarted'])
  await school.vape(school.room)
  await school.run()
  await school.db.updateTable('webhook_delivery').set({ status: 'waiting' }).execute()
  const [delivery] = await school.deliveries()
  const again = await school.pool.query(
    `update jobs.job set state = 'retry', completed_on = null, start_after = now() - interval '1 s'
     where name = $1 and data ->> 'deliveryId' = $2`,
    [deliverWebhookJob.name, delivery?.id],
  )
  expect(again.rowCount).toBe(1)
  await school.deliver()
  expect(receiver.received).toHaveLength(1)
})

test('while a secret is replaced, requests are signed with both, and then with the new one alone', async () => {
  const school = await toldSchool(receiver, ['AlertStarted'])
  const { signing_secret } = await school.db
    .selectFrom('webhook_request')
    .selectAll()
    .executeTakeFirstOrThrow()
  await school.db
    .updateTable('webhook_request')
    .set({ previous_secret: signing_secret, previous_secret_until: new Date(school.time.now + day) })
    .execute()
  await school.vape(school.room)
  await school.run()
  await school.db
    .updateTable('webhook_request')
    .set({ previous_secret_until: new Date(school.time.now) })
    .execute()
  const [delivery] = await school.deliveries()
  await redeliver(school.db, callerAt(school.ann), delivery?.id ?? '', school.clock())
  await school.deliver()
  const signatures = receiver.received.map(({ headers }) => String(headers['webhook-signature']).split(' '))
  expect(signatures.map(({ length }) => length)).toEqual([2, 1])
})

test.each([
  ['a redirect is not followed', 302, { location: 'http://169.254.169.254/' }, ''],
  [
    'a compressed response is not unpacked',
    500,
    { 'content-encoding': 'gzip' },
    gzipSync('a'.repeat(9_000_000)),
  ],
] as const)('%s', async (_title, status, headers, answer) => {
  const school = await toldSchool(receiver, ['AlertStarted'])
  receiver.answer = (response) => response.writeHead(status, headers).end(answer)
  await school.vape(school.room)
  await school.run()
  expect(await school.deliveries()).toMatchObject([{ status: 'waiting', result_code: 0 }])
  expect(receiver.received).toHaveLength(1)
})
