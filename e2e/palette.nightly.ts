import { constants } from '@eot/contract/constants'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from './src/browser.ts'
import { type FurnishedSchool, furnishSchool } from './src/furnished-school.ts'
import { holdResponse } from './src/hold-response.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { isSameLoad, markLoad, portalHeading, signIn } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let school: FurnishedSchool

beforeAll(async () => {
  portal = await startPortal()
  school = await furnishSchool(portal)
})
afterAll(() => portal?.stop())

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })
const field = (page: Page) => page.getByRole('combobox', { name: 'Search and commands' })
/** From the top bar, or on a phone from the navigation. */
async function openSearch(page: Page): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < constants.navCollapsePx
  if (isPhone) await page.getByRole('button', { name: 'Menu', expanded: false }).click()
  const place = isPhone ? page.getByRole('navigation', { name: 'Main' }) : page.getByRole('banner')
  await place.getByRole('button', { name: 'Search', exact: true }).click()
}

const option = (page: Page, name: RegExp) => palette(page).getByRole('option', { name })

test('Ctrl K finds a device by the beginning of a word and Enter opens it, without a reload', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  await markLoad(page)
  await page.keyboard.press('Control+k')
  await field(page).fill('lab chem')
  await option(page, /^Chemistry Lab/).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/devices/live-sensor-data?**')
  await palette(page).waitFor({ state: 'hidden' })
  await page.keyboard.press('/')
  await palette(page)
    .getByRole('group', { name: 'Recent' })
    .getByRole('option', { name: /^Chemistry Lab/ })
    .waitFor()
  expect(await isSameLoad(page)).toBe(true)
  expect(faults).toEqual([])
})

test('what is typed while the search is still loading is searched for', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  const { promise: typedAll, resolve: release } = Promise.withResolvers<void>()
  const asked = page.waitForRequest(/\/assets\/palette-.*\.js/)
  await page.route(/\/assets\/palette-.*\.js/, (route) => typedAll.then(() => route.continue()))
  await page.keyboard.press('Control+k')
  await asked
  // G and D would open a page.
  await page.keyboard.type('gd Lab')
  expect(await palette(page).count()).toBe(0)
  release()
  await palette(page).waitFor()
  expect(await field(page).inputValue()).toBe('gd Lab')
  await field(page).fill('')
  await page.keyboard.type('lab chem')
  await option(page, /^Chemistry Lab/).waitFor()
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await palette(page).waitFor()
  expect(await field(page).inputValue()).toBe('')
  expect(new URL(page.url()).pathname).toBe('/dashboard')
  expect(faults).toEqual([])
})

test('Enter opens no hit of an earlier text while the search for the current one is under way', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  await page.keyboard.press('Control+k')
  await field(page).fill('lab chem')
  await option(page, /^Chemistry Lab/).waitFor()
  const search = await holdResponse(page, ({ pathname }) => pathname === '/api/search')
  await field(page).fill('athletics')
  await palette(page).getByText('Loading').waitFor()
  await page.keyboard.press('Enter')
  await search.received
  search.release()
  await option(page, /^Athletics Center/).waitFor()
  expect(new URL(page.url()).pathname).toBe('/dashboard')
  expect(faults).toEqual([])
})

test('a prefix limits the search to one kind, and the arrow keys choose', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).click()
  await field(page).fill('@sci')
  await option(page, /^Science Wing.*(\d+ devices?|\d+ open)$/s).waitFor()
  expect(await palette(page).getByRole('listbox').getByRole('group').allInnerTexts()).toHaveLength(1)
  await field(page).fill('>d')
  await option(page, /^Dashboard/).waitFor()
  const chosen = () => palette(page).locator('[aria-selected=true]').innerText()
  const first = await chosen()
  await page.keyboard.press('ArrowDown')
  expect(await chosen()).not.toBe(first)
  await page.keyboard.press('ArrowUp')
  expect(await chosen()).toBe(first)
  await field(page).fill('no such thing')
  await palette(page).getByText('Nothing matches "no such thing"').waitFor()
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'hidden' })
  expect(faults).toEqual([])
})

