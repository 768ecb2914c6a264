import type { Locator, Page } from 'playwright-core'

/** Reads alerts from the pages. */

export const openAlertCards = (page: Page) =>
  page.getByRole('region', { name: 'Open alerts' }).getByRole('article')

export const alertRows = (page: Page) =>
  page.getByRole('table', { name: 'Alerts' }).locator('tbody').getByRole('row')

/** Returns the number of new alerts at the current site, as shown at the bell. */
export async function bellCount(page: Page): Promise<number> {
  const label = await page.getByRole('button', { name: /^Notifications/ }).getAttribute('aria-label')
  return Number(/(\d+) new alert/.exec(label ?? '')?.[1] ?? 0)
}

/** Returns the texts of the elements, each on one line. */
export async function linesOf(elements: Locator): Promise<string[]> {
  return (await elements.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())
}
