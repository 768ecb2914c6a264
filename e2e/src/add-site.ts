import type { Page } from 'playwright-core'
import { navigate } from './screens.ts'

/** Adds a sub-site to the current site on its page. */
export async function addSubSite(page: Page, name: string): Promise<void> {
  await navigate(page, 'SITE')
  await navigate(page, 'SUB SITES')
  await page.getByRole('button', { name: 'Add sub-site' }).first().click()
  const drawer = page.getByLabel('Add sub-site', { exact: true }).filter({ has: page.locator('form') })
  await drawer.getByLabel('Name').fill(name)
  await drawer.getByRole('button', { name: 'Add sub-site' }).click()
  await page.getByRole('main').getByRole('link', { name, exact: true }).waitFor()
}
