import { sites } from '@eot/contract/sites'
import { webhookEvents } from '@eot/contract/webhook-events'
import { webhookRequests } from '@eot/contract/webhooks'
import { startReceiver, type WebReceiver } from '@eot/server/test/web-receiver'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { makeRoom, type Room } from './src/rooms.ts'
import { haveSession, portalHeading } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'
import { button, choose, field, region, tab, value } from './src/webhook-pages.ts'

const visit = useBrowser()
let portal: TestPortal
let receiver: WebReceiver
let ask: Ask
let siteId: string
let room: Room

beforeAll(async () => {
  receiver = await startReceiver()
  portal = await startPortal({ EGRESS_ALLOW: '127.0.0.1' })
  ask = await signInToApi(portal.url)
  siteId = (await ask(sites.create, { body: { Name: 'North Hall', TimeZone: 'America/Chicago' } })).Id
  room = await makeRoom(ask, 'Restroom A', siteId)
})
afterAll(async () => {
  await portal?.stop()
  await receiver?.stop()
})

const path = (page: string, rest = '') => `${portal.url}${page}?siteId=${siteId}${rest}`
async function open(page: Page, address: string) {
  await haveSession(page, portal.url)
  await page.goto(address)
  await portalHeading(page).waitFor()
}

async function vape() {
  const sensor = await connectSensor(portal.mqttUrl, room)
  await sensor.publish({ readings: { vape: 90 } })
  await sensor.close()
}

/** A request for the local receiver, as the editor would store it. */
const addRequest = (Name: string) =>
  ask(webhookRequests.create, {
    body: {
      Name,
      Site: siteId,
      Url: `${receiver.origin}/${encodeURIComponent(Name)}`,
      Body: [
        { key: 'text', paramType: 'specified', type: 'string', value: '{{alert.typeName}}' },
        { key: 'level', paramType: 'config', type: 'number', value: '' },
      ],
    },
  })

const level = (text: string) => ({
  Body: [{ key: 'level', paramType: 'config' as const, type: 'number' as const, value: text }],
})
const addEvent = (name: string, webhookConfigId: string) =>
  ask(webhookEvents.create, {
    body: { name, siteId, webhookConfigId, devices: 'All', alertTypes: 'All', params: level('3') },
  })

test('a request is made, tested and sent by an event, and its delivery is in the log', async () => {
  const { page, faults } = await visit()
  await open(page, path('/site/webhooks'))
  await page.getByRole('heading', { name: 'No webhook requests yet' }).waitFor()
  await button(page, 'New request').last().click()
  await page.getByRole('link', { name: /^Start from scratch/ }).click()
  await field(page, 'Name').fill('Security desk')
  await value(page, 'Address').fill(`${receiver.origin}/desk`)
  // A row that is not filled in says so once it is left.
  await button(page, 'Add row').click()
  await value(page, 'Value, row 3').fill('{{alert.pea')
  await page.keyboard.press('Enter')
  expect(await value(page, 'Value, row 3').inputValue()).toBe('{{alert.peak}}')
  await field(page, 'Name').focus()
  await page.getByText('Please enter a key').waitFor()
  await field(page, 'Key, row 3').fill('peak')
  await page.getByText('Please enter a key').waitFor({ state: 'detached' })
  await choose(page, 'Type, row 3', 'number')
  await button(page, 'Add row').click()
  await field(page, 'Key, row 4').fill('priority')
  await choose(page, 'Param type, row 4', 'config')
  await choose(page, 'Type, row 4', 'number')
  await tab(page, /^Auth/)
  await choose(page, 'Authorization', 'Bearer token')
  await field(page, 'Token').fill('the secret of the desk')
  await button(page, 'Sample').click()
  await region(page, 'Preview').getByText('"peak":84,"priority":1}').waitFor()

  receiver.answer = (response) => response.writeHead(201).end('{"incident":8841}')
  await button(page, 'Send test').click()
  const result = region(page, 'Test result')
  await result.getByText('201 Created').waitFor()
  await result.getByText('What was sent').click()
  await result.getByText('Authorization: Bearer ••••••').waitFor()
  expect(receiver.received.at(-1)?.headers.authorization).toBe('Bearer the secret of the desk')
  await button(page, 'Save request').click()
  const secret = page.getByRole('dialog', { name: 'Signing secret' })
  expect(await secret.getByLabel('Signing secret').inputValue()).toMatch(/^whsec_/)
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Close without copying the secret?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await secret.getByRole('button', { name: 'Copy' }).click()
  await secret.getByRole('button', { name: 'Done' }).click()
  await page.getByText('used by no webhook event yet').waitFor()

  await page.goto(path('/site/webhooks/events', '&add=true'))
  await field(page, 'Name').fill('Vape to the desk')
  await page.getByRole('combobox', { name: 'Webhook request' }).click()
  await page.getByRole('option', { name: /Security desk/ }).click()
  await value(page, 'Value of priority').fill('high')
  await button(page, 'Save and start sending').click()
  await page.getByText('Please enter a numeric value', { exact: true }).waitFor()
  await value(page, 'Value of priority').fill('2')
  await button(page, 'Save and start sending').click()
  await page.getByRole('link', { name: 'Vape to the desk' }).waitFor()
  await page.getByRole('button', { name: 'By day' }).click()
  const week = page.getByRole('table', { name: 'Webhook events by day' })
  await week.getByRole('row', { name: /^Vape to the desk/ }).waitFor()
  expect(await week.getByRole('columnheader').count()).toBe(8)

  await vape()
  await expect.poll(() => receiver.received.length).toBe(2)
  const body = JSON.parse(String(receiver.received.at(-1)?.body))
  expect(body).toMatchObject({ text: 'Vape in Restroom A, North Hall', priority: 2 })
  await page.goto(path('/admin/webhooks'))
  await page.getByRole('link', { name: 'Vape, Restroom A' }).click()
  const delivery = page.getByLabel('Delivery', { exact: true })
  await delivery.getByText('The receiver accepted it.').waitFor()
  await delivery.getByText('What was sent').click()
  await delivery.getByText('Authorization: Bearer ••••••').waitFor()
  await delivery.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => receiver.received.length).toBe(3)
  expect(receiver.received[2]?.headers['webhook-id']).toBe(receiver.received[1]?.headers['webhook-id'])
  expect(faults).toEqual([])
})

