import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { screenshotFolder } from './browser.ts'
import { listPageFaults } from './page-faults.ts'

/** Screens on which every page is checked. */
export const screens = [
  { width: 1440, height: 900, theme: 'light' },
  { width: 1440, height: 900, theme: 'dark' },
  { width: 390, height: 844, theme: 'light' },
  { width: 390, height: 844, theme: 'dark' },
] as const

type Screen = (typeof screens)[number]

export const screenOptions = ({ width, height, theme }: Screen): BrowserContextOptions => ({
  viewport: { width, height },
  colorScheme: theme,
  reducedMotion: 'reduce',
})

/** Waits until the page has finished loading. */
export async function settle(page: Page): Promise<void> {
  await expect.poll(() => page.locator('.skeleton, [aria-busy=true]').count()).toBe(0)
}

/** Returns the faults of the page, each prefixed with `name`. With SCREENSHOTS set, saves a screenshot. */
export async function look(page: Page, name: string, { width, theme }: Screen): Promise<string[]> {
  if (process.env.SCREENSHOTS) {
    await page.screenshot({ path: `${screenshotFolder}/${name}-${width}-${theme}.png`, fullPage: true })
  }
  return (await listPageFaults(page)).map((fault) => `${name}: ${fault}`)
}
