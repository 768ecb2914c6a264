import type { PortalPage } from './bench-browser.ts'
import { quantile, round } from './statistics.ts'

/** The browser API used here, whose types are not loaded. */
interface Scroller {
  scrollBy(x: number, y: number): void
}
interface Page extends Scroller {
  requestAnimationFrame(step: (at: number) => void): void
  document: {
    querySelector(what: string): (Scroller & { scrollHeight: number; clientHeight: number }) | null
  }
}

/**
 * Returns the milliseconds between frames of the page. With the selector `scrolled`, scrolls that element meanwhile, or the page
 * if the element does not scroll.
 */
export const watchFrames = (page: PortalPage, forMs: number, scrolled?: string): Promise<number[]> =>
  page.evaluate(countFrames, { ms: forMs, scrolled })

/** Runs in the page. Returns the milliseconds between frames. */
function countFrames({ ms, scrolled }: { ms: number; scrolled: string | undefined }): Promise<number[]> {
  const page = globalThis as unknown as Page
  const found = scrolled === undefined ? null : page.document.querySelector(scrolled)
  const scroller = found && found.scrollHeight > found.clientHeight + 10 ? found : page
  return new Promise((resolve) => {
    const gaps: number[] = []
    let first = 0
    let last = 0
    const step = (at: number) => {
      if (last > 0) gaps.push(at - last)
      else first = at
      last = at
      if (scrolled !== undefined) scroller.scrollBy(0, 60)
      if (at - first < ms) page.requestAnimationFrame(step)
      else resolve(gaps)
    }
    page.requestAnimationFrame(step)
  })
}

/** Returns the details of a figure about frames. */
export const frameDetails = (frames: readonly number[]) => ({
  frames: frames.length,
  p50: round(quantile(frames, 0.5), 1),
  most: round(Math.max(...frames), 1),
})
