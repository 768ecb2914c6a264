import { sites } from '@eot/contract/sites'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { listPageFaults } from './src/page-faults.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom, type Room } from './src/rooms.ts'
import { haveSession, signIn, signOut } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'

declare const document: { documentElement: { className: string } }

const visit = useBrowser()
let portal: TestPortal
let room: Room

beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  const { Id } = await ask(sites.create, {
    body: { Name: 'North Hall', Settings: { Theme: 'Dark', Measurement: 'Imperial' } },
  })
  room = await makeRoom(ask, 'Room 104', Id)
  const sensor = await connectSensor(portal.mqttUrl, room)
  await sensor.publish({ readings: { temperature: 20, vape: 90 } })
  await sensor.close()
})
afterAll(() => portal?.stop())

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.className)

async function choose(page: Page, setting: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: setting }).click()
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok()),
    page.getByRole('option', { name: option }).click(),
  ])
  // While a menu fades out, a click beside it only closes it.
  await expect.poll(() => page.getByRole('listbox').count()).toBe(0)
}

/** The temperature text on the live page. */
async function temperature(page: Page): Promise<string> {
  await page.goto(`${portal.url}/devices/live-sensor-data?deviceId=${room.id}`)
  const tile = page.locator('.tile').filter({ hasText: /^Temp/ })
  await expect.poll(() => tile.innerText()).toMatch(/\d/)
  return (await tile.innerText()).replaceAll(/\s+/g, ' ')
}

/** The start time of the alert, as shown in the list. */
async function alertTime(page: Page): Promise<string> {
  await page.goto(`${portal.url}/alerts`)
  const time = page.getByRole('main').locator('time').first()
  await time.waitFor()
  return time.innerText()
}

describe.each([
  ['Vera Wide', { width: 1440, height: 900 }],
  ['Vera Narrow', { width: 390, height: 844 }],
])('%s, a viewer of a dark, imperial site', (name, viewport) => {
  test('changes theme, units and clock, and sees them everywhere, immediately and after the next sign-in', async () => {
    const person = await makePerson(portal, { name, role: 'Viewer', site: 'North Hall' })
    const { page, faults } = await visit({ viewport, locale: 'en-US', colorScheme: 'light' })
    await signIn(page, portal.url, person)
    expect(await themeOf(page)).toBe('theme-dark')
    expect(await temperature(page)).toContain('68.0 °F')
    expect(await alertTime(page)).toMatch(/ [AP]M$/)

    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('menuitem', { name: 'ACCOUNT INFO' }).click()
    await page.getByRole('combobox', { name: 'Theme' }).getByText('Site default: Dark').waitFor()
    await page.getByRole('combobox', { name: 'Units' }).getByText('Site default: Imperial').waitFor()
    await page.getByRole('combobox', { name: 'Clock' }).getByText('Browser default: 12-hour').waitFor()
    await choose(page, 'Theme', /^Light$/)
    await expect.poll(() => themeOf(page)).toBe('theme-light')
    await choose(page, 'Units', /^Metric/)
    await choose(page, 'Clock', /^24-hour/)
    expect(await listPageFaults(page)).toEqual([])
    expect(await temperature(page)).toContain('20.0 °C')
    expect(await alertTime(page)).toMatch(/^\d\d:\d\d:\d\d$/)

    await signOut(page)
    await expect.poll(() => themeOf(page)).toBe('')
    await signIn(page, portal.url, person)
    expect(await themeOf(page)).toBe('theme-light')
    expect(await temperature(page)).toContain('20.0 °C')

    await page.goto(`${portal.url}/account-info`)
    await choose(page, 'Theme', /^Site default/)
    await expect.poll(() => themeOf(page)).toBe('theme-dark')
    await choose(page, 'Units', /^Site default/)
    expect(await temperature(page)).toContain('68.0 °F')
    expect(faults).toEqual([])
  })
})

test('the dashboard starts with what the user has chosen, or else the site', async () => {
  const ask = await signInToApi(portal.url)
  const { Id } = await ask(sites.create, {
    body: { Name: 'South Hall', Settings: { DashboardDefault: 'Alerts' } },
  })
  await makeRoom(ask, 'Room 7', Id)
  const person = await makePerson(portal, { name: 'Dora Dash', role: 'Viewer', site: 'South Hall' })
  const { page, faults } = await visit({ viewport: { width: 390, height: 844 } })
  await haveSession(page, portal.url, person)
  const cards = async () => {
    await page.goto(`${portal.url}/dashboard`)
    const titles = page.locator('.grid.dash').getByRole('heading', { level: 2 })
    await expect.poll(() => titles.count()).toBeGreaterThan(2)
    return (await titles.allInnerTexts())[0]
  }
  expect(await cards()).toBe('Latest alerts')

  await page.goto(`${portal.url}/account-info`)
  const dashboard = page.getByRole('combobox', { name: 'Dashboard starts with' })
  await dashboard.getByText('Site default: Alerts').waitFor()
  await choose(page, 'Dashboard starts with', /^Devices$/)
  expect(await cards()).toBe('Devices')

  await page.goto(`${portal.url}/account-info`)
  await choose(page, 'Dashboard starts with', /^Site default/)
  await dashboard.getByText('Site default: Alerts').waitFor()
  expect(await cards()).toBe('Latest alerts')
  expect(faults).toEqual([])
})

test('a setting rejected by the server is reverted on the screen, and the reason is shown', async () => {
  const person = await makePerson(portal, { name: 'Olga Offline', role: 'Viewer', site: 'North Hall' })
  const { page } = await visit({ colorScheme: 'light' })
  await haveSession(page, portal.url, person)
  await page.goto(`${portal.url}/account-info`)
  const theme = page.getByRole('combobox', { name: 'Theme' })
  await theme.getByText('Site default: Dark').waitFor()
  await page.context().setOffline(true)
  await theme.click()
  await page.getByRole('option', { name: 'Light' }).click()
  await page.getByRole('alert').getByText('The setting could not be saved.').waitFor()
  await theme.getByText('Site default: Dark').waitFor()
  expect(await themeOf(page)).toBe('theme-dark')
})
