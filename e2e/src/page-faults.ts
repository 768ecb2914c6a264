import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

declare const document: {
  documentElement: { scrollWidth: number; clientWidth: number }
  fonts: { ready: object }
}
declare const window: {
  axe: { run(options: { resultTypes: string[] }): Promise<AxeResults> }
}

/** Accessibility violations of a page, and elements that do not fit the screen. */
export async function listPageFaults(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    await document.fonts.ready
  })
  // Run in the page itself, since the portal has no frames: @axe-core/playwright opens a tab for each result,
  // which takes four times as long.
  await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async () => (await window.axe.run({ resultTypes: ['violations'] })).violations,
  )
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `axe ${id}: ${target.join(' ')} ${failureSummary}`),
  )
  const [wanted, given] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return [scrollWidth, clientWidth] as const
  })
  return wanted > given ? [...found, `${wanted} px wide on a screen of ${given} px`] : found
}
