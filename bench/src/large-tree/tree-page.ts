import type { PageBench } from '../bench-browser.ts'
import type { Figure } from '../figure.ts'
import { frameDetails, watchFrames } from '../page-frames.ts'
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
      frames.push(...(await watchFrames(page, scrollMs, '[role=treegrid]')))
    } finally {
      await page.context().close()
    }
  }
  return [
    figureOf('tree of 10,000 sites opens', median(opened), 300, { rounds: opened.map(Math.round) }),
    figureOf('frame while the tree scrolls, p95', quantile(frames, 0.95), 17.5, frameDetails(frames)),
  ]
}

/** The browser API used here, whose types are not loaded. */
interface Page {
  opening?: Promise<number>
  requestAnimationFrame(step: (at: number) => void): void
  document: {
    addEventListener(type: 'click', listen: (event: { timeStamp: number }) => void, how: object): void
    querySelector(what: string): { textContent: string } | null
  }
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

const figureOf = (name: string, value: number, goalMs: number, details: Record<string, unknown>): Figure =>
  treeFigure({ name, ms: round(value, 1), goalMs, floorMs: goalMs * 3, details })
