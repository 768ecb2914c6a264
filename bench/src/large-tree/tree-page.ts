import type { PageBench } from '../bench-browser.ts'
import type { Figure } from '../figure.ts'
import { median, quantile, round } from '../statistics.ts'
import { treeFigure } from './tree-figure.ts'

const scrollMs = 3000

/** Opens the page of the site tree from the dashboard, and scrolls through its 10,000 sites. */
export async function measureTreePage(bench: PageBench, isQuick: boolean): Promise<Figure[]> {
  const opened: number[] = []
  const frames: number[] = []
  for (let turn = 0; turn < (isQuick ? 2 : 6); turn++) {
    const page = await bench.openPortal()
    try {
      await page.goto(`${bench.url}/admin`)
      const link = page
        .getByRole('main')
        .getByRole('link', { name: /^Sites/ })
        .first()
      await link.waitFor()
      await page.waitForLoadState('networkidle')
      await page.evaluate(noteOpening)
      await link.click()
      const ms = await page.evaluate(waitForOpening)
      if (turn > 0) opened.push(ms)
      // The search shows all sites of the lowest level.
      await page.getByRole('main').getByRole('searchbox').fill('Floor')
      await page.getByRole('treegrid').getByText('Floor 1', { exact: true }).waitFor()
      frames.push(...(await page.evaluate(scrollThrough, scrollMs)))
    } finally {
      await page.context().close()
    }
  }
  return [
    figureOf('tree of 10,000 sites opens', median(opened), 300, { rounds: opened.map(Math.round) }),
    figureOf('frame while the tree scrolls, p95', quantile(frames, 0.95), 17.5, {
      frames: frames.length,
      p50: round(quantile(frames, 0.5), 1),
      most: round(Math.max(...frames), 1),
    }),
  ]
}

/** The browser API used here, whose types are not loaded. */
interface Page {
  opening?: Promise<number>
  requestAnimationFrame(step: (at: number) => void): void
  scrollBy(x: number, y: number): void
  document: {
    addEventListener(type: 'click', listen: (event: { timeStamp: number }) => void, how: object): void
    querySelector(what: string): Grid | null
  }
}

interface Grid {
  textContent: string
  scrollHeight: number
  clientHeight: number
  scrollBy(x: number, y: number): void
}

/** Runs in the page: measures from the next click to the frame in which the tree shows its first site. */
function noteOpening(): void {
  const page = globalThis as unknown as Page
  page.opening = new Promise((resolve) => {
    const listen = ({ timeStamp }: { timeStamp: number }) => {
      const look = (at: number) => {
        const isOpen = page.document.querySelector('[role=treegrid]')?.textContent.includes('Bench')
        if (isOpen) resolve(at - timeStamp)
        else page.requestAnimationFrame(look)
      }
      page.requestAnimationFrame(look)
    }
    page.document.addEventListener('click', listen, { capture: true, once: true })
  })
}

/** Runs in the page: returns the elapsed ms. */
function waitForOpening(): Promise<number> {
  return (globalThis as unknown as Page).opening ?? Promise.reject(new Error('nothing was clicked'))
}

/** Runs in the page: scrolls steadily and returns the milliseconds between frames. */
function scrollThrough(ms: number): Promise<number[]> {
  const page = globalThis as unknown as Page
  const grid = page.document.querySelector('[role=treegrid]')
  const scroller = grid && grid.scrollHeight > grid.clientHeight + 10 ? grid : page
  return new Promise((resolve) => {
    const gaps: number[] = []
    let first = 0
    let last = 0
    const step = (at: number) => {
      if (last > 0) gaps.push(at - last)
      else first = at
      last = at
      scroller.scrollBy(0, 60)
      if (at - first < ms) page.requestAnimationFrame(step)
      else resolve(gaps)
    }
    page.requestAnimationFrame(step)
  })
}

const figureOf = (name: string, value: number, goalMs: number, details: Record<string, unknown>): Figure =>
  treeFigure({ name, ms: round(value, 1), goalMs, floorMs: goalMs * 3, details })
