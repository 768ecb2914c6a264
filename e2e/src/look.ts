import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { screenshotFolder } from './browser.ts'
import { listPageFaults } from './page-faults.ts'

type Theme = 'light' | 'dark'

/** With SCREENSHOTS and in the nightly run, every page is checked at both widths, in both themes. */
const isThorough = Boolean(process.env.SCREENSHOTS ?? process.env.NIGHTLY)

const themesOf = (theme: Theme): readonly Theme[] => (isThorough ? ['light', 'dark'] : [theme])

interface Screen {
  readonly width: number
  readonly height: number
  readonly themes: readonly Theme[]
}

export const desk: Screen = { width: 1440, height: 900, themes: themesOf('light') }
export const phone: Screen = { width: 390, height: 844, themes: themesOf('dark') }

/** For a test that opens every page once. */
export const everyScreen = [desk, phone]

/** Screens on which a feature is checked. The phone, where things fit least, unless the run is thorough. */
export const screens = isThorough ? everyScreen : [phone]

export const screenOptions = ({ width, height, themes }: Screen): BrowserContextOptions => ({
  viewport: { width, height },
  colorScheme: themes[0] ?? 'light',
  reducedMotion: 'reduce',
})

/** Waits until the page has finished loading. */
export async function settle(page: Page): Promise<void> {
  await expect.poll(() => page.locator('.skeleton, [aria-busy=true]').count()).toBe(0)
}

declare const document: { documentElement: { dataset: { theme?: string } } }

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme)

/**
 * Returns the faults of the page in the themes of the screen, each prefixed with `name`. The page must follow the theme
 * of the system, and keeps the last one. With SCREENSHOTS set, saves screenshots.
 */
export async function look(page: Page, name: string, { width, themes }: Screen): Promise<string[]> {
  const found: string[] = []
  // The current theme first, which saves a change.
  for (const theme of (await themeOf(page)) === themes[0] ? themes : themes.toReversed()) {
    await page.emulateMedia({ colorScheme: theme })
    await expect.poll(() => themeOf(page), { message: `theme of ${name}` }).toBe(theme)
    if (process.env.SCREENSHOTS) {
      await page.screenshot({ path: `${screenshotFolder}/${name}-${width}-${theme}.png`, fullPage: true })
    }
    found.push(...(await listPageFaults(page)).map((fault) => `${name}, ${theme}: ${fault}`))
  }
  return found
}
