import { constants } from '@eot/contract/constants'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useBrowser, type Visit } from './src/browser.ts'
import { type FurnishedSchool, furnishSchool } from './src/furnished-school.ts'
import { desk, everyScreen, look, phone, screenOptions, screens, settle } from './src/look.ts'
import { administrator, startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { fillSignIn, haveSession, navigate, signIn } from './src/screens.ts'
import { alertRows, linesOf } from './src/shown-alerts.ts'

const visit = useBrowser()
let portal: TestPortal
let school: FurnishedSchool

beforeAll(async () => {
  portal = await startPortal()
  school = await furnishSchool(portal)
})

afterAll(() => portal?.stop())

/** Path of a page, and the element that shows that it has loaded. */
type Place = readonly [name: string, path: () => string, ready: (page: Page) => Promise<void>]

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor()
const at = (path: string) => () => `${path}${path.includes('?') ? '&' : '?'}siteId=${school.siteId}`

const places: Place[] = [
  ['dashboard', at('/dashboard'), (page) => page.getByRole('heading', { name: 'Latest alerts' }).waitFor()],
  ['alerts', at('/alerts'), (page) => page.getByRole('link', { name: 'Main Hallway' }).first().waitFor()],
  ['live', () => at(`/devices/live-sensor-data?deviceId=${school.troubled.id}`)(), heading('Comfort')],
  ['devices', at('/devices'), (page) => page.getByText('Chemistry Lab').first().waitFor()],
  ['add-device', at('/devices?add=true'), heading('Add device')],
  ['site', at('/site'), heading('Gateway tokens')],
  ['sub-sites', at('/site/sub-sites'), (page) => page.getByText('Science Wing').first().waitFor()],
  ['add-sub-site', at('/site/sub-sites?add=true'), heading('Add sub-site')],
  ['page-not-found', () => '/no-such-page', heading('Page Not Found')],
  ['site-not-found', () => '/dashboard?siteId=rubbish', heading('Site Not Found')],
]

/** A thorough run checks every page at both widths. Otherwise, each page is checked at one of them. */
const placesAt = (screen: (typeof everyScreen)[number]) =>
  screens.includes(desk) ? places : places.filter((_, nth) => (nth % 2 === 0) === (screen === desk))

describe.each(everyScreen)('at $width px', (screen) => {
  const options = screenOptions(screen)

  async function inspect({ page, faults }: Visit, name: string): Promise<string[]> {
    const found = await look(page, name, screen)
    // The browser reports the failed requests by which the page learns that the site does not exist.
    const reported = faults.filter(
      (fault) => name !== 'site-not-found' || !fault.startsWith('Failed to load'),
    )
    faults.length = 0
    return [...found, ...reported.map((fault) => `${name}: ${fault}`)]
  }

  test('the pages for signed-in users are accessible, fit the screen and report no errors', async () => {
    const visited = await visit(options)
    const { page } = visited
    await signIn(page, portal.url)
    const found: string[] = []
    for (const [name, path, ready] of placesAt(screen)) {
      await page.goto(portal.url + path())
      await ready(page)
      await settle(page)
      found.push(...(await inspect(visited, name)))
      if (name === 'alerts') {
        await page.getByRole('link', { name: 'Main Hallway' }).first().click()
        await page.getByRole('heading', { name: 'History' }).waitFor()
        await settle(page)
        found.push(...(await inspect(visited, 'alert-drawer')))
      }
    }
    expect(found).toEqual([])
  })

  const onPhone = screen === phone ? test : rare
  onPhone('the sign-in and error pages are accessible, fit the screen and report no errors', async () => {
    const visited = await visit(options)
    const { page, faults } = visited
    const found: string[] = []
    await page.goto(`${portal.url}/no-such-page`)
    await heading('Page Not Found')(page)
    found.push(...(await inspect(visited, 'nothing-there')))
    await page.goto(`${portal.url}/timeout`)
    await heading('Server Time Out')(page)
    found.push(...(await inspect(visited, 'timeout')))
    await page.goto(`${portal.url}/login`)
    await page.getByRole('button', { name: 'LOG IN' }).waitFor()
    found.push(...(await inspect(visited, 'login')))
    await fillSignIn(page, { email: 'nobody@example.org', password: 'not the password' })
    await page.getByRole('alert').waitFor()
    faults.length = 0 // the console reports the 400 response
    found.push(...(await inspect(visited, 'login-refused')))
    // Delays the permissions of the session until the page has been checked.
    const { promise: looked, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/users/me/permissions', (route) => looked.then(() => route.continue()))
    await fillSignIn(page, administrator)
    await page.getByRole('progressbar', { name: 'Signing in' }).waitFor()
    found.push(...(await inspect(visited, 'loading')))
    release()
    await page.waitForURL('**/dashboard')
    expect(found).toEqual([])
  })
})

test('the navigation is folded away below 850 px, and the top bar is lower at 550 px', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  const nav = page.getByRole('navigation', { name: 'Main' })
  const barHeight = async () => (await page.locator('header.topbar').boundingBox())?.height ?? 0
  const widen = (width: number) => page.setViewportSize({ width, height: 900 })

  await widen(constants.navCollapsePx)
  await nav.waitFor()
  await widen(constants.navCollapsePx - 1)
  await nav.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Menu', expanded: false }).click()
  await nav.getByRole('link', { name: 'ALERTS' }).waitFor()
  await page.keyboard.press('Escape')
  await nav.waitFor({ state: 'hidden' })

  await widen(constants.navNarrowPx + 1)
  const usual = await barHeight()
  await widen(constants.navNarrowPx)
  await expect.poll(barHeight).toBeLessThan(usual)
  expect(faults).toEqual([])
})

test('the code of a page loads when the page is opened', async () => {
  const { page } = await visit()
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  const has = (name: string) => loaded.some((path) => path.startsWith(`/assets/${name}-`))
  await signIn(page, portal.url)
  await page.getByRole('table').first().waitFor()
  expect([has('dashboard-page'), has('sub-sites-page')]).toEqual([true, false])
  await navigate(page, 'SITE')
  await navigate(page, 'SUB SITES')
  await page.getByRole('heading', { name: 'Sub-sites', level: 1 }).waitFor()
  expect(has('sub-sites-page')).toBe(true)
})

test.each([
  ['en-US', true],
  ['en-GB', false],
])('times are shown in the 12-hour or 24-hour clock of the locale %s', async (locale, hasTwelveHours) => {
  const { page } = await visit({ locale })
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/alerts?siteId=${school.siteId}`)
  await page.getByRole('link', { name: 'Main Hallway' }).first().waitFor()
  const rows = (await linesOf(alertRows(page))).join(' ')
  expect(rows).toMatch(/\d:\d\d/)
  expect(/\d\s[AP]M\b/.test(rows)).toBe(hasTwelveHours)
})

const typing = 'the search for %s accepts further typing while results load'
async function expectTyping(_name: string, path: string, wanted: string): Promise<void> {
  const { page } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}${path}?siteId=${school.siteId}`)
  const box = page.getByRole('main').getByRole('searchbox')
  const [first = '', second = ''] = wanted.split(' ')
  await box.click()
  await page.keyboard.type(first)
  await page.waitForURL((url) => url.search.includes(first))
  await page.keyboard.type(` ${second}`)
  await page.waitForURL((url) => url.search.includes(second))
  expect(await box.inputValue()).toBe(wanted)
  await page.getByRole('main').getByText(wanted).first().waitFor()
}
test.each([['devices', '/devices', 'Main Hallway']])(typing, expectTyping)
rare.each([
  ['alerts', '/alerts', 'Main Hallway'],
  ['sub-sites', '/site/sub-sites', 'Science Wing'],
])(typing, expectTyping)
