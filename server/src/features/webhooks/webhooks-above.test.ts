import { webhookLog } from '@eot/contract/webhook-log'
import { expect, test } from 'vitest'
import type { MadeSite } from '../../../test/factories.ts'
import { type As, problemOf, testApp } from '../../../test/test-app.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'

const { call, db, make, signIn } = await testApp()

/** Creates a school of a district, each with an administrator who reads the log. */
async function districtWithSchool() {
  const district = await make.site()
  const school = await make.site({ parent: district, name: 'Lincoln' })
  return {
    district,
    school,
    above: await signIn({ site: district, role: 'System Administrator' }),
    below: await signIn({ site: school, role: 'System Administrator' }),
  }
}

/** Creates a failed delivery at the school, by a request of the district. `eventSite` undefined: its event was deleted. */
async function deliver({ district, school }: { district: MadeSite; school: MadeSite }, eventSite?: MadeSite) {
  const request = await make.webhookRequest({ site: district })
  const event = eventSite && (await make.webhookEvent({ site: eventSite, request }))
  const delivery = await make.webhookDelivery({
    site: school,
    webhook_event_id: event?.id ?? null,
    event_name: 'All to the channel',
    webhook_request_id: request.id,
    request_name: 'Security channel',
    host: 'hooks.chat.example',
    result_code: 0,
    message: '503 Channel Unavailable',
    attempts: 1,
    request_site_path: district.path,
  })
  const attempt = {
    id: uuidv7(),
    delivery_id: delivery.id,
    at: new Date(),
    duration_ms: 5,
    result_code: 0 as const,
    message: '503 Channel Unavailable',
    status: 503,
    request: 'POST https://hooks.chat.example/T024BE7LD HTTP/1.1',
    response: 'HTTP/1.1 503 Channel Unavailable',
  }
  await db.insertInto('webhook_attempt').values(attempt).execute()
  return delivery.id
}

/** Reads a delivery in all ways. */
async function read(id: string, as: As) {
  const [list, all, one] = [
    await call(webhookLog.list, { query: {} }, { as }),
    await call(webhookLog.all, { query: {} }, { as }),
    await call(webhookLog.get, { params: { id } }, { as }),
  ]
  expect([list.data.Items?.[0], all.data[0]]).toMatchObject([{ Id: id }, { Id: id }])
  return { data: one.data, text: `${list.text}${all.text}${one.text}` }
}

const found = async (search: string, as: As) =>
  (await call(webhookLog.list, { query: { search } }, { as })).data.Total
const redeliver = (id: string, as: As) => call(webhookLog.redeliver, { params: { id } }, { as })
const redeliverAll = (as: As) =>
  call(webhookLog.redeliverAll, { body: { startTime: 0, endTime: Date.now() + 1000 } }, { as })
const nobody = { Id: null, Name: null }

test('what a webhook of a site above has sent is listed without its names, address, request and response', async () => {
  const sites = await districtWithSchool()
  const { above, below, district, school } = sites
  const id = await deliver(sites, district)
  const { data, text } = await read(id, below)
  expect(data).toMatchObject({
    Site: { Name: 'Lincoln' },
    WebhookEvent: nobody,
    WebhookRequest: nobody,
    Host: null,
    Event: 'AlertStarted',
    Status: 'Failed',
    ResultCode: 0,
    Message: null,
    History: [{ ResultCode: 0, Message: 'Error', Status: 503, Request: null, Response: null }],
  })
  expect(text).not.toMatch(/channel|chat/i)
  expect([await found('channel', below), await found('chat', below), await found('lincoln', below)]).toEqual([
    0, 0, 1,
  ])
  const seen = await read(id, above)
  expect(seen.data).toMatchObject({
    WebhookRequest: { Name: 'Security channel' },
    Host: 'hooks.chat.example',
    Message: '503 Channel Unavailable',
    History: [{ Request: expect.stringContaining('T024BE7LD') }],
  })
  expect([await found('channel', above), await found('chat', above)]).toEqual([1, 1])
  const narrowed = await call(webhookLog.list, { query: { SiteId: school.id } }, { as: above })
  expect(narrowed.data.Items).toMatchObject([{ Host: 'hooks.chat.example' }])
})

test('what a webhook of a site above has sent cannot be sent again', async () => {
  const sites = await districtWithSchool()
  const { above, below, district } = sites
  const id = await deliver(sites, district)
  const refused = await redeliver(id, below)
  expect([refused.status, problemOf(refused).ErrorCode]).toEqual([404, 'delivery_not_found'])
  expect((await redeliverAll(below)).data).toEqual({ Count: 0, HasMore: false })
  expect((await redeliverAll(above)).data).toEqual({ Count: 1, HasMore: false })
})

test('a webhook event with a request of a site above shows its names and is sent again, but not what was sent', async () => {
  const sites = await districtWithSchool()
  const { below, school } = sites
  const id = await deliver(sites, school)
  const { data, text } = await read(id, below)
  expect(data).toMatchObject({
    WebhookEvent: { Name: 'All to the channel' },
    WebhookRequest: { Name: 'Security channel' },
    Host: null,
    History: [{ Request: null }],
  })
  expect(text).not.toMatch(/chat|unavailable/i)
  expect((await redeliver(id, below)).status).toBe(202)
})

test('after a webhook event was deleted, its log is shown to the same people as before', async () => {
  const sites = await districtWithSchool()
  const { above, below } = sites
  const id = await deliver(sites)
  expect((await read(id, below)).text).not.toMatch(/channel|chat/i)
  expect((await redeliver(id, below)).status).toBe(404)
  expect((await read(id, above)).data).toMatchObject({
    WebhookEvent: { Id: null, Name: 'All to the channel' },
    Host: 'hooks.chat.example',
  })
})

test('each attempt is shown to those who see the site of the request that it sent', async () => {
  const sites = await districtWithSchool()
  const { above, below, district, school } = sites
  const id = await deliver(sites, school)
  await db
    .updateTable('webhook_delivery')
    .set({ request_site_path: school.path })
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('webhook_attempt')
    .set({ request_site_path: district.path })
    .where('delivery_id', '=', id)
    .execute()
  expect((await read(id, below)).data).toMatchObject({
    Host: 'hooks.chat.example',
    History: [{ Message: 'Error', Request: null, Response: null }],
  })
  expect((await read(id, above)).data).toMatchObject({
    History: [{ Request: expect.stringContaining('T024BE7LD') }],
  })
})

test('a delivery without a site of its request is shown to those who see the request, or else its event', async () => {
  const sites = await districtWithSchool()
  const { above, below, school } = sites
  const id = await deliver(sites, school)
  const forget = (columns: { webhook_request_id?: null }) =>
    db
      .updateTable('webhook_delivery')
      .set({ request_site_path: null, ...columns })
      .where('id', '=', id)
      .execute()
  await forget({})
  expect((await read(id, below)).data.Host).toBeNull()
  expect((await read(id, above)).data.Host).toBe('hooks.chat.example')
  await forget({ webhook_request_id: null })
  expect((await read(id, below)).data.Host).toBe('hooks.chat.example')
})
