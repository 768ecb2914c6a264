import { sites } from '@eot/contract/sites'
import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { screenshotFolder, useBrowser } from './src/browser.ts'
import { holdProgram, openSignedIn } from './src/first-load.ts'
import { settle } from './src/look.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom } from './src/rooms.ts'
import { connectSensor } from './src/sensor-client.ts'

const visit = useBrowser()
let portal: TestPortal

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const desk = { viewport: { width: 1440, height: 900 } }
const portalPages = ['/dashboard', '/alerts', '/devices/live-sensor-data']

beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  const { Id } = await ask(sites.create, { body: { Name: 'North Hall' } })
  for (const name of ['Restroom', 'Gym', 'Library', 'Cafeteria']) {
    const sensor = await connectSensor(portal.mqttUrl, await makeRoom(ask, name, Id))
    await sensor.publish({
      readings: { vape: name === 'Restroom' ? 90 : 1, temperature: 21, ECO2: 600, noise: 40 },
    })
    await sensor.close()
  }
})
afterAll(() => portal?.stop())

/** A page with an empty cache, signed in if the path requires it. */
const openFresh = (path: string, options: BrowserContextOptions) =>
  path === '/login' ? visit(options) : openSignedIn(visit, portal.url, options)

declare const document: { documentElement: { dataset: Record<string, string | undefined> } }

describe.each([
  { path: '/login', says: 'Sign in' },
  { path: '/dashboard', says: 'LIVE' },
])('before the app has loaded, $path', ({ path, says }) => {
  test.each(['dark', 'light'] as const)('shows its frame in the stored theme, %s', async (theme) => {
    const { page } = await openFresh(path, { ...phone, colorScheme: theme === 'dark' ? 'light' : 'dark' })
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
  const { page, faults } = await openFresh('/dashboard', phone)
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

test('for an unknown site only its path is requested early', async () => {
  const missing = '01999999-9999-7999-8999-999999999999'
  const { page } = await openFresh('/dashboard', phone)
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
  '/login': 175_000,
  '/dashboard': 260_000,
  '/alerts': 290_000,
  '/devices/live-sensor-data': 285_000,
}
const mostScripts = 12

test.each(Object.entries(mostScriptBytes))(
  '%s needs few scripts, and one font initially',
  async (path, mostBytes) => {
    const { page } = await openFresh(path, phone)
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

/** Layout shift above which a page visibly jumps. */
const mostShift = 0.05

describe.each([
  { name: 'a phone', options: phone },
  { name: 'a desk', options: desk },
])('on a slow line at $name', ({ options }) => {
  test.each(['/login', ...portalPages])('%s does not jump while loading', async (path) => {
    const { page } = await openFresh(path, options)
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Network.enable')
    const bytesPerSecond = 200_000
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    })
    await page.addInitScript(noteShifts)
    await page.goto(portal.url + path)
    await page.locator('main h1').first().waitFor({ state: 'attached' })
    await settle(page)
    await page.waitForLoadState('networkidle')
    const shifts = await page.evaluate(() => Reflect.get(globalThis, 'shifts') as [number, string][]) // set by noteShifts
    const sum = shifts.reduce((total, [value]) => total + value, 0)
    expect(sum, shifts.map(([value, what]) => `${value.toFixed(3)} ${what}`).join('\n')).toBeLessThan(
      mostShift,
    )
  })
})

/** Runs in the page before any other script. Identifies shifted elements by their classes. */
function noteShifts(): void {
  interface Shift {
    value: number
    hadRecentInput: boolean
    sources: { node?: { nodeName?: string; className?: unknown; parentElement?: { className?: unknown } } }[]
  }
  type Observer = new (callback: (list: { getEntries(): Shift[] }) => void) => { observe(what: object): void }
  const shifts: [number, string][] = []
  Object.assign(globalThis, { shifts })
  const note = ({ value, hadRecentInput, sources }: Shift) => {
    if (hadRecentInput) return
    const names = sources.map(
      ({ node }) => `${node?.nodeName}.${node?.className} in ${node?.parentElement?.className}`,
    )
    shifts.push([value, names.join(', ')])
  }
  const BrowserObserver = PerformanceObserver as unknown as Observer // the entries differ from the Node.js types
  new BrowserObserver((list) => list.getEntries().forEach(note)).observe({
    type: 'layout-shift',
    buffered: true,
  })
}
