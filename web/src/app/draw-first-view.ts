import type { SitePath } from '@eot/contract/sites'
import type { GrantedPermissions, User } from '@eot/contract/users'
import type { Drawing } from '../domain/drawing.ts'
import { drawAlerts } from '../features/alerts/draw-alerts.ts'
import { drawDashboard } from '../features/dashboard/draw-dashboard.ts'
import { drawLive } from '../features/sensors/draw-live.ts'
import type { AnswersTo } from '../lib/api/early-read.ts'
import { opensPage, rightsOf } from '../session/rights.ts'
import { setClock } from '../texts/date-format.ts'
import { showLanguage } from '../texts/i18n.ts'
import { languageAtStart } from '../texts/language.ts'
import { showDrawn } from './first-frame.ts'
import type { FirstPage, FirstReads } from './first-reads.ts'

/** `isWide` is the same as `wide` in the routes of the page. */
const drawings: { [Page in FirstPage]: { draw: Drawing<FirstReads<Page>>; isWide?: boolean } } = {
  '/dashboard': { draw: drawDashboard },
  '/alerts': { draw: drawAlerts, isWide: true },
  '/devices/live-sensor-data': { draw: drawLive },
}

interface Session {
  rights: GrantedPermissions
  user: User
  site: SitePath
  now: number
}

/**
 * Draws the most important content of the page into the placeholder frame, without React, so that it can be read while
 * the app is still loading. Only for a session whose requests have all been answered.
 */
export async function drawFirstView<Page extends FirstPage>(
  page: Page,
  answers: AnswersTo<FirstReads<Page>>,
  { rights, user, site, now }: Session,
): Promise<void> {
  if (!opensPage(rightsOf(rights), page)) return
  const language = languageAtStart()
  // The language was changed on another device. The app will show the page in that language.
  if (user.Settings.Language && user.Settings.Language !== language) return
  await showLanguage(language)
  setClock(user.Settings.Clock)
  const { draw, isWide = false } = drawings[page]
  const content = draw(answers, { site, now })
  if (content) showDrawn(content, isWide)
}
