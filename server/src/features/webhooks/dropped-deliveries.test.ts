import { afterAll, expect, test } from 'vitest'
import type { MadeSite } from '../../../test/factories.ts'
import { minute } from '../../../test/notified-school.ts'
import { callerAt, postedText, sealedSecret, toldSchool, webhookSeal } from '../../../test/told-school.ts'
import { startReceiver } from '../../../test/web-receiver.ts'
import { siteTreeQueries } from '../sites/index.ts'
import { updateWebhookEvent } from './change-webhook-event.command.ts'
import { redeliver } from './redeliver.command.ts'
import { webhookRequestQueries } from './webhook-requests.queries.ts'

const receiver = await startReceiver()
afterAll(() => receiver.stop())
const patience = { timeout: 60_000 }
const day = 24 * 60 * minute

type School = Awaited<ReturnType<typeof toldSchool>>

const change = ({ ann, clock, db, event }: School, isActive: boolean) =>
  updateWebhookEvent({ db, clock, seal: webhookSeal }, callerAt(ann), event.id, { isActive })

/** Creates the school with a delivery that waits for another attempt. */
async function waitingSchool() {
  const school = await toldSchool(receiver, ['AlertStarted'])
  receiver.answer = (response) => response.writeHead(503).end()
  await school.vape(school.room)
  await school.run()
  expect(await school.deliveries()).toMatchObject([{ status: 'waiting', attempts: 1 }])
  receiver.answer = (response) => response.end('fine')
  return school
}

async function move({ db, site }: School, to: MadeSite): Promise<void> {
  await siteTreeQueries(db).movePaths(site.path, `${to.path}${site.id}/`)
  await siteTreeQueries(db).setParent(site.id, to.id)
}

async function deliverLater(school: School): Promise<void> {
  school.time.now += day
  await school.deliver()
}

test('a delivery that waits for another attempt is dropped when its webhook event is switched off', async () => {
  const school = await waitingSchool()
  await change(school, false)
  const message = 'The webhook event was switched off'
  expect(await school.deliveries()).toMatchObject([{ status: 'dropped', next_at: null, message }])
  await change(school, true)
  await deliverLater(school)
  expect(receiver.received).toHaveLength(1)
})

test('a delivery held by maintenance is dropped when its webhook event is switched off', async () => {
  const school = await toldSchool(receiver, ['AlertStarted'])
  const { make, site, time } = school
  const [starts_at, ends_at] = [new Date(time.now - minute), new Date(time.now + 60 * minute)]
  await make.maintenance({ site, starts_at, ends_at })
  await school.vape(school.room)
  await school.run()
  expect(await school.deliveries()).toMatchObject([{ status: 'held' }])
  await change(school, false)
  expect(await school.deliveries()).toMatchObject([{ status: 'dropped' }])
})

test('an attempt that fails after its webhook event was switched off is not repeated', async () => {
  const school = await toldSchool(receiver, ['AlertStarted'])
  let fail = (): void => undefined
  receiver.answer = (response) => {
    fail = () => void response.writeHead(503).end()
  }
  await school.vape(school.room)
  await school.follow()
  const delivering = school.deliver()
  await expect.poll(() => receiver.received.length, patience).toBe(1)
  await change(school, false)
  fail()
  await delivering
  expect(await school.deliveries()).toMatchObject([{ status: 'dropped', attempts: 1, next_at: null }])
  await deliverLater(school)
  expect(receiver.received).toHaveLength(1)
})

test('a delivery is dropped if the site of its webhook event has moved to another customer', async () => {
  const school = await waitingSchool()
  await move(school, await school.make.site({ name: 'Another district' }))
  await deliverLater(school)
  const message = 'The site of the webhook event belongs to another customer now'
  expect(await school.deliveries()).toMatchObject([{ status: 'dropped', attempts: 1, message }])
  expect(receiver.received).toHaveLength(1)
})

test('a delivery is sent if the site of its webhook event has moved within the customer', async () => {
  const school = await waitingSchool()
  await move(school, await school.make.site({ parent: school.district, name: 'Campus' }))
  await deliverLater(school)
  expect(await school.deliveries()).toMatchObject([{ status: 'sent', attempts: 2 }])
})

test('a webhook event whose request was deleted has its own result code', async () => {
  const school = await toldSchool(receiver, ['AlertStarted'])
  await webhookRequestQueries(school.db).deleteRequest(school.request.id)
  await school.vape(school.room)
  await school.run()
  const message = 'Webhook Request was not found'
  expect(await school.deliveries()).toMatchObject([
    { status: 'failed', result_code: -3, message, request_name: '', host: '' },
  ])
  expect(receiver.received).toEqual([])
})

test('after two jobs have sent the same attempt at once, one of them has enqueued the next', async () => {
  const school = await waitingSchool()
  const [delivery] = await school.deliveries()
  await change(school, false)
  await change(school, true)
  school.time.now += day
  await redeliver(school.db, callerAt(school.ann), delivery?.id ?? '', school.clock())
  const failures: (() => void)[] = []
  receiver.answer = (response) => {
    failures.push(() => void response.writeHead(503).end())
  }
  const delivering = school.deliver()
  await expect.poll(() => failures.length, patience).toBe(2)
  for (const fail of failures) fail()
  await delivering
  expect(await school.deliveries()).toMatchObject([{ status: 'waiting', attempts: 2 }])
  receiver.answer = (response) => response.end('fine')
  await deliverLater(school)
  expect(await school.deliveries()).toMatchObject([{ status: 'sent', attempts: 3 }])
  expect(receiver.received).toHaveLength(4)
})

test('an attempt keeps the site of the request that it sent, and its delivery that of the last one', async () => {
  const school = await waitingSchool()
  const { db, district, event, make, site } = school
  const other = await make.webhookRequest({
    site: district,
    name: 'Security channel',
    url: `${receiver.origin}/secret`,
    parts: postedText,
    signing_secret: sealedSecret,
  })
  await db
    .updateTable('webhook_event')
    .set({ webhook_request_id: other.id })
    .where('id', '=', event.id)
    .execute()
  await deliverLater(school)
  const sent = { request_name: 'Security channel', request_site_path: district.path }
  expect(await school.deliveries()).toMatchObject([{ ...sent, webhook_request_id: other.id, status: 'sent' }])
  const attempts = await db.selectFrom('webhook_attempt').selectAll().orderBy('at').execute()
  expect(attempts.map(({ request_site_path }) => request_site_path)).toEqual([site.path, district.path])
})
