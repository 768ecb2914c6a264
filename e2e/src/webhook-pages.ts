import type { Page } from 'playwright-core'

export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
export const value = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name }).click()
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export async function choose(page: Page, label: string, option: string) {
  await value(page, label).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
