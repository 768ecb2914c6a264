import './hero.css'
import { type Drawing, rowsRoom } from '../../domain/drawing.ts'
import { element } from '../../lib/element.ts'
import { sinceText } from '../../lib/time/time.ts'
import { t } from '../../texts/i18n.ts'
import { dashboardFacts } from './dashboard-facts.ts'
import type { firstDashboardReads } from './dashboard-reads.ts'
import { devicesText, headlineText, latestAlertText, noneTodayText } from './headline-text.ts'

/** The headline and its context, as in headline.tsx, above a placeholder for the rest. */
export const drawDashboard: Drawing<ReturnType<typeof firstDashboardReads>> = (answers, { site, now }) => {
  const { tree, online, open, recent, unconfirmed } = answers
  if (online.Total === 0 || !open || !recent || !unconfirmed) {
    return [hero(element('h1', '', site.name || t('dashboard.title')))]
  }
  // With several pages of open alerts, the sentence is known only once all have loaded.
  if (open.Total > (open.Items?.length ?? 0)) return undefined
  const facts = dashboardFacts(
    {
      siteId: site.siteId,
      siteName: site.name,
      inactive: site.inactive,
      subSites: tree[0]?.SubSites ?? [],
      devices: online.Items,
      open: open.Items ?? [],
      recent: recent.Items ?? [],
    },
    now,
  )
  const known = { count: unconfirmed.Total, since: unconfirmed.Items?.[0]?.StartAt }
  const headline = headlineText({ ...facts, open: { total: open.Total }, unconfirmed: known }, (instant) =>
    sinceText(instant, site.timeZone, now),
  )
  const latest = latestAlertText(facts, now)
  const context = latest
    ? [latest.before, element('b', '', latest.strong), `${latest.after} `]
    : [`${noneTodayText({ data: recent })} `]
  return [
    hero(element('div', '', element('h1', '', headline), element('p', '', ...context, devicesText(online)))),
    rowsRoom('card'),
  ]
}

const hero = (content: HTMLElement) => element('div', 'hero', content)
