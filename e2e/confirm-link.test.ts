import { alerts } from '@eot/contract/alerts'
import { sites } from '@eot/contract/sites'
import { confirmLinkCodes, confirmLinkPurpose } from '@eot/server/features/alerts/index'
import { deriveKey } from '@eot/server/platform/derive-key'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { makePerson, type Person } from './src/people.ts'
import { secretKey, startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { makeRoom, type Room } from './src/rooms.ts'
import { fillSignIn, haveSession, portalHeading } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'

const visit = useBrowser()
let portal: TestPortal
let ask: Ask
let siteId: string
let staff: Person
let viewer: Person

beforeAll(async () => {
  portal = await startPortal()
  ask = await signInToApi(portal.url)
  siteId = (await ask(sites.create, { body: { Name: 'North Hall' } })).Id
  staff = await makePerson(portal, { name: 'Sam Staff', role: 'Site Staff', site: 'North Hall' })
  viewer = await makePerson(portal, { name: 'Vera Viewer', role: 'Viewer', site: 'North Hall' })
})
afterAll(() => portal?.stop())

/** An open alert in a new room, and the link to confirm it that was sent to Sam. */
async function alarm(name: string, expiresInMs = 3_600_000) {
  const room: Room = await makeRoom(ask, name, siteId)
  const sensor = await connectSensor(portal.mqttUrl, room)
  await sensor.publish({ at: Date.now(), readings: { vape: 90 } })
  await sensor.close()
  const alertId = await vi.waitFor(async () => {
    const { Items = [] } = await ask(alerts.list, { query: { deviceId: [room.id] } })
    expect(Items).toHaveLength(1)
    return Items[0]?.Id ?? ''
  }, 120_000)
  const [user] = await portal.sql<{ id: string }>("select id from app_user where full_name = 'Sam Staff'")
  const expiresAt = new Date(Date.now() + expiresInMs)
  const code = confirmLinkCodes(deriveKey(secretKey, confirmLinkPurpose)).write({
    alertId,
    userId: user?.id ?? '',
    expiresAt,
  })
  return { alertId, url: `${portal.url}/confirm-alert?code=${code}` }
}

const read = (id: string) => ask(alerts.get, { params: { id } })
const title = (page: Page, name: string) => portalHeading(page).filter({ hasText: name })

test('the link leads through the sign-in to the alert, which one tap confirms and another takes back', async () => {
  const { page, faults } = await visit()
  const { alertId, url } = await alarm('Restroom A')
  await page.goto(url)
  await page.waitForURL('**/login')
  expect(await page.getByText('Restroom A').count()).toBe(0)
  await fillSignIn(page, staff)
  await title(page, 'Vape, Restroom A').waitFor()
  expect((await read(alertId)).Confirmed).toBe(false)
  await page.getByRole('button', { name: 'Real', exact: true }).click()
  await page.getByRole('status').getByText('Confirmed by Sam Staff').waitFor()
  expect(await read(alertId)).toMatchObject({ Confirmed: true, Disposition: 'Real' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Real', exact: true }).waitFor()
  expect(await read(alertId)).toMatchObject({ Confirmed: false, Disposition: null })
  expect(faults).toEqual([])
})

test('a tap that cannot be taken back stays, and can be taken back later', async () => {
  const { page } = await visit()
  const { alertId, url } = await alarm('Restroom E')
  await haveSession(page, portal.url, staff)
  await page.goto(url)
  await page.getByRole('button', { name: 'Real', exact: true }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  const ofAlert = `**/api/alerts/${alertId}`
  await page.route(ofAlert, (route) => route.fulfill({ status: 500, json: {} }))
  await undo.click()
  await page.getByText('Not saved.').first().waitFor()
  await page.getByRole('status').getByText('Confirmed by Sam Staff').waitFor()
  expect(await page.getByRole('button', { name: 'Real', exact: true }).count()).toBe(0)
  await page.unroute(ofAlert)
  await undo.click()
  await page.getByRole('button', { name: 'Real', exact: true }).waitFor()
  expect((await read(alertId)).Confirmed).toBe(false)
})

test('whoever opens a forwarded link answers in their own name, and only with the permission', async () => {
  const { page, faults } = await visit()
  const { url } = await alarm('Restroom B')
  await haveSession(page, portal.url, viewer)
  await page.goto(url)
  await page.getByText('This link was sent to someone else. You are confirming as Vera Viewer.').waitFor()
  await page.getByText('Your role does not allow you to confirm alerts.').waitFor()
  expect(faults).toEqual([])
})

rare('an alert that is confirmed says by whom, and an expired link leads to the alerts', async () => {
  const { page } = await visit()
  const { alertId, url } = await alarm('Restroom C')
  await ask(alerts.update, { params: { id: alertId }, body: { Confirmed: true, Disposition: 'False' } })
  await haveSession(page, portal.url, staff)
  await page.goto(url)
  await page
    .getByRole('status')
    .getByText(/^Confirmed by /)
    .waitFor()
  expect(await page.getByRole('button', { name: 'Real', exact: true }).count()).toBe(0)
  await page.goto((await alarm('Restroom D', -1000)).url)
  await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
  await page.getByRole('link', { name: 'See the alerts' }).click()
  await page.waitForURL('**/alerts*')
})

describe.each(screens)('at $width px', (screen) => {
  rare('the page of the link is accessible and fits the screen', async () => {
    const { page, faults } = await visit(screenOptions(screen))
    const { url } = await alarm(`Restroom ${screen.width}`)
    await haveSession(page, portal.url, staff)
    await page.goto(url)
    await page.getByRole('button', { name: 'Real', exact: true }).waitFor()
    await settle(page)
    expect([...(await look(page, 'confirm-link', screen)), ...faults]).toEqual([])
  })
})
