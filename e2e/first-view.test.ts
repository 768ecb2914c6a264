import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { screenshotFolder, useBrowser } from './src/browser.ts'
import { holdProgram, openFresh, phone, startPortalWithRooms } from './src/first-load.ts'
import { settle } from './src/look.ts'
import type { TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'

const visit = useBrowser()
let portal: TestPortal

beforeAll(async () => {
  portal = await startPortalWithRooms()
})
afterAll(() => portal?.stop())

declare const document: { documentElement: { dataset: Record<string, string | undefined> } }

describe.each([
  { path: '/login', says: 'Sign in' },
  { path: '/dashboard', says: 'LIVE' },
])('before the app has loaded, $path', ({ path, says }) => {
  rare.each(['dark', 'light'] as const)('shows its frame in the stored theme, %s', async (theme) => {
    const { page } = await openFresh(visit, portal.url, path, {
      ...phone,
      colorScheme: theme === 'dark' ? 'light' : 'dark',
    })
    await page.addInitScript(
      (choice) => {
        const { localStorage } = globalThis as unknown as {
          localStorage: { setItem(key: string, text: string): void }
        }
        localStorage.setItem('eot.theme', choice)
      },
      theme === 'dark' ? 'Dark' : 'Light',
    )
    const release = await holdProgram(page)
    await page.goto(portal.url + path, { waitUntil: 'commit' })
    // Until the styles have come, which the first paint waits for, neither frame is hidden.
    await expect.poll(() => page.locator('.first-frame:visible').count()).toBe(1)
    await page.locator('.first-frame:visible').getByText(says).waitFor()
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme)
    if (process.env.SCREENSHOTS) {
      await page.screenshot({ path: `${screenshotFolder}/first-frame${path.replace('/', '-')}-${theme}.png` })
    }
    release()
    // The heading of the loading page may still be present next to that of the page.
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expect.poll(() => page.locator('.first-frame:visible').count()).toBe(0)
  })
})

test('the data of the session and the dashboard is requested before the app has loaded, and only once', async () => {
  const { page, faults } = await openFresh(visit, portal.url, '/dashboard', phone)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname + search)
  })
  const release = await holdProgram(page)
  await page.goto(`${portal.url}/dashboard`, { waitUntil: 'commit' })
  await expect.poll(() => asked.length).toBe(9)
  const withoutId = (url: string) => url.replace(/\?.*/, '').replace(/[0-9a-f-]{36}/, ':id')
  expect(asked.map(withoutId).toSorted()).toEqual([
    '/api/alerts',
    '/api/alerts',
    '/api/alerts',
    '/api/devices/online',
    '/api/sites/:id',
    '/api/sites/me/path',
    '/api/sites/tree',
    '/api/users/me',
    '/api/users/me/permissions',
  ])
  const early = asked.splice(0)
  // Blocked because the live connection requests events that it may have missed.
  await page.route('**/ws/**', (route) => route.abort())
  await page.routeWebSocket('**/ws/**', () => undefined)
  release()
  await page.getByRole('heading', { name: /open alert/ }).waitFor()
  expect(asked.filter((url) => early.includes(url))).toEqual([])
  expect(faults.filter((fault) => !fault.includes('/ws/'))).toEqual([])
})

rare('for an unknown site only its path is requested early', async () => {
  const missing = '01999999-9999-7999-8999-999999999999'
  const { page } = await openFresh(visit, portal.url, '/dashboard', phone)
  const asked: string[] = []
  page.on(
    'request',
    (request) => request.url().includes(missing) && asked.push(new URL(request.url()).pathname),
  )
  await page.goto(`${portal.url}/dashboard?siteId=${missing}`)
  await page.getByRole('heading', { name: 'Site Not Found' }).waitFor()
  expect(asked.filter((path) => path.startsWith('/api/') && path !== '/api/live/events')).toEqual([
    `/api/sites/${missing}/path`,
  ])
})

/** Gzipped bytes of scripts until the page is complete, without charts and the live connection. */
const mostScriptBytes = {
  '/login': 181_500,
  '/dashboard': 217_500,
  '/alerts': 260_000,
  '/devices/live-sensor-data': 290_000,
}
/** The list of alerts shares a file with the report of alerts, and lists and pickers share the code of dialogs. */
const mostScripts = 14

test.each(Object.entries(mostScriptBytes))(
  '%s needs few scripts, and one font initially',
  async (path, mostBytes) => {
    const { page } = await openFresh(visit, portal.url, path, phone)
    const scripts = new Set<string>()
    const fonts: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.endsWith('.js') && !/canvas-engine|\/esm-/.test(pathname)) scripts.add(pathname)
      if (pathname.endsWith('.woff2')) fonts.push(pathname)
    })
    await page.goto(portal.url + path)
    await page.locator('main h1').first().waitFor({ state: 'attached' })
    await settle(page)
    const sizes = await Promise.all(
      [...scripts].map(async (script) => {
        const answer = await fetch(portal.url + script, { headers: { 'accept-encoding': 'gzip' } })
        return { script, bytes: Number(answer.headers.get('content-length')) }
      }),
    )
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    expect(total, sizes.map(({ script, bytes }) => `${bytes} ${script}`).join('\n')).toBeLessThan(mostBytes)
    expect([...scripts].length, [...scripts].join(' ')).toBeLessThanOrEqual(mostScripts)
    expect(fonts[0]).toMatch(/geist-latin-wght/)
    const preload = page.locator('link[rel=preload][as=font]')
    expect(await preload.count()).toBe(1)
    expect(new URL((await preload.getAttribute('href')) ?? '', portal.url).pathname).toBe(fonts[0])
    expect(fonts.filter((font) => font === fonts[0])).toHaveLength(1)
  },
)
