import { alerts } from '@eot/contract/alerts'
import { sites } from '@eot/contract/sites'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signInToApi } from './src/api.ts'
import { screenshotFolder, useBrowser } from './src/browser.ts'
import { desk, holdProgram, openSignedIn, phone } from './src/first-load.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom } from './src/rooms.ts'
import { connectSensor } from './src/sensor-client.ts'
import { storeTokens } from './src/stored-tokens.ts'

const visit = useBrowser()
let portal: TestPortal
let hall: string

beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  hall = (await ask(sites.create, { body: { Name: 'North Hall' } })).Id
  const sensor = await connectSensor(portal.mqttUrl, await makeRoom(ask, 'Restroom', hall))
  await sensor.publish({ readings: { vape: 90, temperature: 21 } })
  await sensor.close()
  const count = async () => (await ask(alerts.list, { query: { SiteId: hall } })).Total
  await vi.waitUntil(async () => (await count()) === 1, { timeout: 60_000 })
})
afterAll(() => portal?.stop())

const drawn = (page: Page) => page.locator('.first-frame .drawn')

/** Where a text is on the screen, and what it looks like. */
const looksOf = (text: Locator) =>
  text.evaluate((element) => {
    const { getComputedStyle } = globalThis as unknown as {
      getComputedStyle(of: unknown): Record<'fontSize' | 'fontWeight' | 'lineHeight' | 'color', string>
    } // runs in the page
    const { fontSize, fontWeight, lineHeight, color } = getComputedStyle(element)
    const { x, y, width, height } = element.getBoundingClientRect()
    // Layouts of the same page may differ by a 64th of a pixel.
    const place = [x, y, width, height].map((length) => Math.round(length * 8) / 8)
    return { text: element.textContent, fontSize, fontWeight, lineHeight, color, place }
  })

const pages = [
  {
    path: '/dashboard',
    says: 'dashboard: the headline',
    texts: ['.hero h1', '.hero p'],
    first: '1 open alert at 1 of 1 sub-site. 1 unconfirmed.',
  },
  {
    path: '/alerts',
    says: 'alerts: the totals and the first alert',
    texts: ['.sumline > span:nth-child(2)', '.cards h2', '.cards .t .truncate', '.cards .r.faint'],
    first: '1 ongoing',
  },
  {
    path: '/devices/live-sensor-data',
    says: 'live values: the device',
    texts: ['.dev-name b', '.dev-name small'],
    first: 'Restroom',
  },
]

describe.each(pages)('before the app has loaded, $says', ({ path, texts, first }) => {
  test.each([
    { name: 'a phone', options: phone },
    { name: 'a desk', options: desk },
  ])('can be read on $name, where the app then shows the same', async ({ options, name }) => {
    const { page, faults } = await openSignedIn(visit, portal.url, options)
    const release = await holdProgram(page)
    await page.goto(portal.url + path, { waitUntil: 'commit' })
    const [selector = ''] = texts
    await drawn(page).locator(selector).filter({ hasText: first }).waitFor()
    // Alerts in a table are left to the app.
    const shown = texts.filter((text) => !(text.startsWith('.cards') && options === desk))
    const before = await Promise.all(shown.map((text) => looksOf(drawn(page).locator(text))))
    if (process.env.SCREENSHOTS) {
      await page.screenshot({ path: `${screenshotFolder}/drawn${path.replaceAll('/', '-')}-${name}.png` })
    }
    // Screen readers wait for the app, so that they hear it once.
    expect(await page.getByRole('heading').count()).toBe(0)
    release()
    await page.locator('#main').locator(selector).waitFor()
    expect(await drawn(page).count()).toBe(0)
    // An element may be replaced while it is being looked at.
    const after = () =>
      Promise.all(shown.map((text) => looksOf(page.locator('#main').locator(text)))).catch(() => [])
    await expect.poll(after).toEqual(before)
    expect(faults).toEqual([])
  })
})

test('the site in the address decides what is drawn', async () => {
  const { page } = await openSignedIn(visit, portal.url, phone)
  await holdProgram(page)
  await page.goto(`${portal.url}/dashboard?siteId=${hall}`, { waitUntil: 'commit' })
  await drawn(page).getByText('1 open alert. 1 unconfirmed.').waitFor()
})

test('data of a site that is no longer the user’s own is not drawn', async () => {
  const { page } = await openSignedIn(visit, portal.url, phone)
  await page.addInitScript((siteId) => {
    const { localStorage } = globalThis as unknown as {
      localStorage: { setItem(key: string, text: string): void }
    } // runs in the page
    localStorage.setItem('eot.place', JSON.stringify({ siteId, zone: 'UTC', readsAlerts: true }))
  }, hall)
  await holdProgram(page)
  await page.goto(`${portal.url}/dashboard`, { waitUntil: 'commit' })
  await drawn(page).getByText('1 open alert at 1 of 1 sub-site. 1 unconfirmed.').waitFor()
})

test('nothing is drawn for a session that has ended', async () => {
  const { page } = await openSignedIn(visit, portal.url, phone)
  const ended = await page.request.post(`${portal.url}/api/auth/login`, {
    data: { Email: 'root@example.org', Password: 'the root of all sites' },
  })
  const tokens = await ended.json()
  await page.request.post(`${portal.url}/api/auth/logout`, {
    headers: { authorization: `Bearer ${tokens.AccessToken}` },
    data: { RefreshToken: tokens.RefreshToken },
  })
  await page.goto(`${portal.url}/favicon.svg`)
  await storeTokens(page, tokens)
  const release = await holdProgram(page)
  const statuses: number[] = []
  page.on('response', (response) => response.url().includes('/api/') && statuses.push(response.status()))
  await page.goto(`${portal.url}/dashboard`, { waitUntil: 'commit' })
  // The session's requests, and those of the dashboard of the site known from the last session.
  await expect.poll(() => statuses.length).toBe(9)
  expect(new Set(statuses)).toEqual(new Set([401]))
  release()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await drawn(page).count()).toBe(0)
})
