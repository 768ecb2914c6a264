import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from './src/browser.ts'
import { desk, openFresh, phone, portalPages, startPortalWithRooms } from './src/first-load.ts'
import { settle } from './src/look.ts'
import type { TestPortal } from './src/portal.ts'

const visit = useBrowser()
let portal: TestPortal

beforeAll(async () => {
  portal = await startPortalWithRooms()
})
afterAll(() => portal?.stop())

/** Layout shift above which a page visibly jumps. */
const mostShift = 0.05

describe.each([
  { name: 'a phone', options: phone },
  { name: 'a desk', options: desk },
])('on a slow line at $name', ({ options }) => {
  test.each(['/login', ...portalPages])('%s does not jump while loading', async (path) => {
    const { page } = await openFresh(visit, portal.url, path, options)
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
