import { buildPortal } from '../../scripts/portal-build.ts'
import { openBrowser, type PageBench } from './bench-browser.ts'
import { withProgram } from './bench-program.ts'
import type { Figure } from './figure.ts'
import { measureBusy } from './page-busy.ts'
import { measureFirstView } from './page-first-view.ts'

/** What is measured in the browser; each takes a context of its own from the same Chromium and program. */
const measurements: ((bench: PageBench, isQuick: boolean) => Promise<Figure[]>)[] = [
  measureBusy,
  measureFirstView,
]

/** How the pages behave in a real Chromium, against the program as it is delivered. */
export async function measurePages(isQuick: boolean): Promise<Figure[]> {
  if (!(await buildPortal())) throw new Error('the portal could not be built')
  return withProgram(12, async (program) => {
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
