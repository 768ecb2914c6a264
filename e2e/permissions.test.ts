import { sites } from '@eot/contract/sites'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { makeRoom } from './src/rooms.ts'
import { haveSession, navigate, signIn } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'
import { alertRows, openAlertCards } from './src/shown-alerts.ts'

const visit = useBrowser()
let portal: TestPortal
let ask: Ask
const site = { own: '', other: '' }

beforeAll(async () => {
  portal = await startPortal()
  ask = await signInToApi(portal.url)
  site.own = (await ask(sites.create, { body: { Name: 'North Hall' } })).Id
  site.other = (await ask(sites.create, { body: { Name: 'South Hall' } })).Id
})
afterAll(() => portal?.stop())

rare('an unknown path shows Not Found, inside and outside the portal', async () => {
  const { page, faults } = await visit()
  const visitUnknown = async () => {
    for (const path of ['/%zz', '/no-such-page']) {
      await page.goto(`${portal.url}${path}`)
      await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
    }
  }
  await visitUnknown()
  await page.getByRole('link', { name: 'Go to login' }).click()
  await haveSession(page, portal.url)
  await visitUnknown()
  await page.getByRole('link', { name: 'Go To Dashboard' }).click()
  await page.waitForURL('**/dashboard')
  expect(faults).toEqual([])
})

test("another organization's site, an unknown site and an invalid id all show Site Not Found, with a way back", async () => {
  const { page } = await visit()
  await signIn(
    page,
    portal.url,
    await makePerson(portal, { name: 'Una Site', role: 'Viewer', site: 'North Hall' }),
  )
  for (const siteId of [site.other, '01999999-9999-7999-8999-999999999999', 'rubbish']) {
    await page.goto(`${portal.url}/dashboard?siteId=${siteId}&note=kept`)
    await page.waitForURL(`**/sitenotfound?siteId=${siteId}&note=kept`)
    await page.getByRole('heading', { name: 'Site Not Found' }).waitFor()
    await page.getByRole('link', { name: 'Go To Dashboard' }).click()
    await page.getByRole('heading', { name: 'North Hall', level: 1 }).waitFor()
    expect(new URL(page.url()).search).toBe('?siteId=')
  }
})

test('a viewer sees alerts but cannot confirm them, and cannot open pages that the role does not permit', async () => {
  const room = await makeRoom(ask, 'Room 104', site.own)
  const sensor = await connectSensor(portal.mqttUrl, room)
  await sensor.publish({ readings: { vape: 90 } })
  await sensor.close()
  const { page, faults } = await visit()
  const viewer = await makePerson(portal, { name: 'Vera Viewer', role: 'Viewer', site: 'North Hall' })
  await signIn(page, portal.url, viewer)
  const card = openAlertCards(page)
  await card.getByText('Unconfirmed').waitFor()
  expect(await card.getByRole('button').count()).toBe(0)
  await navigate(page, 'ALERTS')
  const alert = alertRows(page).getByRole('link', { name: 'Room 104' })
  await alert.waitFor()
  expect(await alertRows(page).getByRole('checkbox').count()).toBe(0)
  await alert.click()
  const drawer = page.getByLabel('Alert details')
  await drawer.getByRole('heading', { name: 'History' }).waitFor()
  const buttons = await drawer
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent))
  expect(buttons.filter((name) => /confirm|end|real/i.test(name ?? ''))).toEqual([])
  expect(await drawer.getByRole('textbox').count()).toBe(0)

  const links = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()
  // The link to the alerts says how many are unconfirmed, too.
  expect(links.map((link) => link.split('\n')[0])).toEqual([
    'DASHBOARD',
    'ALERTS',
    'RATINGS',
    'DEVICES',
    'FORECAST',
  ])
  for (const path of ['/site', '/site/sub-sites', '/devices/no-such-page']) {
    await page.goto(portal.url + path)
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
  }
  await page.goto(`${portal.url}/devices?add=true`)
  await page.getByRole('table', { name: 'Devices' }).getByText('Room 104').waitFor()
  expect(await page.getByRole('button', { name: 'Add device' }).count()).toBe(0)
  expect(faults).toEqual([])
})
