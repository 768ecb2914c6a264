import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { PageBench } from './bench-browser.ts'
import { type Figure, msFigure } from './figure.ts'
import { postSamples } from './page-busy.ts'
import { compared } from './page-drawn.ts'
import { readingsJson, SensorWalk } from './sensor-walk.ts'
import { median, round } from './statistics.ts'

/** A usual emulation of an older phone on a slow connection. */
const slowdown = 4
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'en-US' }

const goalMs = 2000
const paths = ['/login', '/dashboard', '/alerts', '/devices/live-sensor-data']

/** Result of one load with an empty cache. Times in ms since the navigation started, transferred sizes in bytes. */
interface View {
  paintMs: number
  lcpMs: number
  shift: number
  lcpText: string
  scriptBytes: number
  bytesBefore: number
  requestsBefore: number
}

/** Measures the time to the largest contentful paint of each page on a first visit, and its layout shift. */
export async function measureFirstView(bench: PageBench, isQuick: boolean): Promise<Figure[]> {
  await reportAnHour(bench)
  const signedIn = await bench.openPortal()
  const session = await signedIn.context().storageState()
  await signedIn.context().close()
  const figures: Figure[] = []
  for (const path of paths) {
    const views: View[] = []
    const stored = path === '/login' ? {} : { storageState: session }
    for (let round = 0; round < (isQuick ? 1 : 5); round++) {
      views.push(await openPage(bench.browser, bench.url + path, stored))
    }
    figures.push(...figuresOf(path, views))
  }
  return figures
}

/** Reports the past hour of the devices; one of them has an alert for half of it. */
async function reportAnHour({ url, devices }: PageBench): Promise<void> {
  const now = Date.now()
  for (const [index, device] of devices.slice(1, -compared).entries()) {
    const walk = new SensorWalk(index)
    const samples = Array.from({ length: 60 }, (_, minute) => {
      const readings = JSON.parse(readingsJson(walk.next())) as Record<string, number> // serialized by readingsJson
      if (index === 0 && minute > 30) readings.vape = 95
      return JSON.stringify({ at: now - (60 - minute) * 60_000, readings })
    })
    await postSamples(url, device, samples)
  }
}

async function openPage(browser: Browser, url: string, stored: BrowserContextOptions): Promise<View> {
  const context = await browser.newContext({ ...phone, ...stored })
  try {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', line)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(watchView)
    await page.goto(url)
    await page.locator('main h1').first().waitFor({ state: 'attached' })
    await page.waitForFunction(() => {
      const { document } = globalThis as unknown as { document: { querySelector(what: string): unknown } } // runs in the page
      return !document.querySelector('main .skeleton, main[aria-busy=true], main [aria-busy=true]')
    })
    await page.waitForLoadState('networkidle')
    // Content that arrives late shifts the page, too.
    await page.waitForTimeout(1500)
    return await readView(page)
  } finally {
    await context.close()
  }
}

/** Runs in the page before any other script. */
function watchView(): void {
  const seen = { lcpMs: 0, lcpText: '', shift: 0 }
  Object.assign(globalThis, { firstView: seen })
  // Browser entries differ from the Node.js types.
  type Entry = Record<string, unknown> & { startTime: number }
  type Observer = new (callback: (list: { getEntries(): Entry[] }) => void) => { observe(what: object): void }
  const BrowserObserver = PerformanceObserver as unknown as Observer
  const watch = (type: string, take: (entry: Entry) => void) => {
    new BrowserObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  }
  watch('largest-contentful-paint', (entry) => {
    seen.lcpMs = entry.startTime
    seen.lcpText = String((entry.element as { textContent?: string } | null)?.textContent ?? '').slice(0, 60)
  })
  watch('layout-shift', (entry) => {
    if (entry.hadRecentInput !== true) seen.shift += Number(entry.value)
  })
}

function readView(page: Page): Promise<View> {
  return page.evaluate(() => {
    const seen = Reflect.get(globalThis, 'firstView') as { lcpMs: number; lcpText: string; shift: number } // set by watchView
    const resources = performance.getEntriesByType('resource') as unknown as {
      name: string
      startTime: number
      responseEnd: number
      encodedBodySize: number
    }[] // the entries of this type
    const bytes = (some: typeof resources) =>
      some.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
    return {
      ...seen,
      paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      scriptBytes: bytes(resources.filter(({ name }) => name.endsWith('.js'))),
      bytesBefore: bytes(resources.filter(({ responseEnd }) => responseEnd <= seen.lcpMs)),
      requestsBefore: resources.filter(({ startTime }) => startTime <= seen.lcpMs).length,
    }
  })
}

function figuresOf(path: string, views: readonly View[]): Figure[] {
  const of = (field: 'lcpMs' | 'paintMs' | 'scriptBytes' | 'bytesBefore' | 'requestsBefore') =>
    median(views.map((view) => view[field]))
  const lcpMs = Math.round(of('lcpMs'))
  const shift = round(Math.max(...views.map((view) => view.shift)), 4)
  return [
    msFigure({
      key: `first-view ${path}`,
      title: `largest paint of ${path} on a slow phone`,
      value: lcpMs,
      goal: goalMs,
      floor: 2 * goalMs,
      details: {
        rounds: views.map((view) => Math.round(view.lcpMs)),
        firstPaintMs: Math.round(of('paintMs')),
        shows: views[0]?.lcpText,
        scriptKB: round(of('scriptBytes') / 1000, 1),
        bytesBeforeKB: round(of('bytesBefore') / 1000, 1),
        requestsBefore: of('requestsBefore'),
      },
    }),
    {
      better: 'less',
      yardstick: null,
      key: `shift ${path}`,
      title: `layout shift of ${path} until it is complete`,
      unit: '',
      value: shift,
      score: shift,
      goal: 0.05,
      floor: 0.1,
      details: { rounds: views.map((view) => round(view.shift, 4)) },
    },
  ]
}
