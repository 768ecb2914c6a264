import { sites } from '@eot/contract/sites'
import { webhookRequests } from '@eot/contract/webhooks'
import { startReceiver } from '@eot/server/test/web-receiver'
import { expect, onTestFinished, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { startPortal } from './src/portal.ts'
import { haveSession, portalHeading } from './src/screens.ts'
import { button, choose, field, region, tab, value } from './src/webhook-pages.ts'

const visit = useBrowser()

test('each message of a row and each result code is shown in words', async () => {
  const receiver = await startReceiver()
  onTestFinished(receiver.stop)
  const portal = await startPortal({ EGRESS_ALLOW: '127.0.0.1' })
  onTestFinished(portal.stop)
  const ask = await signInToApi(portal.url)
  const Site = (await ask(sites.create, { body: { Name: 'North Hall', TimeZone: 'America/Chicago' } })).Id
  const Body = [
    { key: 'text', paramType: 'specified' as const, type: 'string' as const, value: 'x' },
    { key: 'level', paramType: 'config' as const, type: 'number' as const, value: '' },
  ]
  const request = { Name: 'Codes', Site, Url: `${receiver.origin}/`, Body }
  const { Id } = await ask(webhookRequests.create, { body: request })
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/site/webhooks/request?siteId=${Site}&id=${Id}`)
  await portalHeading(page).waitFor()
  const message = (text: string) => page.getByText(text, { exact: true }).first().waitFor()
  const becomes = async (words: string, detail: string) => {
    await button(page, 'Send test').click()
    const result = region(page, 'Test result')
    await result.getByRole('heading', { name: words, exact: true }).waitFor()
    await result.getByText(detail).first().waitFor()
  }
  await value(page, 'Value, row 2').fill('1')
  receiver.answer = (response) => response.writeHead(202).end()
  await becomes('Sent', '202 Accepted')
  receiver.answer = (response) => response.writeHead(500).end()
  await becomes('Error', '500 Internal Server Error')
  await value(page, 'Value, row 1').fill('')
  await becomes('Validation error', 'Body.0.value of Codes: Please enter a value')
  await message('Please enter a value')
  await field(page, 'Key, row 1').fill('')
  await message('Please enter a key')
  await field(page, 'Key, row 1').fill('text')
  await choose(page, 'Type, row 1', 'number')
  await value(page, 'Value, row 1').fill('many')
  await becomes('Validation error', 'Please enter a numeric value')
  await message('Please enter a numeric value')
  await choose(page, 'Type, row 1', 'boolean')
  await message('Please select true or false')
  await choose(page, 'Type, row 1', 'number')
  await value(page, 'Value, row 1').fill('3')
  await tab(page, /^Auth/)
  await choose(page, 'Authorization', 'Bearer token')
  await becomes('Authentication Error', 'Please enter a value (token)')
  await choose(page, 'Authorization', 'None')
  await value(page, 'Address').fill('http://127.0.0.1:1/')
  await becomes('Unexpected error', 'no answer: ECONNREFUSED')

  await page.goto(`${portal.url}/site/webhooks/events?siteId=${Site}&add=true`)
  await field(page, 'Name').fill('Too late')
  await page.getByRole('combobox', { name: 'Webhook request' }).click()
  await page.getByRole('option', { name: /Codes/ }).click()
  await value(page, 'Value of level').fill('1')
  await ask(webhookRequests.remove, { params: { id: Id } })
  await becomes('Webhook Request was not found', 'Webhook Request was not found')
  expect(faults).toEqual([])
})
