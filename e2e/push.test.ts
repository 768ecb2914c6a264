import { sites } from '@eot/contract/sites'
import { subscriptions } from '@eot/contract/subscriptions'
import { users } from '@eot/contract/users'
import { type SinkBrowser, startPushSink } from '@eot/server/test/push-sink'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { deliverPush, registerAt, tapNotification } from './src/push-browser.ts'
import { rare } from './src/rare.ts'
import { makeRoom } from './src/rooms.ts'
import { haveSession, navigate, signIn, signOut } from './src/screens.ts'
import { connectSensor, type SensorClient } from './src/sensor-client.ts'

const enter = useBrowser()
let portal: TestPortal
let sensor: SensorClient
let sink: Awaited<ReturnType<typeof startPushSink>>

/** A restroom, and a subscription that tells the administrator of everything there at any hour. */
beforeAll(async () => {
  sink = await startPushSink()
  portal = await startPortal({ EGRESS_ALLOW: '127.0.0.1' })
  const ask = await signInToApi(portal.url)
  const { Id: Site } = await ask(sites.create, { body: { Name: 'North Hall' } })
  const { Id } = await ask(users.me)
  const always = { StartTime: 0, EndTime: 24, Saturday: true, Sunday: true }
  await ask(subscriptions.create, {
    body: { Name: 'All', Devices: 'All', Users: [Id], Events: ['AlertStarted'], ...always },
  })
  sensor = await connectSensor(portal.mqttUrl, await makeRoom(ask, 'Restroom', Site))
})
afterAll(async () => {
  await sensor?.close()
  await portal?.stop()
  await sink?.stop()
})

const card = (page: Page) => page.getByRole('region', { name: 'Browser notifications' })
const here = (page: Page) => card(page).getByRole('switch', { name: 'This browser' })
const browsersIn = () => portal.sql<{ id: string }>('select id from push_browser')

/** A browser whose push service is the test's, with its account page open. */
async function openAccount(options: Parameters<typeof enter>[0] = {}): Promise<{
  page: Page
  faults: string[]
  browser: SinkBrowser
}> {
  const browser = sink.open()
  const { page, faults } = await enter(options)
  await registerAt(page.context(), browser.registration)
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/account-info`)
  await expect.poll(() => here(page).isEnabled()).toBe(true)
  return { page, faults, browser }
}

test('an alert appears outside the window of a browser with notifications on, and a tap opens it', async () => {
  const { page, faults, browser } = await openAccount()
  await here(page).click()
  await expect.poll(() => here(page).isChecked()).toBe(true)
  await card(page).getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('The test is on its way').waitFor()
  await expect.poll(() => browser.received.length).toBe(1)

  await sensor.publish({ readings: { vape: 90 } })
  await expect.poll(() => browser.received.length, { timeout: 60_000 }).toBe(2)
  expect(await deliverPush(page, browser.received[1]?.text ?? '')).toMatchObject({
    title: 'Vape in Restroom',
    body: expect.stringMatching(/^North Hall\n90, level \d+, since /),
    tag: expect.stringMatching(/^alert /),
  })
  await tapNotification(page)
  await page.waitForURL(/\/alerts\?.*alert=/)
  await page
    .getByRole('complementary')
    .getByRole('heading', { name: /Vape|Restroom/ })
    .first()
    .waitFor()
  expect(faults).toEqual([])
})

rare(
  'signing out ends notifications in the browser, and the next sign-in of the same person brings them back',
  async () => {
    const { page, faults } = await openAccount()
    await here(page).click()
    await expect.poll(() => here(page).isChecked()).toBe(true)
    const count = (await browsersIn()).length
    await signOut(page)
    await expect.poll(async () => (await browsersIn()).length).toBe(count - 1)
    await signIn(page, portal.url)
    await expect.poll(async () => (await browsersIn()).length).toBe(count)
    await navigate(page, 'ALERTS')
    expect(faults).toEqual([])
  },
)

rare('notifications are turned off here, and in another browser', async () => {
  const { page, faults } = await openAccount()
  const other = await openAccount()
  for (const each of [page, other.page]) {
    await here(each).click()
    await expect.poll(() => here(each).isChecked()).toBe(true)
  }
  await page.reload()
  const count = (await browsersIn()).length
  await card(page).getByRole('button', { name: 'Turn off in Chrome on Linux' }).first().click()
  await page.getByText('Notifications are off in Chrome on Linux').waitFor()
  await here(page).click()
  await expect.poll(() => here(page).isChecked()).toBe(false)
  expect(await browsersIn()).toHaveLength(count - 2)
  expect(faults).toEqual([])
})

rare('a browser that does not permit notifications says how to allow them', async () => {
  const { page, faults } = await enter()
  await page.addInitScript(() => {
    const { Notification } = globalThis as unknown as { Notification: object } // runs in the page
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
  })
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/account-info`)
  await card(page).getByText('Notifications are blocked for this site.').waitFor()
  expect(await here(page).isDisabled()).toBe(true)
  expect(faults).toEqual([])
})

describe.each(screens)('at $width px', (screen) => {
  rare('the card and the push log are accessible and fit the screen', async () => {
    const { page, faults } = await openAccount(screenOptions(screen))
    await here(page).click()
    await expect.poll(() => here(page).isChecked()).toBe(true)
    await settle(page)
    const found = await look(page, 'account-push', screen)
    await page.goto(`${portal.url}/admin/notifications?channel=Push`)
    await page.getByText('Test of notifications in a browser').first().waitFor()
    await settle(page)
    found.push(...(await look(page, 'push-log', screen)))
    expect([...found, ...faults]).toEqual([])
  })
})