test('G and a letter open a page outside of text fields, and ? lists the keys that work here', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  await page.keyboard.press('g')
  await page.keyboard.press('v')
  await page.waitForURL('**/devices**')
  await page.locator('#main [data-row]').first().waitFor()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await keys.getByRole('region', { name: 'In a list' }).waitFor()
  await keys.getByText('Dashboard').waitFor()
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
  const box = page.getByRole('main').getByRole('searchbox')
  await box.click()
  await page.keyboard.type('ga/?')
  expect(await box.inputValue()).toBe('ga/?')
  expect(new URL(page.url()).pathname).toBe('/devices')
  expect(faults).toEqual([])
})

test('single-key shortcuts are turned off in the account, on every device, while Ctrl K and Esc still work', async () => {
  const { page, faults } = await visit()
  const person = await makePerson(portal, { name: 'Sam Speech', role: 'Site Administrator' })
  await signIn(page, portal.url, person)
  await page.goto(`${portal.url}/account-info`)
  const keys = page.getByRole('switch', { name: 'Single-key shortcuts' })
  await keys.waitFor()
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok()),
    keys.click(),
  ])
  await expect.poll(() => keys.isChecked()).toBe(false)
  await page.getByRole('heading', { name: 'Keyboard' }).click()
  for (const key of ['/', '?', 'g', 'a']) await page.keyboard.press(key)
  await page.keyboard.press('Control+k')
  await palette(page).waitFor()
  expect(
    await palette(page)
      .getByRole('option', { name: /^Dashboard/ })
      .locator('kbd')
      .count(),
  ).toBe(0)
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'hidden' })
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe('/account-info')

  const elsewhere = await visit()
  await signIn(elsewhere.page, portal.url, person)
  await elsewhere.page.goto(`${portal.url}/devices`)
  await elsewhere.page.locator('#main [data-row]').first().waitFor()
  for (const key of ['f', 'j', '/', 'g', 'a']) await elsewhere.page.keyboard.press(key)
  const focused = elsewhere.page.locator('input:focus, [data-row] :focus')
  expect(await focused.count()).toBe(0)
  await elsewhere.page.keyboard.press('Control+k')
  await palette(elsewhere.page).waitFor()
  expect(new URL(elsewhere.page.url()).pathname).toBe('/devices')
  expect([...faults, ...elsewhere.faults]).toEqual([])
})

test('on a phone the search is the first entry of the navigation, and shows no keys', async () => {
  const { page, faults } = await visit({ viewport: { width: 390, height: 844 } })
  await signIn(page, portal.url)
  await openSearch(page)
  await palette(page).waitFor()
  expect(await palette(page).locator('kbd:visible').count()).toBe(0)
  await field(page).fill('lab chem')
  await option(page, /^Chemistry Lab/).click()
  await page.waitForURL('**/devices/live-sensor-data?**')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(faults).toEqual([])
})

test('the search offers only what the role may see', async () => {
  const { page, faults } = await visit()
  const viewer = await makePerson(portal, {
    name: 'Vera View',
    role: 'Viewer',
    site: 'Northfield High School',
  })
  await signIn(page, portal.url, viewer)
  await page.keyboard.press('Control+k')
  await option(page, /^Alerts/).waitFor()
  expect(await option(page, /^(Admin|Users|Add a)/).count()).toBe(0)
  await field(page).fill('vera')
  await palette(page).getByText('Nothing matches "vera"').waitFor()
  expect(faults).toEqual([])
})

describe.each(screens)('at $width px', (screen) => {
  test('the search and the list of shortcuts are accessible and fit the screen', async () => {
    const { page, faults } = await visit(screenOptions(screen))
    await signIn(page, portal.url)
    await page.goto(`${portal.url}/devices?siteId=${school.siteId}`)
    await portalHeading(page).waitFor()
    await settle(page)
    await openSearch(page)
    await field(page).fill('s')
    await option(page, /^Science Wing/).waitFor()
    const found = await look(page, 'palette', screen)
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    found.push(...(await look(page, 'shortcuts', screen)))
    expect([...found, ...faults]).toEqual([])
  })
})
