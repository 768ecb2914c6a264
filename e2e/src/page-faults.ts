import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

declare const document: {
  documentElement: { scrollWidth: number; clientWidth: number }
  fonts: { ready: object }
}

/** What is wrong with a page as it stands: for assistive technology, or because it does not fit the screen. */
export async function listPageFaults(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    await document.fonts.ready
  })
  const { violations } = await new AxeBuilder({ page }).analyze()
  const told = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `axe ${id}: ${target.join(' ')} ${failureSummary}`),
  )
  const [wanted, given] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return [scrollWidth, clientWidth] as const
  })
  return wanted > given ? [...told, `${wanted} px wide on a screen of ${given} px`] : told
}