/** Answers as Slack does: `ok`, or what is wrong with the message. */
function asSlack(body: Buffer): 'ok' | 'invalid_payload' | 'no_text' | 'invalid_blocks' {
  const { text, blocks } = JSON.parse(body.toString()) as {
    text?: unknown
    blocks?: { type: string; text?: SlackText; fields?: SlackText[]; elements?: SlackText[] }[]
  }
  if (typeof text !== 'string' || text === '') return 'no_text'
  const isText = (one: SlackText) => /^(plain_text|mrkdwn)$/.test(one.type) && one.text.length > 0
  const isBlock = (block: NonNullable<typeof blocks>[number]) => {
    const texts = [...(block.text ? [block.text] : []), ...(block.fields ?? []), ...(block.elements ?? [])]
    return /^(section|context)$/.test(block.type) && texts.length > 0 && texts.every(isText)
  }
  return blocks?.every(isBlock) ? 'ok' : 'invalid_blocks'
}
interface SlackText {
  type: string
  text: string
}

rare('somebody who programs nothing has alerts told to Slack', async () => {
  const arrived: { answer: string; body: string }[] = []
  receiver.answer = (response, { body, path: to }) => {
    if (!to.startsWith('/services/')) return response.end() // what the other event sends
    const answer = asSlack(body)
    arrived.push({ answer, body: body.toString() })
    response.writeHead(answer === 'ok' ? 200 : 400).end(answer)
  }
  const { page, faults } = await visit()
  const other = await makeRoom(ask, 'Restroom C', siteId)
  await open(page, path('/site/webhooks/request'))
  await page.getByRole('link', { name: /^Slack/ }).press('Enter')
  await field(page, 'Webhook address of the channel').fill(` ${receiver.origin}/services/T0/B0/x `)
  await region(page, 'Preview').getByText('"plain_text"').first().waitFor()
  await button(page, 'Send test').click()
  await region(page, 'Test result').getByText('200 OK').waitFor()
  await button(page, 'Save request').click()
  const secret = page.getByRole('dialog', { name: 'Signing secret' })
  await secret.getByRole('button', { name: 'Copy' }).click()
  await secret.getByRole('button', { name: 'Done' }).click()

  await page.goto(path('/site/webhooks/events', '&add=true'))
  await field(page, 'Name').fill('Vape to Slack')
  await page.getByRole('combobox', { name: 'Webhook request' }).click()
  await page.getByRole('option', { name: /Slack/ }).click()
  await button(page, 'Save and start sending').click()
  await page.getByRole('link', { name: 'Vape to Slack' }).waitFor()
  const sensor = await connectSensor(portal.mqttUrl, other)
  await sensor.publish({ readings: { vape: 90 } })
  await sensor.close()
  const inSlack = () => arrived.filter(({ body }) => body.includes('"Vape in Restroom C, North Hall"'))
  await expect.poll(() => inSlack().length).toBe(1)
  expect(inSlack()[0]?.answer).toBe('ok')
  expect(arrived[0]?.answer).toBe('ok')
  expect(faults).toEqual([])
})

