import type { Language } from '@eot/contract/languages'
import type { BrowserContextOptions, Page } from 'playwright-core'

/** A picture in the README or the guide. */
export interface Picture {
  name: string
  screen: BrowserContextOptions
  /** Those of the guide are taken in every language, since each has its own guide. */
  languages: readonly Language[]
  /** Whether several alerts should be open. */
  isBusy?: true
  /** Navigates from the dashboard to the subject of the picture. */
  show(page: Page, language: Language): Promise<void>
}

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
/** The demo has an incident within a minute of its start, but begins with 90 days of history on a busy machine. */
const incidentWithinMs = 600_000
const inGuide: readonly Language[] = ['en', 'es']

const openAlerts: Record<Language, string> = { en: 'Open alerts', es: 'Alertas abiertas' }

export const pictures: readonly Picture[] = [
  {
    name: 'live-dark',
    screen: { ...desktop, colorScheme: 'dark' },
    languages: ['en'],
    async show(page, language) {
      await openAlert(page, language)
      await page.getByRole('link', { name: 'Live values' }).click()
      // Wait for a line, not only the point of the first live sample.
      await page.locator('.tile path[d*="L"]').nth(1).waitFor({ state: 'attached' })
      await page.locator('main canvas').first().waitFor()
    },
  },
  {
    name: 'alert-light',
    screen: { ...desktop, colorScheme: 'light' },
    languages: inGuide,
    async show(page, language) {
      await openAlert(page, language)
      await page.locator('aside canvas').first().waitFor()
    },
  },
  {
    name: 'dashboard-dark',
    screen: { ...desktop, viewport: { width: 1440, height: 1000 }, colorScheme: 'dark' },
    languages: ['en'],
    isBusy: true,
    show: waitForAlerts,
  },
  {
    name: 'dashboard-phone',
    screen: { ...phone, colorScheme: 'light' },
    languages: inGuide,
    isBusy: true,
    show: waitForAlerts,
  },
  {
    name: 'alert-activity-light',
    screen: { ...desktop, colorScheme: 'light' },
    languages: inGuide,
    async show(page) {
      await open(page, '/devices/alert-activity')
      await page.locator('main table').first().waitFor()
    },
  },
  {
    name: 'sites-light',
    screen: { ...desktop, colorScheme: 'light' },
    languages: inGuide,
    async show(page) {
      await open(page, '/site/sub-sites')
      await page.locator('main').getByText('Oakridge Elementary School').waitFor()
    },
  },
]

const alertsOn = (page: Page, language: Language) =>
  page.getByRole('region', { name: openAlerts[language], exact: true })

async function openAlert(page: Page, language: Language): Promise<void> {
  await alertsOn(page, language).getByRole('link').first().click({ timeout: incidentWithinMs })
}

async function waitForAlerts(page: Page, language: Language): Promise<void> {
  await alertsOn(page, language).getByRole('article').nth(1).waitFor()
}

const open = (page: Page, path: string) => page.goto(new URL(path, page.url()).href)
