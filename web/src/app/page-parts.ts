import { requestLater } from '../texts/catalogs.ts'
import { languageAtStart } from '../texts/language.ts'

/** The frame of every page in the portal. */
export const loadPortal = () => import('./shell/portal.tsx')

/** Loaders of the most common first pages, whose code is requested at once. */
export const loadPage = {
  '/login': () => import('../features/auth/login-page.tsx'),
  '/dashboard': () => import('../features/dashboard/dashboard-page.tsx'),
  '/alerts': () => import('../features/alerts/alerts-page.tsx'),
  '/devices/live-sensor-data': () => import('../features/sensors/live-sensor-data-page.tsx'),
}

/** The texts of all other pages. `i18n.ts` adds them. */
export const requestLaterTexts = () => requestLater[languageAtStart()]()

/** Pages that show only texts of the program. All others wait for the rest of the texts. */
const pagesOfFirstTexts = new Set([...Object.keys(loadPage), '/loading', '/timeout', '/sitenotfound'])

export const needsLaterTexts = (path: string) => !pagesOfFirstTexts.has(path)
