import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

declare const document: {
  documentElement: { scrollWidth: number; clientWidth: number }
  fonts: { ready: object }
}

/** Accessibility violations of a page, and elements that do not fit the screen. */
export async function listPageFaults(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    await document.fonts.ready
  })
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `axe ${id}: ${target.join(' ')} ${failureSummary}`),
  )
  const [wanted, given] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return [scrollWidth, clientWidth] as const
  })
  return wanted > given ? [...found, `${wanted} px wide on a screen of ${given} px`] : found
}
