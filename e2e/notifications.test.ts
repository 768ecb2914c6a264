import { sites } from '@eot/contract/sites'
import { subscriptions } from '@eot/contract/subscriptions'
import { users } from '@eot/contract/users'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { makeRoom } from './src/rooms.ts'
import { haveSession, portalHeading } from './src/screens.ts'
import { connectSensor, type SensorClient } from './src/sensor-client.ts'

const enter = useBrowser()
let portal: TestPortal
let sensor: SensorClient
let northHall: string
let southHall: string

/** A restroom, and a subscription that tells the administrator of everything there at any hour. */
beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  const create = async (Name: string) => (await ask(sites.create, { body: { Name } })).Id
  northHall = await create('North Hall')
  southHall = await create('South Hall')
  const me = await ask(users.me)
  const always = { StartTime: 0, EndTime: 24, Saturday: true, Sunday: true }
  await ask(subscriptions.create, {
    body: { Name: 'All', Devices: 'All', Users: [me.Id], Events: ['AlertStarted', 'AlertEnded'], ...always },
  })
  sensor = await connectSensor(portal.mqttUrl, await makeRoom(ask, 'Restroom', northHall))
})
afterAll(async () => {
  await sensor?.close()
  await portal?.stop()
})

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const notice = (page: Page, text: string) => panel(page).getByRole('listitem').filter({ hasText: text })

/** Each test starts with one unread notification of an open, unconfirmed vape alert. */
async function startWithVape(): Promise<void> {
  await sensor.publish({ readings: { vape: 90 } })
  await expect.poll(() => portal.sql('select from portal_notice')).toHaveLength(1)
  await portal.sql('update portal_notice set read_at = null')
  await portal.sql('update alert set confirmed = false, confirmed_by = null, confirmed_at = null')
}

async function openPanel(page: Page, siteId = ''): Promise<void> {
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/dashboard${siteId && `?siteId=${siteId}`}`)
  await portalHeading(page).waitFor()
  await bell(page).click()
  await panel(page).getByRole('heading', { name: 'Notifications', exact: true }).waitFor()
}

test('an alert that a subscription tells of appears in the open panel, and is read by opening it', async () => {
  const { page, faults } = await enter()
  await openPanel(page)
  await panel(page).getByRole('heading', { name: 'No notifications yet' }).waitFor()
  await startWithVape()
  await notice(page, 'Vape, Restroom').getByText('North Hall, ongoing, not confirmed').waitFor()
  await panel(page).getByText('1 unread', { exact: true }).waitFor()
  await expect.poll(() => bell(page).getAttribute('aria-label')).toMatch(/^Notifications: 1 unread/)
  await notice(page, 'Vape, Restroom').getByRole('link').click()
  await page.waitForURL(/\/alerts\?.*alert=/)
  await panel(page).waitFor({ state: 'hidden' })
  await expect.poll(() => bell(page).getAttribute('aria-label')).not.toContain('unread')
  await bell(page).click()
  await panel(page).getByRole('button', { name: 'Unread', exact: true }).click()
  await panel(page).getByRole('heading', { name: 'You have read everything' }).waitFor()
  expect(faults).toEqual([])
})

rare('a notification opens at its own site if the current one does not include it', async () => {
  await startWithVape()
  const { page, faults } = await enter()
  await openPanel(page, southHall)
  await notice(page, 'Vape, Restroom').getByRole('link').click()
  await page.waitForURL(/\/alerts\?.*alert=/)
  expect(new URL(page.url()).searchParams.get('siteId')).toBe(northHall)
  await page.getByRole('link', { name: 'Live values' }).click()
  await page.waitForURL('**/devices/live-sensor-data?**')
  await page.locator('#main').getByText('Restroom').first().waitFor()
  expect(new URL(page.url()).searchParams.get('siteId')).toBe(northHall)
  // A link from before the device moved.
  await page.goto(page.url().replace(northHall, southHall))
  await page.locator('#main').getByText('Restroom').first().waitFor()
  expect(new URL(page.url()).searchParams.get('siteId')).toBe(northHall)
  expect(faults).toEqual([])
})

rare(
  'with the keyboard alone, a notification is reached and its alert confirmed, which is read then',
  async () => {
    await startWithVape()
    const { page, faults } = await enter()
    await openPanel(page)
    await notice(page, 'Vape, Restroom').waitFor()
    await page.keyboard.press('j')
    await expect
      .poll(() =>
        notice(page, 'Vape, Restroom')
          .getByRole('link')
          .evaluate((link) => link.matches(':focus')),
      )
      .toBe(true)
    await page.keyboard.press('c')
    await notice(page, 'Vape, Restroom')
      .getByText(/ongoing, confirmed by/)
      .waitFor()
    await panel(page).getByRole('button', { name: 'To confirm', exact: true }).click()
    await panel(page).getByRole('heading', { name: 'Nothing to confirm' }).waitFor()
    await expect.poll(() => portal.sql('select from portal_notice where read_at is null')).toEqual([])
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'hidden' })
    expect(faults).toEqual([])
  },
)

rare('notifications are filtered by type, by mouse and by keyboard', async () => {
  await startWithVape()
  const { page, faults } = await enter()
  await openPanel(page)
  await notice(page, 'Vape, Restroom').waitFor()
  const types = page.getByRole('dialog', { name: 'Type' })
  await panel(page).getByRole('button', { name: 'Type: Any' }).click()
  await types.getByText('Aggression', { exact: true }).click()
  await panel(page).getByRole('heading', { name: 'Nothing of this type' }).waitFor()
  await types.getByText('Vape', { exact: true }).click()
  await notice(page, 'Vape, Restroom').waitFor()
  await page.keyboard.press('Escape')
  await types.waitFor({ state: 'hidden' })
  await panel(page).getByRole('button', { name: 'Type: 2 types' }).waitFor()
  await panel(page).getByRole('button', { name: 'Clear: Type' }).press('Enter')
  await panel(page).getByRole('button', { name: 'Type: Any' }).waitFor()
  expect(faults).toEqual([])
})

rare('a snoozed alert says until when', async () => {
  await startWithVape()
  await portal.sql("update alert set snoozed_until = now() + interval '2 days'")
  const { page, faults } = await enter()
  await openPanel(page)
  await notice(page, 'Vape, Restroom')
    .getByText(/ongoing, not confirmed, snoozed until \w{3}/)
    .waitFor()
  await portal.sql('update alert set snoozed_until = null')
  expect(faults).toEqual([])
})

rare('all are marked as read at once, also in another open browser', async () => {
  await startWithVape()
  const [one, other] = [await enter(), await enter()]
  for (const { page } of [one, other]) {
    await haveSession(page, portal.url)
    await page.goto(`${portal.url}/dashboard`)
    await expect.poll(() => bell(page).getAttribute('aria-label')).toMatch(/^Notifications: 1 unread/)
  }
  await bell(one.page).click()
  await panel(one.page).getByRole('button', { name: 'Mark all read' }).click()
  for (const { page } of [one, other])
    await expect.poll(() => bell(page).getAttribute('aria-label')).not.toContain('unread')
  expect([...one.faults, ...other.faults]).toEqual([])
})

describe.each(screens)('at $width px', (screen) => {
  rare('the notifications are accessible and fit the screen', async () => {
    await startWithVape()
    const { page, faults } = await enter(screenOptions(screen))
    await openPanel(page)
    await notice(page, 'Vape, Restroom').waitFor()
    await settle(page)
    expect([...(await look(page, 'notifications', screen)), ...faults]).toEqual([])
  })
})
