import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, test } from 'vitest'
import { minute } from '../../../test/notified-school.ts'
import { postedText, sealedSecret, signingSecret, toldSchool } from '../../../test/told-school.ts'
import { startReceiver } from '../../../test/web-receiver.ts'
import { isSignedWebhook, webhookKey } from '../../platform/standard-webhook.ts'
import { releaseDeliveries } from './release-deliveries.job.ts'
import { retryDelaysMs } from './retry-schedule.ts'

const receiver = await startReceiver()
afterAll(() => receiver.stop())

test('an alert is sent in the format of its request, signed, and so is its end', async () => {
  const school = await toldSchool(receiver)
  await school.vape(school.room)
  await school.run()
  expect(school.texts()).toEqual(['Vape in Restroom 2F'])
  const [{ headers, body: sent }] = receiver.received as [(typeof receiver.received)[0]] // one request
  const [delivery] = await school.deliveries()
  expect(delivery).toMatchObject({
    status: 'sent',
    result_code: 1,
    message: '200 OK',
    attempts: 1,
    subject: 'Vape, Restroom 2F',
  })
  expect(headers['webhook-id']).toBe(delivery?.id)
  const signed = {
    id: delivery?.id ?? '',
    timestamp: String(headers['webhook-timestamp']),
    signature: String(headers['webhook-signature']),
  }
  expect(isSignedWebhook(webhookKey(signingSecret) ?? Buffer.alloc(0), signed, sent, school.clock())).toBe(
    true,
  )
  // The library of Standard Webhooks compares with its own clock, which differs by years from that of the test.
  expect(new Webhook(signingSecret).sign(signed.id, new Date(Number(signed.timestamp) * 1000), sent)).toBe(
    signed.signature,
  )
  school.time.now += minute
  await school.fresh(school.room)
  school.time.now += 10 * minute
  await school.fresh(school.room)
  await school.run()
  expect((await school.deliveries()).map(({ kind, status }) => [kind, status])).toEqual([
    ['AlertStarted', 'sent'],
    ['AlertEnded', 'sent'],
  ])
})

test('events that are handled again are delivered once', async () => {
  const school = await toldSchool(receiver)
  await school.vape(school.room)
  await school.run()
  school.rewind()
  await school.run()
  expect(school.texts()).toHaveLength(1)
})

