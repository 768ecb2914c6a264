import { sites } from '@eot/contract/sites'
import type { Asked } from '@eot/server/test/call-endpoint'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom } from './src/rooms.ts'
import { makeReader } from './src/rooms-with-past.ts'
import { haveSession } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let ask: Ask

beforeAll(async () => {
  portal = await startPortal()
  ask = await signInToApi(portal.url)
})
afterAll(() => portal?.stop())

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const add = async (body: Asked<typeof sites.create>['body']) => (await ask(sites.create, { body })).Id
const change = (id: string, body: Asked<typeof sites.update>['body']) =>
  ask(sites.update, { params: { id }, body })

test('the open page of a site follows the record, and while something is typed, what the site inherits', async () => {
  const north = await add({ Name: 'North Campus', TimeZone: 'America/Chicago' })
  const south = await add({ Name: 'South Campus', TimeZone: 'America/Denver' })
  const school = await add({ Name: 'School', ParentSite: north })

  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/site?siteId=${school}`)
  const settings = page.getByRole('region', { name: 'Settings', exact: true })
  await settings.getByText('America/Chicago').waitFor()
  await page.locator('.live-state').getByText('Live').waitFor()
  const city = page.getByRole('textbox', { name: 'City' })
  await change(school, { City: 'Boulder' })
  await expect.poll(() => city.inputValue()).toBe('Boulder')
  await change(north, { Settings: { Theme: 'Dark' } })
  await settings.getByText('Dark').waitFor()

  await city.fill('Denver')
  await ask(sites.move, { body: { SiteIds: [school], ParentSite: south } })
  await settings.getByText('America/Denver').waitFor()
  await settings.getByRole('link', { name: 'South Campus' }).waitFor()
  await settings.getByText('Dark').waitFor({ state: 'detached' })
  expect(await city.inputValue()).toBe('Denver')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('School was saved').waitFor()
  expect((await ask(sites.get, { params: { id: school } })).City).toBe('Denver')
  expect(faults).toEqual([])
})

describe('once nothing is unsaved, the settings of a site are those that somebody else has saved meanwhile', () => {
  /** A city is typed, then somebody else sets the theme. */
  async function typeBesideOthers(name: string) {
    const id = await add({ Name: name })
    const { page, faults } = await visit()
    await haveSession(page, portal.url)
    await page.goto(`${portal.url}/site?siteId=${id}`)
    await page.locator('.live-state').getByText('Live').waitFor()
    await field(page, 'City').fill('Duluth')
    const reread = page.waitForResponse((response) => response.url().endsWith(`/api/sites/${id}`))
    await change(id, { Settings: { Theme: 'Dark' } })
    await reread
    return { id, page, faults }
  }

  async function expectFollowed(page: Page, city: string) {
    await button(page, 'Reset: Theme').waitFor()
    await page.getByRole('combobox', { name: 'Theme' }).getByText('Dark').waitFor()
    expect(await field(page, 'City').inputValue()).toBe(city)
    expect(await page.getByText('not saved yet').count()).toBe(0)
  }

  test('after what was typed is removed by hand', async () => {
    const { page, faults } = await typeBesideOthers('First School')
    await field(page, 'City').fill('')
    await expectFollowed(page, '')
    expect(faults).toEqual([])
  })

  test('after a conflict in which the own values are discarded', async () => {
    const { page } = await typeBesideOthers('Second School')
    await button(page, 'Save').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard mine' }).click()
    await expectFollowed(page, '')
  })

  test('after a conflict in which the changes of both are saved', async () => {
    const { id, page } = await typeBesideOthers('Third School')
    await button(page, 'Save').click()
    // What the record was before must not appear again, although it is only read again later.
    const again = Promise.withResolvers<void>()
    await page.route(`**/api/sites/${id}`, async (route) => {
      if (route.request().method() === 'GET') await again.promise
      await route.continue()
    })
    await page.getByRole('dialog').getByRole('button', { name: 'Save both changes' }).click()
    await page.getByText('Third School was saved').waitFor()
    await expectFollowed(page, 'Duluth')
    again.resolve()
    await page.unrouteAll({ behavior: 'wait' })
  })
})

test('the consequences of a move are in the language of the user', async () => {
  const west = await add({ Name: 'West Campus', Settings: { Theme: 'Dark' } })
  await add({ Name: 'East Campus' })
  const school = await add({ Name: 'High School', ParentSite: west })
  const room = await makeRoom(ask, 'Room 214', school)
  await portal.sql(
    `insert into alert (id, device_no, device_id, site_id, site_path, site_path_names, site_name, device_name, time_zone, type_key, severity, started_at)
     select gen_random_uuid(), device.no, device.id, site.id, site.path, '[]', site.name, device.name, site.time_zone, 'Temperature', 'Serious', now()
     from device join site on site.id = device.site_id where device.id = $1`,
    [room.id],
  )
  const { page, faults } = await visit()
  await haveSession(page, portal.url, await makeReader(portal, 'Rosa Reyes', { Language: 'es' }))
  await page.goto(`${portal.url}/site?siteId=${school}`)
  await page.getByRole('button', { name: 'Mover', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Mover High School a otro sitio superior' })
  await dialog.getByRole('combobox', { name: 'Nuevo sitio superior' }).click()
  await page.getByRole('option', { name: /East Campus$/ }).click()
  await dialog.getByText('Temperatura alta, Room 214').waitFor()
  await dialog.getByText('Oscuro').waitFor()
  expect(faults).toEqual([])
})
