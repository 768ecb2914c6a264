import { sites } from '@eot/contract/sites'
import { webhookEvents } from '@eot/contract/webhook-events'
import type { WebhookParamInput } from '@eot/contract/webhook-params'
import { webhookRequests } from '@eot/contract/webhooks'
import { startReceiver, type WebReceiver } from '@eot/server/test/web-receiver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { haveSession } from './src/screens.ts'
import { button, field, region, value } from './src/webhook-pages.ts'

const visit = useBrowser()
let portal: TestPortal
let receiver: WebReceiver
let ask: Ask
let siteId: string

beforeAll(async () => {
  receiver = await startReceiver()
  portal = await startPortal({ EGRESS_ALLOW: '127.0.0.1' })
  ask = await signInToApi(portal.url)
  siteId = (await ask(sites.create, { body: { Name: 'North Hall', TimeZone: 'America/Chicago' } })).Id
})
afterAll(async () => {
  await portal?.stop()
  await receiver?.stop()
})

async function open(path: string, rest = '') {
  const visitor = await visit()
  await haveSession(visitor.page, portal.url)
  await visitor.page.goto(`${portal.url}${path}?siteId=${siteId}${rest}`)
  return visitor
}

const text = (key: string, content: string, more: object = {}): WebhookParamInput => ({
  key,
  paramType: 'specified',
  type: 'string',
  value: content,
  ...more,
})
const addRequest = (Name: string, rows: { Body?: WebhookParamInput[]; Headers?: WebhookParamInput[] }) =>
  ask(webhookRequests.create, { body: { Name, Site: siteId, Url: receiver.origin, ...rows } })
const addEvent = (name: string, webhookConfigId: string, params: object) =>
  ask(webhookEvents.create, {
    body: { name, siteId, webhookConfigId, devices: 'All', alertTypes: 'All', params },
  })

test('the elements of a list keep their secrets when others are removed, and a row that is moved keeps the focus', async () => {
  const person = (key: string, name: string): WebhookParamInput => ({
    ...text(key, ''),
    type: 'object',
    children: [text('name', name), text('token', `token of ${name}`, { secret: true })],
  })
  const people: WebhookParamInput = {
    ...text('people', ''),
    type: 'array',
    items: [person('0', 'Ann'), person('1', 'Bo')],
  }
  const { Id } = await addRequest('People', { Body: [text('a', '1'), people, text('b', '2')] })
  const { page, faults } = await open('/site/webhooks/request', `&id=${Id}`)
  await button(page, 'Remove row 2.1').click()
  expect(await field(page, 'Key, row 2.1').inputValue()).toBe('[0]')
  await value(page, 'Value, row 3').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  expect(await field(page, 'Key, row 1').inputValue()).toBe('b')
  await page.keyboard.type('2')
  expect(await value(page, 'Value, row 1').inputValue()).toBe('22')
  await button(page, 'Save').click()
  await page
    .getByText(/ was saved$/)
    .first()
    .waitFor()
  await button(page, 'Send test').click()
  await region(page, 'Test result').getByText('200 OK').waitFor()
  expect(JSON.parse(String(receiver.received.at(-1)?.body))).toEqual({
    b: '22',
    a: '1',
    people: [{ name: 'Bo', token: 'token of Bo' }],
  })
  expect(faults).toEqual([])
})

test('a secret value that is missing is marked, in a copy at once and else when the server refuses it', async () => {
  const token = { ...text('X-Token', '', { secret: true }), paramType: 'config' } as const
  const level = { ...text('level', ''), type: 'number', paramType: 'config' } as const
  const request = await addRequest('Guarded', { Headers: [token], Body: [level] })
  const params = { Headers: [{ ...token, value: 'salt' }], Body: [{ ...level, value: '3' }] }
  const { Id } = await addEvent('Nights', request.Id, params)
  const { page, faults } = await open('/site/webhooks/events', `&add=true&copy=${Id}`)
  await button(page, 'Save and start sending').click()
  const refusal = page.getByText('Please enter a value', { exact: true })
  await refusal.waitFor()
  await page.getByLabel('Value of X-Token').fill('pepper')
  await button(page, 'Save and start sending').click()
  await page.getByRole('link', { name: 'Copy of Nights' }).waitFor()

  // As after the request was moved to another server.
  await page.goto(`${portal.url}/site/webhooks/events?siteId=${siteId}&open=${Id}`)
  await value(page, 'Value of level').fill('4')
  await portal.sql(
    `update webhook_event set params = jsonb_set(params, '{Headers,0,value}', '""') where id = $1`,
    [Id],
  )
  await button(page, 'Save').click()
  await refusal.waitFor()
  expect(await page.getByLabel('Value of X-Token').getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Value of X-Token').fill('pepper')
  await refusal.waitFor({ state: 'detached' })
  await button(page, 'Save').click()
  await page
    .getByText(/ was saved$/)
    .first()
    .waitFor()
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
})

test('a webhook event can choose among all requests of its site, however many there are below', async () => {
  const { Id } = await addRequest('Last of all', {})
  const below = await ask(sites.create, {
    body: { Name: 'Wing', TimeZone: 'America/Chicago', ParentSite: siteId },
  })
  await portal.sql(
    `insert into webhook_request
     select (jsonb_populate_record(request, jsonb_build_object(
       'id', gen_random_uuid(), 'name', 'A ' || n, 'site_id', $2::text))).*
     from webhook_request request, generate_series(1, 200) n where request.id = $1`,
    [Id, below.Id],
  )
  const { page, faults } = await open('/site/webhooks/events', '&add=true')
  await page.getByRole('combobox', { name: 'Webhook request' }).click()
  await page.getByRole('option', { name: /Last of all/ }).waitFor()
  expect(await page.getByRole('option', { name: /^A / }).count()).toBe(0)
  expect(faults).toEqual([])
})

test('resending failures is limited to what the list shows, and the question says to what', async () => {
  const { Id: requestId } = await addRequest('Desk', {})
  const [night, day] = [await addEvent('Night', requestId, {}), await addEvent('Day', requestId, {})]
  await portal.sql(
    `insert into webhook_delivery (id, event_seq, device_id, webhook_event_id, event_name, webhook_request_id, request_name,
       site_id, site_name, site_path, request_site_path, kind, subject, variables, host, status, created_at)
     select gen_random_uuid(), row_number() over (), gen_random_uuid(), event.id, event.name, $1, 'Desk',
       site.id, site.name, site.path, site.path, 'AlertStarted', 'Vape of ' || event.name, '{}', '127.0.0.1', 'failed', now()
     from webhook_event event join site on site.id = event.site_id where event.id = any($2)`,
    [requestId, [night.Id, day.Id]],
  )
  const { page, faults } = await open('/admin/webhooks', `&event=${night.Id}`)
  await page.getByRole('link', { name: 'Vape of Night' }).waitFor()
  await button(page, 'Resend failures').click()
  const dialog = page.getByRole('dialog', { name: 'Resend failed deliveries?' })
  await dialog.getByText('North Hall and its sub-sites').waitFor()
  await dialog
    .getByRole('definition')
    .filter({ hasText: /^Night$/ })
    .waitFor()
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('1 delivery is sent again', { exact: true }).waitFor()
  const failed = await portal.sql(`select event_name from webhook_delivery where status = 'failed'`)
  expect(failed).toEqual([{ event_name: 'Day' }])
  expect(faults).toEqual([])
})