test('retries follow the table, with the same id, and end as failed', async () => {
  const school = await toldSchool(receiver, ['AlertStarted'])
  receiver.answer = (response) => response.writeHead(503).end()
  await school.vape(school.room)
  await school.run()
  for (const [index, delay] of retryDelaysMs.entries()) {
    const [waiting] = await school.deliveries()
    const afterMs = (waiting?.next_at?.getTime() ?? 0) - school.time.now
    expect(afterMs / delay).toBeGreaterThanOrEqual(0.79)
    expect(afterMs / delay).toBeLessThanOrEqual(1.21)
    school.time.now += afterMs
    await school.deliver()
    expect(receiver.received).toHaveLength(index + 2)
  }
  expect(await school.deliveries()).toMatchObject([
    { status: 'failed', result_code: 0, attempts: retryDelaysMs.length + 1 },
  ])
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

test('a receiver that answers 410 is stopped at once, and its administrators are notified once', async () => {
  const school = await toldSchool(receiver, ['AlertStarted'])
  const chief = await school.make.user({ site: school.district, role: 'Site Administrator' })
  receiver.answer = (response) => response.writeHead(410).end()
  await school.vape(school.room)
  await school.run()
  await school.deliver()
  expect(await school.deliveries()).toMatchObject([{ status: 'stopped' }])
  expect(school.to(chief).filter(({ subject }) => subject === 'Webhook stopped: Desk')).toHaveLength(1)
  const { stopped_at } = await school.db.selectFrom('webhook_request').selectAll().executeTakeFirstOrThrow()
  expect(stopped_at).not.toBeNull()
})

const fiveDays = 5 * 24 * 60 * minute

test('a receiver that accepts nothing for five days is stopped, and its administrators are notified once', async () => {
  const school = await toldSchool(receiver, ['AlertStarted'])
  const chief = await school.make.user({ site: school.district, role: 'Site Administrator' })
  const other = await school.make.device({ site: school.site, name: 'Gym' })
  receiver.answer = (response) => response.writeHead(500).end()
  await sql`update webhook_request set failing_since = ${new Date(school.time.now - fiveDays)}`.execute(
    school.db,
  )
  await school.vape(school.room)
  await school.vape(other)
  await school.run()
  await school.deliver()
  expect((await school.deliveries()).map(({ status }) => status)).toEqual(['stopped', 'stopped'])
  expect(school.to(chief).filter(({ subject }) => subject === 'Webhook stopped: Desk')).toHaveLength(1)
})

test('a receiver with occasional failures is not stopped', async () => {
  const school = await toldSchool(receiver, ['AlertStarted'])
  await sql`update webhook_request set failing_since = ${new Date(school.time.now - fiveDays)}`.execute(
    school.db,
  )
  await school.vape(school.room)
  await school.run()
  const request = await school.db.selectFrom('webhook_request').selectAll().executeTakeFirstOrThrow()
  expect(request).toMatchObject({ failing_since: null, stopped_at: null })
})

test('events during maintenance are delivered after it, unless they have ended by then', async () => {
  const school = await toldSchool(receiver)
  const { make, site, time, append } = school
  const changed = { kind: 'MaintenanceChanged', sitePath: site.path, deviceId: null, alertId: null } as const
  const { id } = await make.maintenance({
    site,
    starts_at: new Date(time.now - minute),
    ends_at: new Date(time.now + 60 * minute),
  })
  const other = await make.device({ site, name: 'Gym' })
  const statuses = async () => (await school.deliveries()).map(({ kind, status }) => `${kind} ${status}`)
  const Vape = { RaiseLevel: 50, ClearLevel: 45, RaiseHold: 0, ClearHold: 0 }
  await school.db
    .updateTable('device')
    .set({ settings: JSON.stringify({ Rules: { Vape } }) })
    .execute()
  await school.vape(school.room)
  await school.vape(other)
  await school.run()
  expect(await statuses()).toEqual(['AlertStarted held', 'AlertStarted held'])
  time.now += minute
  await school.fresh(school.room)
  await school.run()
  expect(await statuses()).toEqual(['AlertStarted dropped', 'AlertStarted held'])
  await school.db
    .updateTable('maintenance_window')
    .set({ ends_at: new Date(time.now) })
    .where('id', '=', id)
    .execute()
  await append([{ ...changed, at: new Date(time.now) }])
  await school.run()
  expect(await statuses()).toEqual(['AlertStarted dropped', 'AlertStarted sent'])
})

test('events are delivered by the next run of the job after a group in maintenance has been deleted', async () => {
  const school = await toldSchool(receiver)
  const { clock, db, make, room, site, time } = school
  const group = await make.deviceGroup({ site })
  await db
    .insertInto('device_group_device')
    .values({ device_group_id: group.id, device_id: room.id })
    .execute()
  const [starts_at, ends_at] = [new Date(time.now - minute), new Date(time.now + 60 * minute)]
  await make.maintenance({ site, device_group_id: group.id, starts_at, ends_at })
  const statuses = async () => (await school.deliveries()).map(({ status }) => status)
  await school.vape(room)
  await school.run()
  expect(await statuses()).toEqual(['held'])
  await db.deleteFrom('device_group').where('id', '=', group.id).execute()
  await releaseDeliveries(db, clock())
  await school.deliver()
  expect(await statuses()).toEqual(['sent'])
})

test('a hanging receiver does not delay others', async () => {
  const school = await toldSchool(receiver, ['AlertStarted'])
  const hanging = await startReceiver()
  hanging.answer = () => undefined
  const slow = await school.make.webhookRequest({
    site: school.site,
    url: hanging.origin,
    parts: postedText,
    signing_secret: sealedSecret,
  })
  for (let n = 0; n < 3; n++) await school.make.webhookEvent({ site: school.site, request: slow })
  await school.vape(school.room)
  await school.follow()
  const delivering = school.deliver()
  await expect.poll(() => school.texts(), { timeout: 60_000 }).toHaveLength(1)
  await expect.poll(() => hanging.connections, { timeout: 60_000 }).toBe(3)
  await hanging.stop()
  await delivering
})
