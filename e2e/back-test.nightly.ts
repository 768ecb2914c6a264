import { alerts } from '@eot/contract/alerts'
import { sites } from '@eot/contract/sites'
import { subscriptions } from '@eot/contract/subscriptions'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom } from './src/rooms.ts'
import { haveSession } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'

const visit = useBrowser()
let portal: TestPortal
let site: string
let subscription: string
let room: string

/** A hall in which someone has vaped once, and a subscription that is off and would have told Nia. */
beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  site = (await ask(sites.create, { body: { Name: 'North Hall' } })).Id
  const { id, mac, key } = await makeRoom(ask, 'Restroom A', site)
  room = id
  await makePerson(portal, { name: 'Nia North', role: 'Viewer', site: 'North Hall' })
  const sensor = await connectSensor(portal.mqttUrl, { mac, key })
  // The minute of the first reading is stored once the next one has come.
  await sensor.publish({ at: Date.now() - 120_000, readings: { vape: 90 } })
  await sensor.publish({ at: Date.now(), readings: { vape: 90 } })
  await vi.waitFor(async () => expect((await ask(alerts.list, {})).Items).toHaveLength(1), 60_000)
  await sensor.close()
  const [nia] = await portal.sql<{ id: string }>("select id from app_user where full_name = 'Nia North'")
  const everyDay = { Sunday: true, Saturday: true, StartTime: 0, EndTime: 24 }
  const { Id } = await ask(subscriptions.create, {
    body: {
      Name: 'Restrooms',
      Site: site,
      IsActive: false,
      Devices: 'All',
      Users: [nia?.id ?? ''],
      ...everyDay,
    },
  })
  subscription = Id
})
afterAll(() => portal?.stop())

const card = (page: Page) => page.getByRole('region', { name: 'If this had been on' })
const run = (page: Page) => card(page).getByRole('button', { name: 'Try it on the last 28 days' })

async function open(page: Page) {
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/subscriptions?siteId=${site}&open=${subscription}`)
  await run(page).waitFor()
}

test('the editor shows what a subscription would have sent, and to whom, before it is on', async () => {
  const { page, faults } = await visit()
  await open(page)
  await run(page).click()
  await card(page)
    .getByText(/^1 alert, 1 message to 1 person/)
    .waitFor()
  await card(page).getByRole('img', { name: 'Alerts by day and hour. Vape: 1' }).waitFor()
  expect(await card(page).getByRole('listitem').filter({ hasText: 'Nia North' }).innerText()).toMatch(
    /email\s+1/,
  )
  const [sent] = await portal.sql<{ count: number }>('select count(*)::int as count from notification')
  expect(sent?.count).toBe(0)
  expect(faults).toEqual([])
})

test('a back-test is run again for other answers, by keyboard', async () => {
  const { page, faults } = await visit()
  await open(page)
  await run(page).focus()
  await page.keyboard.press('Enter')
  await card(page)
    .getByText(/^1 alert/)
    .waitFor()
  await page.getByRole('checkbox', { name: 'Alert ends' }).click()
  await page.getByRole('checkbox', { name: 'Alert starts' }).click()
  await card(page).getByText('The answers above have changed since.').waitFor()
  await card(page).getByRole('button', { name: 'Run again' }).focus()
  await page.keyboard.press('Enter')
  await card(page).getByText('It would have sent nothing').waitFor()
  expect(faults).toEqual([])
})

test('a back-test that runs can be canceled', async () => {
  const { page, faults } = await visit()
  await open(page)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/subscriptions/backtest', async (route) => {
    await held.promise
    await route.abort().catch(() => undefined) // the page has given it up
  })
  await run(page).click()
  await card(page).getByRole('progressbar').waitFor()
  await card(page).getByRole('button', { name: 'Cancel' }).click()
  await run(page).waitFor()
  held.resolve()
  expect(faults).toEqual([])
})

test('the editor of a rule shows whom the alerts of the changed rule would have been told', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/devices?siteId=${site}&deviceId=${room}`)
  await page.getByRole('button', { name: 'Set here Vape' }).click()
  const told = page.getByRole('region', { name: 'Whom it would have told' })
  await told.getByRole('button', { name: 'Try it on the last 28 days' }).click()
  // The subscription is off, so the alert is there, and nobody was told.
  await told.getByText('1 alert, and nobody would have been told').waitFor()
  await told.getByRole('img', { name: 'Alerts by day and hour. Vape: 1' }).waitFor()
  await page.getByRole('textbox', { name: 'Raise at' }).fill('95')
  await told.getByText('The answers above have changed since.').waitFor()
  await told.getByRole('button', { name: 'Run again' }).click()
  await told.getByText('It would have sent nothing').waitFor()
  expect(faults).toEqual([])
})

test('without anyone to tell, a back-test says what is missing', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/subscriptions?siteId=${site}&add=true`)
  await card(page).getByText('Choose whom to tell first.').waitFor()
  expect(await run(page).isDisabled()).toBe(true)
  expect(faults).toEqual([])
})

describe.each(screens)('at $width px', (screen) => {
  test('a back-test is accessible and fits the screen', async () => {
    const { page, faults } = await visit(screenOptions(screen))
    await open(page)
    await run(page).click()
    await card(page)
      .getByText(/^1 alert/)
      .waitFor()
    await settle(page)
    expect(await look(page, 'back-test', screen)).toEqual([])
    expect(faults).toEqual([])
  })
})
