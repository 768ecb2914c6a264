import { t } from '../../texts/i18n.ts'
import { placesWithOpen } from './site-health.ts'
import type { Dashboard } from './use-dashboard.ts'

type Known = Pick<Dashboard, 'siteName' | 'rows' | 'hasSubSites' | 'openAlerts'> & {
  unconfirmed: Pick<Dashboard['unconfirmed'], 'count' | 'since'>
  open: Pick<Dashboard['open'], 'total'>
}

/** The sentence about open alerts and where they are, then how many of them, or of the last days, are unconfirmed. */
export function headlineText(dashboard: Known, dayOf: (instant: string) => string): string {
  const { open, siteName, rows, hasSubSites, openAlerts, unconfirmed } = dashboard
  const count = open.total
  if (count === 0) {
    const { count: left, since } = unconfirmed
    if (left === 0 || since === undefined) {
      return t(hasSubSites ? 'dashboard.quietAcross' : 'dashboard.quiet', { site: siteName })
    }
    return t('dashboard.noneOpen', { count: left, since: dayOf(since) })
  }
  const words = t('dashboard.open', { count })
  const { places, of } = placesWithOpen(rows)
  const sentence = !hasSubSites
    ? words
    : places === 0
      ? t('dashboard.openHere', { open: words, site: siteName })
      : t('dashboard.openAt', { open: words, places, count: of })
  const waiting = openAlerts.filter((alert) => !alert.Confirmed).length
  return waiting === 0 ? sentence : t('dashboard.openWaiting', { sentence, count: waiting })
}
