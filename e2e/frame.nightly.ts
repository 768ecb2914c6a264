import { constants } from '@eot/contract/constants'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from './src/browser.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { signIn } from './src/screens.ts'

declare const document: { documentElement: { dataset: Record<string, string | undefined> } }

const visit = useBrowser()
let portal: TestPortal

beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

test('for an unknown site nothing is requested except its path', async () => {
  const { page } = await visit()
  await signIn(page, portal.url)
  const missing = '01999999-9999-7999-8999-999999999999'
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, href } = new URL(request.url())
    if (pathname.startsWith('/api/') && href.includes(missing)) asked.push(pathname)
  })
  await page.goto(`${portal.url}/dashboard?siteId=${missing}`)
  await page.getByRole('heading', { name: 'Site Not Found' }).waitFor()
  await page.locator('.live-state .beat').waitFor({ state: 'attached' })
  await expect.poll(() => asked).toContain('/api/live/events')
  // The rooms of the site are joined before the page loads, so that no event is missed.
  expect(asked.toSorted()).toEqual(['/api/live/events', `/api/sites/${missing}/path`])
})

test('a navigation opened as an overlay moves next to the page when the window is widened, and folds away otherwise', async () => {
  const size = { width: constants.navCollapsePx - 1, height: 900 }
  const { page } = await visit({ viewport: size })
  await signIn(page, portal.url)
  const nav = page.getByRole('navigation', { name: 'Main' })
  const over = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Menu' }).click()
  await over.getByRole('link', { name: 'ALERTS' }).waitFor()

  await page.setViewportSize({ width: 1440, height: 900 })
  await over.waitFor({ state: 'detached' })
  await nav.getByRole('link', { name: 'ALERTS' }).click()
  await page.waitForURL('**/alerts*')

  await page.setViewportSize(size)
  await nav.waitFor({ state: 'hidden' })
  await page.locator('.shell.no-nav').waitFor()
  expect(await over.count()).toBe(0)
})

test('the page is marked as started as soon as the portal is running', async () => {
  const { page } = await visit()
  await page.goto(`${portal.url}/login`)
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.app)).toBe('started')
})

/** Compressed bytes that a phone has to load before it shows the form. */
const mostBytesOfCode = 200_000

test('the first page is compressed and small', async () => {
  const { page } = await visit()
  const sizes = new Map<string, number>()
  const unpacked: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!/\/assets\/.*\.(js|css)$/.test(pathname)) return
    const headers = response.headers()
    const bytes = Number(headers['content-length'])
    sizes.set(pathname, bytes)
    if (bytes > 1024 && headers['content-encoding'] === undefined) unpacked.push(pathname)
  })
  await page.goto(`${portal.url}/login`)
  await page.getByRole('button', { name: 'LOG IN' }).waitFor()
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  expect(unpacked).toEqual([])
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(mostBytesOfCode)
})

test.each([
  ['/devices', 'DEVICES'],
  ['/devices/import', 'DEVICES'],
  ['/devices/live-sensor-data', 'LIVE SENSOR DATA'],
  ['/site/sub-sites/import', 'SUB SITES'],
  ['/admin/devices', 'DEVICES'],
])('%s is within one entry of the navigation, %s', async (path, name) => {
  const { page } = await visit()
  await signIn(page, portal.url)
  await page.goto(portal.url + path)
  const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]')
  await expect.poll(() => current.allInnerTexts()).toEqual([name])
})
