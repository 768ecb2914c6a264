import { sensorKeys } from '@eot/contract/vocabulary'
import type { PageBench, PortalPage } from './bench-browser.ts'
import { expectCount, type Figure, msFigure } from './figure.ts'
import { postSamples } from './page-busy.ts'
import { readingsJson, SensorWalk } from './sensor-walk.ts'
import { median, round } from './statistics.ts'

/** The last devices of the program, which have no other readings. */
export const compared = 6
const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Readings of each device: with 17 kinds and six devices, 102,000 points. */
const perDevice = 1000
const goalMs = 500
const linesWithPoints = 'main svg .history-mean'

/** The browser API used here, whose types are not loaded. */
interface Page {
  requestAnimationFrame(step: () => void): void
  document: {
    querySelectorAll(what: string): Iterable<{ getAttribute(name: string): string | null }>
    addEventListener(type: string, listen: () => void, options: object): void
  }
}

/**
 * Measures the time from a click on a range until 102,000 points of six devices, read from the server, have been painted.
 */
export async function measureDrawn(bench: PageBench, isQuick: boolean): Promise<Figure[]> {
  const devices = bench.devices.slice(-compared)
  const now = Date.now()
  for (const [index, device] of devices.entries()) {
    const walk = new SensorWalk(100 + index)
    const samples = Array.from({ length: perDevice }, (_, minute) => {
      const at = now - (perDevice - minute) * minuteMs
      return `{"at":${at},"readings":${readingsJson(walk.next())}}`
    })
    await postSamples(bench.url, device, samples)
  }
  const search = new URLSearchParams([
    ['siteId', bench.siteId],
    ['deviceId', JSON.stringify(devices.map(({ id }) => id))],
    ['searchFilters', JSON.stringify({ startTime: now - hourMs, endTime: now, sensors: sensorKeys })],
  ])
  const page = await bench.openPortal()
  try {
    const times: number[] = []
    for (let turn = 0; turn < (isQuick ? 1 : 5); turn++) {
      await page.goto(`${bench.url}/devices/historical-sensor-data?${search}`)
      await page
        .locator(linesWithPoints)
        .nth(compared * sensorKeys.length - 1)
        .waitFor({ state: 'attached' })
      await page.waitForLoadState('networkidle')
      const drawn = page.evaluate(waitForPoints, {
        selector: linesWithPoints,
        points: perDevice * compared * sensorKeys.length,
      })
      await page.getByRole('button', { name: 'Last 24 hours' }).click()
      times.push(await drawn)
      expectCount('points drawn', await countPoints(page), perDevice * compared * sensorKeys.length)
    }
    return [figureOf(times)]
  } finally {
    await page.context().close()
  }
}

/** Runs in the page. Returns the milliseconds from the next click until the frame after these points are in the document. */
function waitForPoints({ selector, points }: { selector: string; points: number }): Promise<number> {
  const { document, requestAnimationFrame } = globalThis as unknown as Page
  // A point takes at least the eight characters of "L0.0 0.0". Adding up lengths is cheaper than counting points.
  const least = points * 8
  return new Promise((resolve) => {
    const startOn = () => {
      const clickedAt = performance.now()
      const look = () => {
        let length = 0
        for (const line of document.querySelectorAll(selector)) length += line.getAttribute('d')?.length ?? 0
        // This callback runs before its frame is painted, and the next frame begins after that.
        if (length < least) requestAnimationFrame(look)
        else requestAnimationFrame(() => resolve(performance.now() - clickedAt))
      }
      look()
    }
    document.addEventListener('pointerdown', startOn, { once: true, capture: true })
  })
}

const countPoints = async (page: PortalPage) => {
  const paths = await page
    .locator(linesWithPoints)
    .evaluateAll((lines) =>
      (lines as unknown as { getAttribute(name: string): string }[]).map((line) => line.getAttribute('d')),
    )
  return paths.reduce((sum, path) => sum + (path.match(/[ML]/g)?.length ?? 0), 0)
}

function figureOf(times: readonly number[]): Figure {
  const ms = round(median(times), 0)
  return msFigure({
    key: 'points-drawn',
    title: 'from a click on a range until 102,000 points of six devices are drawn',
    value: ms,
    goal: goalMs,
    floor: 3 * goalMs,
    details: { times: times.map((time) => round(time, 0)) },
  })
}
