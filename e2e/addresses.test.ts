import { sites } from '@eot/contract/sites'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { settle } from './src/look.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { haveSession, navigate, signIn } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
const site = { own: '', north: '' }

beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  site.own = (await ask(sites.myPath)).siteId
  site.north = (await ask(sites.create, { body: { Name: 'North Hall' } })).Id
})
afterAll(() => portal?.stop())

/** The siteId of every link on the page; undefined for links without one. */
async function siteIdsOfLinks(page: Page): Promise<Set<string | undefined>> {
  const addresses = await page
    .locator('a[href^="/"]')
    .evaluateAll((links: { getAttribute(name: string): string | null }[]) =>
      links.map((link) => link.getAttribute('href') ?? ''),
    )
  return new Set(
    addresses.map((address) => new URL(address, portal.url).searchParams.get('siteId') ?? undefined),
  )
}

test("no link contains 'broken' or the id of the user's own site", async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  for (const siteId of ['broken', site.own]) {
    await page.goto(`${portal.url}/alerts?siteId=${siteId}`)
    await page.getByText('No alerts in this time range').waitFor()
    expect([...(await siteIdsOfLinks(page))].filter(Boolean)).toEqual([])
    await navigate(page, 'DEVICES')
    await page.waitForURL('**/devices')
    expect(new URL(page.url()).search).toBe('')
  }
  expect(faults).toEqual([])
})

test('navigating keeps the selected site', async () => {
  const { page } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/devices?siteId=${site.north}`)
  await page.getByText('No devices yet').waitFor()
  await navigate(page, 'ALERTS')
  await page.waitForURL(`**/alerts?siteId=${site.north}*`)
})

const strangeTimes = '%s opens with a time that no calendar has, and with the last one'

async function openStrangeTimes(path: string) {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  for (const endTime of [8.7e15, 2.5e14]) {
    const query = new URLSearchParams({ searchFilters: JSON.stringify({ startTime: 1, endTime }) })
    await page.goto(`${portal.url}${path}?${query}`)
    await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor()
    await settle(page)
  }
  expect(faults).toEqual([])
}

test.each(['/alerts'])(strangeTimes, openStrangeTimes)
rare.each(['/dashboard', '/reports/alerts', '/devices/historical-sensor-data', '/devices/alert-activity'])(
  strangeTimes,
  openStrangeTimes,
)

test('ratings of an unknown type are those of the default one', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/ratings?type=foo`)
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  await settle(page)
  expect(new URL(page.url()).searchParams.has('type')).toBe(false)
  expect(faults).toEqual([])
})

rare('the top bar shows the product title next to the logo: the mark and the parts of the path', async () => {
  const { page } = await visit()
  await signIn(page, portal.url)
  const title = page.locator('.topbar .product-title')
  await title.waitFor()
  await expect.poll(() => title.textContent()).toBe('EoT | DASHBOARD')
  await page.goto(`${portal.url}/devices/live-sensor-data`)
  await expect.poll(() => title.textContent()).toBe('EoT | DEVICES | LIVE-SENSOR-DATA')
  expect(await page.title()).toBe('EoT | DEVICES | LIVE-SENSOR-DATA')
})

test('beside the site, the page is named by the parts of its path, of which the last is no link', async () => {
  const { page, faults } = await visit({ viewport: { width: 1920, height: 1080 } })
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/devices/live-sensor-data?siteId=${site.north}`)
  const crumbs = page.getByRole('navigation', { name: 'Page' })
  await crumbs.getByText('Live Sensor Data', { exact: true }).waitFor()
  expect(await crumbs.getByRole('link').allInnerTexts()).toEqual(['Devices'])
  await crumbs.getByRole('link', { name: 'Devices' }).click()
  await page.waitForURL(`${portal.url}/devices?siteId=${site.north}`)
  await crumbs.locator('[aria-current=page]').getByText('Devices', { exact: true }).waitFor()
  expect(faults).toEqual([])
})

test.each(['/test', '/test2'])('%s, a page for developers, is not in a production build', async (path) => {
  const { page } = await visit()
  await haveSession(page, portal.url)
  await page.goto(portal.url + path)
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
})

rare('the URL of the alerts page has start and end, for the default range and for presets', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  const filters = (): { range?: string; startTime?: number; endTime?: number } =>
    JSON.parse(new URL(page.url()).searchParams.get('searchFilters') ?? '{}')
  const days = () => Math.round(((filters().endTime ?? 0) - (filters().startTime ?? 0)) / 86_400_000)
  await navigate(page, 'ALERTS')
  await expect.poll(filters).toMatchObject({ range: 'last7days', startTime: expect.any(Number) })
  expect(days()).toBe(7)
  await page.getByRole('button', { name: 'Last 28 days' }).click()
  await expect.poll(days).toBe(28)
  expect(filters().range).toBe('last28days')
  await page.goBack()
  await expect.poll(days).toBe(7)
  expect(faults).toEqual([])
})
