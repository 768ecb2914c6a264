import { constants } from '@eot/contract/constants'
import { sites } from '@eot/contract/sites'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom } from './src/rooms.ts'
import { haveSession } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let ask: Ask

beforeAll(async () => {
  portal = await startPortal()
  ask = await signInToApi(portal.url)
})
afterAll(() => portal?.stop())

/** A district with a campus of two schools, one of which has no devices, beside another campus. */
async function makeDistrict(name: string) {
  const add = async (Name: string, ParentSite?: string) =>
    (await ask(sites.create, { body: { Name, ...(ParentSite && { ParentSite }) } })).Id
  const district = await add(name)
  const north = await add('North Campus', district)
  const south = await add('South Campus', district)
  const school = await add('Lincoln High School', north)
  const annex = await add('Lincoln Annex', north)
  const room = await makeRoom(ask, 'Room 214', school)
  await makeRoom(ask, 'Room 9', south)
  return { district, north, annex, room }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const text = (page: Page, words: string) => page.getByRole('main').getByText(words, { exact: true })
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < constants.navCollapsePx

/** Switches a site in the tree of sites. */
async function act(page: Page, district: string, action: string): Promise<void> {
  await page.goto(`${portal.url}/admin/sites?siteId=${district}&show=all`)
  await page.getByRole('button', { name: 'Actions for North Campus' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** The names of the sites that the menu of sub-sites marks as inactive. */
async function markedInMenu(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: isPhone(page) ? /^Sites \d/ : /^Sub-sites/ }).click()
  const entries = page.getByRole('dialog').getByRole('link')
  await entries.first().waitFor()
  const names = await entries.filter({ hasText: 'Inactive' }).allInnerTexts()
  await page.keyboard.press('Escape')
  return names
}

describe.each(screens)('at a width of $width px', (screen) => {
  test('a campus that was switched off looks switched off on every page, until it is switched on', async () => {
    const { page, faults } = await visit(screenOptions(screen))
    await haveSession(page, portal.url)
    const name = `District ${screen.width}`
    const { district, north, annex, room } = await makeDistrict(name)
    const seen: string[] = []
    const open = async (path: string) => {
      await page.goto(portal.url + path)
      await settle(page)
    }
    const check = async (shot: string) => seen.push(...(await look(page, `inactive-${shot}`, screen)))

    await open(`/dashboard?siteId=${district}`)
    await heading(page, `All quiet across ${name}`).waitFor()
    await act(page, district, 'Deactivate')
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('North Campus was deactivated').waitFor()
    await expect.poll(() => text(page, 'Inactive').count()).toBe(3)
    await check('tree')

    await open(`/dashboard?siteId=${district}`)
    await heading(page, `All quiet across ${name}. Alerts are off at North Campus.`).waitFor()
    const row = page.getByRole('row', { name: /North Campus/ })
    await row.getByText('Inactive', { exact: true }).waitFor()
    await row.getByText('offline or alerts off').waitFor()
    expect(await markedInMenu(page)).toEqual([expect.stringContaining('North Campus')])
    await check('dashboard')

    await open(`/dashboard?siteId=${north}`)
    await heading(page, 'Alerts are off at North Campus').waitFor()
    await page.getByRole('banner').getByText('Inactive', { exact: true }).waitFor()
    const below = page.getByRole('row', { name: /Lincoln Annex/ })
    await below.getByText('offline or alerts off').waitFor()
    expect(await text(page, 'Inactive').count()).toBe(2)
    await check('dashboard-campus')

    await open(`/alerts?siteId=${district}`)
    await text(page, 'Alerts are off at North Campus.').waitFor()
    await open(`/alerts?siteId=${north}`)
    await text(page, 'Alerts are off at North Campus').waitFor()
    await check('alerts')

    await open(`/site/sub-sites?siteId=${district}`)
    await expect.poll(() => text(page, 'Inactive').count()).toBe(3)
    await check('sub-sites')

    await open(`/site?siteId=${annex}`)
    await text(page, 'Inactive, because North Campus is inactive').waitFor()
    await page.getByRole('banner').getByText('Inactive', { exact: true }).waitFor()
    await check('site')

    await open(`/devices?siteId=${district}`)
    await text(page, 'Site inactive').waitFor()
    await text(page, 'OFFLINE, alerts off').waitFor()
    await check('devices')

    await open(`/devices?siteId=${district}&deviceId=${room.id}`)
    await text(page, 'Site inactive').waitFor()
    await text(page, 'OFFLINE, alerts off').waitFor()
    await check('device')

    await open(`/devices/live-sensor-data?siteId=${district}&deviceId=${room.id}`)
    await text(page, 'OFFLINE, alerts off').waitFor()
    await check('live')

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('lincoln')
    const options = page.getByRole('option')
    await options
      .filter({ hasText: `${name} / North Campus` })
      .getByText('Inactive')
      .first()
      .waitFor()
    await check('palette')

    await act(page, district, 'Activate')
    await page.getByText('North Campus was activated').waitFor()
    await expect.poll(() => text(page, 'Inactive').count()).toBe(0)
    await open(`/devices?siteId=${district}`)
    await page.getByText('Room 214').first().waitFor()
    expect(await page.getByText(/alerts off|Site inactive/).count()).toBe(0)
    await open(`/dashboard?siteId=${district}`)
    await heading(page, `All quiet across ${name}`).waitFor()
    expect(seen).toEqual([])
    expect(faults).toEqual([])
  })
})

test('an open dashboard shows without a reload that someone else has switched a site off', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  const { district, north } = await makeDistrict('Watched District')
  await page.goto(`${portal.url}/dashboard?siteId=${district}`)
  await heading(page, 'All quiet across Watched District').waitFor()
  const put = (IsActive: boolean) => ask(sites.update, { params: { id: north }, body: { IsActive } })
  await put(false)
  await heading(page, 'All quiet across Watched District. Alerts are off at North Campus.').waitFor()
  await put(true)
  await heading(page, 'All quiet across Watched District').waitFor()
  expect(faults).toEqual([])
})
