import type { Page } from 'playwright-core'

/** Locates a subscription in the list. */
export const row = (page: Page, name: string) =>
  page.getByRole('main').locator('[data-row]').filter({ hasText: name })

export const save = (page: Page) => page.getByRole('button', { name: /^Save/ }).click()

/** Chooses an option by typing. */
export async function pick(page: Page, label: string, typed: string, option: string | RegExp) {
  await page.getByRole('combobox', { name: label, exact: true }).fill(typed)
  await page.getByRole('option', { name: option }).click()
}
