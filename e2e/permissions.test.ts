import { sites } from '@eot/contract/sites'
import { users } from '@eot/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { makeRoom } from './src/rooms.ts'
import { haveSession, isSameLoad, markLoad, navigate, signIn } from './src/screens.ts'
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

test('a new role applies to an open page, which keeps what is typed', async () => {
  const { page, faults } = await visit()
  const person = await makePerson(portal, { name: 'Paul Promoted', role: 'Viewer', site: 'North Hall' })
  await signIn(page, portal.url, person)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitem', { name: 'ACCOUNT INFO' }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const title = page.getByRole('textbox', { name: 'Job title', exact: true })
  await title.fill('Hall monitor')
  await markLoad(page)
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^USERS\b/ })
  expect(await link.count()).toBe(0)

  const [found] = await portal.sql<{ id: string; role: string }>(
    `select app_user.id, role.id as role from app_user, role where email = $1 and role.name = 'Site Manager'`,
    [person.email],
  )
  if (!found) throw new Error('the user or the role is missing')
  await ask(users.update, { params: { id: found.id }, body: { UserRole: found.role } })
  await link.waitFor()
  expect(await title.inputValue()).toBe('Hall monitor')
  expect(await isSameLoad(page)).toBe(true)
  // The access token of the former role is refused once, and then replaced.
  expect(faults.filter((fault) => !fault.startsWith('Failed to load'))).toEqual([])
})