rare('a request is imported from a curl command, and what is wrong with it is said', async () => {
  const { page, faults } = await visit()
  await open(page, path('/site/webhooks/request'))
  await page.getByRole('link', { name: /^From a curl command/ }).click()
  const command = field(page, 'curl command')
  await command.fill('curl https://desk.example/tickets -H "Authorization: Bearer $TOKEN"')
  await button(page, 'Fill in the request').click()
  await page.getByText('What the shell puts in for $TOKEN is not known here').waitFor()
  await command.fill(
    `curl -s https://desk.example/tickets \\\n -H 'Authorization: Bearer canary' --json '{"title":"Vape","level":2}'`,
  )
  await button(page, 'Fill in the request').click()
  await page.getByText('Left out, since they are about curl itself: -s').waitFor()
  expect(await value(page, 'Address').inputValue()).toBe('https://desk.example/tickets')
  expect(await field(page, 'Key, row 2').inputValue()).toBe('level')
  await tab(page, /^Auth/)
  expect(await field(page, 'Token').getAttribute('type')).toBe('password')
  expect(faults).toEqual([])
})

describe.each(screens)('at $width px', (screen) => {
  rare('the pages of webhooks are accessible and fit the screen', async () => {
    const { Id } = await addRequest(`Tickets ${screen.width}`)
    const event = await addEvent(`All to tickets ${screen.width}`, Id)
    const { page, faults } = await visit(screenOptions(screen))
    const found: string[] = []
    const inspect = async (name: string) => {
      await settle(page)
      found.push(...(await look(page, name, screen)))
    }
    await open(page, path('/site/webhooks'))
    await page.getByRole('link', { name: `Tickets ${screen.width}` }).waitFor()
    await inspect('webhook-requests')
    await page.goto(path('/site/webhooks/request'))
    await page.getByRole('link', { name: /^PagerDuty/ }).waitFor()
    await inspect('webhook-recipes')
    await page.getByRole('link', { name: /^PagerDuty/ }).click()
    await page.getByLabel('Integration key').waitFor()
    await inspect('webhook-recipe')
    await page.goto(path('/site/webhooks/request', '&from=curl'))
    await button(page, 'Fill in the request').click()
    await page.getByText('This is not a curl command').waitFor()
    await inspect('webhook-curl')
    await page.goto(path('/site/webhooks/request', '&from=openapi'))
    const post = { summary: 'Add a ticket', requestBody: { content: { 'application/json': {} } } }
    const api = {
      openapi: '3.1.0',
      servers: [{ url: 'https://desk.example' }],
      paths: { '/a': { get: {}, post } },
    }
    await field(page, 'Description as JSON').fill(JSON.stringify(api))
    await button(page, 'List operations').click()
    await page.getByRole('combobox', { name: 'Operation' }).click()
    await page.getByRole('option', { name: 'POST /a: Add a ticket' }).click()
    await inspect('webhook-openapi')
    await button(page, 'Fill in the request').click()
    await page.getByText('Imported. Check the rows').waitFor()
    await inspect('webhook-imported')
    await page.goto(path('/site/webhooks/request', `&id=${Id}`))
    await field(page, 'Key, row 2').fill('')
    await button(page, 'Send test').click()
    await page.getByText('Please enter a key', { exact: true }).waitFor()
    await region(page, 'Test result').getByText('Validation error', { exact: true }).waitFor()
    await inspect('webhook-request')
    await tab(page, /^Params/)
    await page.getByText('those here are for the preview and tests').waitFor()
    await tab(page, /^Auth/)
    await choose(page, 'Authorization', 'OAuth 2, client credentials')
    await inspect('webhook-request-auth')
    await field(page, 'Name').press('Escape')
    await page.goto(path('/site/webhooks/events'))
    await page.getByRole('link', { name: `All to tickets ${screen.width}` }).waitFor()
    await inspect('webhook-events')
    await page.getByRole('button', { name: 'By day' }).click()
    await page.getByRole('table', { name: 'Webhook events by day' }).waitFor()
    await inspect('webhook-events-by-day')
    await page.goto(path('/site/webhooks/events', `&open=${event.Id}`))
    await region(page, 'Preview').getByText('"level":3}').waitFor()
    await inspect('webhook-event')
    await portal.sql(
      `update webhook_delivery set message = 'building-control.north.example is not on the internet'`,
    )
    await page.goto(path('/admin/webhooks'))
    await page.getByText('is not on the internet').first().waitFor()
    await inspect('webhook-log-list')
    await page.getByRole('link', { name: 'Vape, Restroom A' }).first().click()
    await page.getByLabel('Delivery', { exact: true }).getByText('What was sent').first().click()
    await inspect('webhook-log')
    expect([...found, ...faults]).toEqual([])
  })
})
