import { sites } from '@eot/contract/sites'
import { webhookEvents } from '@eot/contract/webhook-events'
import type { WebhookParamInput } from '@eot/contract/webhook-params'
import { webhookRequests } from '@eot/contract/webhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { haveSession } from './src/screens.ts'
import { button } from './src/webhook-pages.ts'

// Sealed with a key that the program no longer has, as after `replace-secret-key -- --lost`.
const unreadable = 'v1:0:iv:tag:text'

const visit = useBrowser()
let portal: TestPortal
let ask: Ask
let siteId: string

beforeAll(async () => {
  portal = await startPortal()
  ask = await signInToApi(portal.url)
  siteId = (await ask(sites.create, { body: { Name: 'North Hall', TimeZone: 'America/Chicago' } })).Id
})
afterAll(() => portal?.stop())

test('a request whose signing secret was lost with the key says so until it is replaced', async () => {
  const { Id } = await addRequest('Lost')
  await portal.sql('update webhook_request set signing_secret = $2 where id = $1', [Id, unreadable])
  const { page, faults } = await open('/site/webhooks')
  await page.getByRole('row', { name: /Lost/ }).getByText('Secrets missing').waitFor()
  await page.getByRole('link', { name: 'Lost', exact: true }).click()
  const banner = page.getByRole('status').filter({ hasText: 'Its signing secret can no longer be read' })
  await banner.waitFor()
  await button(page, 'More for Lost').click()
  await page.getByRole('menuitem', { name: 'Replace signing secret…' }).click()
  await button(page, 'Replace secret').click()
  const secret = page.getByRole('dialog', { name: 'Signing secret' })
  await secret.getByRole('button', { name: 'Copy' }).click()
  await secret.getByRole('button', { name: 'Done' }).click()
  await banner.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

rare('an event whose secret values were lost with the key says so until they are entered again', async () => {
  const token = { key: 'X-Token', paramType: 'config', type: 'string', secret: true } as const
  const request = await addRequest('Guarded', { ...token, value: '' })
  const { Id } = await ask(webhookEvents.create, {
    body: {
      name: 'Lost values',
      siteId,
      webhookConfigId: request.Id,
      devices: 'All',
      alertTypes: 'All',
      params: { Headers: [{ ...token, value: 'salt' }] },
    },
  })
  await portal.sql(
    `update webhook_event set params = jsonb_set(params, '{Headers,0,value}', $2) where id = $1`,
    [Id, JSON.stringify(unreadable)],
  )
  const { page, faults } = await open('/site/webhooks/events', `&open=${Id}`)
  await page.getByRole('status').filter({ hasText: 'Its secret values can no longer be read' }).waitFor()
  await page.getByLabel('X-Token').fill('pepper')
  await button(page, 'Save').click()
  const isLost = async () => (await ask(webhookEvents.get, { params: { id: Id } })).HasLostSecrets
  await expect.poll(isLost).toBe(false)
  expect(faults).toEqual([])
})

const addRequest = (Name: string, ...Headers: WebhookParamInput[]) =>
  ask(webhookRequests.create, { body: { Name, Site: siteId, Url: 'https://desk.example', Headers } })

async function open(path: string, rest = '') {
  const visitor = await visit()
  await haveSession(visitor.page, portal.url)
  await visitor.page.goto(`${portal.url}${path}?siteId=${siteId}${rest}`)
  return visitor
}
