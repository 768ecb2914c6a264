import { buildPortal } from '../../scripts/portal-build.ts'
import { openBrowser, type PageBench } from './bench-browser.ts'
import { withProgram } from './bench-program.ts'
import type { Figure } from './figure.ts'
import { measureBusy } from './page-busy.ts'
import { compared, measureDrawn } from './page-drawn.ts'
import { measureFirstView } from './page-first-view.ts'
import { measureOpen } from './page-open.ts'

/** Browser measurements. Each opens its own context in the same Chromium, on the same program. */
const measurements: ((bench: PageBench, isQuick: boolean) => Promise<Figure[]>)[] = [
  measureBusy,
  measureFirstView,
  measureDrawn,
  measureOpen,
]

/** Measures the pages in a real Chromium, on the program as shipped. */
export async function measurePages(isQuick: boolean): Promise<Figure[]> {
  if (!(await buildPortal())) throw new Error('the portal could not be built')
  return withProgram(12 + compared, async (program) => {
    const browser = await openBrowser(program)
    try {
      const figures: Figure[] = []
      for (const measure of measurements) figures.push(...(await measure(browser, isQuick)))
      return figures
    } finally {
      await browser.close()
    }
  })
}
