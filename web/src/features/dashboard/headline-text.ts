import type { devices } from '@eot/contract/devices'
import type { AnswerOf } from '@eot/contract/endpoint'
import { offText } from '../../domain/inactive-sites.ts'
import { alertTypeName } from '../../domain/sensors/sensor-names.ts'
import { agoText } from '../../lib/time/time.ts'
import { t } from '../../texts/i18n.ts'
import type { DashboardFacts } from './dashboard-facts.ts'
import { placesWithOpen } from './site-health.ts'

type Known = Pick<
  DashboardFacts,
  'siteName' | 'isOff' | 'inactiveSites' | 'rows' | 'hasSubSites' | 'openAlerts'
> & {
  /** Alerts of the last days, open or ended, and the start of the oldest. `count` is undefined if it is not known. */
  unconfirmed: { count: number | undefined; since: string | undefined }
  open: { total: number }
}

/** Returns the sentence about open alerts and their places, then the number of unconfirmed ones, open or of the last days. */
export function headlineText(dashboard: Known, dayOf: (instant: string) => string): string {
  const { open, siteName, isOff, rows, hasSubSites, openAlerts, unconfirmed } = dashboard
  const count = open.total
  const words = t('dashboard.open', { count })
  if (count === 0) {
    if (isOff) return t('dashboard.off', { site: siteName })
    const off = offText(dashboard.inactiveSites)
    const { count: left, since } = unconfirmed
    if (left === undefined) return off ? `${words}. ${off}` : words
    if (left === 0 || since === undefined) {
      const quiet = t(hasSubSites ? 'dashboard.quietAcross' : 'dashboard.quiet', { site: siteName })
      return off ? `${quiet}. ${off}` : quiet
    }
    return [t('dashboard.noneOpen', { count: left, since: dayOf(since) }), off].filter(Boolean).join(' ')
  }
  const { places, of } = placesWithOpen(rows)
  const sentence = !hasSubSites
    ? words
    : places === 0
      ? t('dashboard.openHere', { open: words, site: siteName })
      : t('dashboard.openAt', { open: words, places, count: of })
  const waiting = openAlerts.filter((alert) => !alert.Confirmed).length
  return waiting === 0 ? sentence : t('dashboard.openWaiting', { sentence, count: waiting })
}

/** Stands for the emphasized part in a sentence. A private-use character, so it appears in no text. */
const mark = '\uE000'

/** A sentence with one emphasized part. */
export interface Emphasized {
  before: string
  strong: string
  after: string
}

/** The latest alert. undefined: there was none in the last day. `now` in epoch ms. */
export function latestAlertText(
  { openAlerts, recentAlerts }: Pick<DashboardFacts, 'openAlerts' | 'recentAlerts'>,
  now: number,
): Emphasized | undefined {
  const latestOpen = openAlerts.toSorted((a, b) => b.StartAt.localeCompare(a.StartAt))[0]
  const latest = latestOpen ?? recentAlerts[0]
  if (!latest) return undefined
  const key = latest.EndAt ? 'lastEnded' : latest.Confirmed ? 'latestOpenConfirmed' : 'latestOpen'
  const [before = '', after = ''] = t(`dashboard.${key}`, {
    alert: mark,
    site: latest.Site.Name,
    name: latest.ConfirmedBy?.Name ?? '',
    ago: latest.EndAt ? agoText(latest.EndAt, now) : '',
  }).split(mark)
  const strong = t('dashboard.alertIn', { what: alertTypeName(latest.Type), device: latest.Device.Name })
  return { before, strong, after }
}

/** Says that there was no alert in the last day, once its alerts have been read. */
export const noneTodayText = ({ data }: { data: unknown }): string =>
  data === undefined ? '' : t('dashboard.noneToday')

/** States how many devices are online, and for how many no alerts are raised. */
export function devicesText({ Online, Total, Items }: AnswerOf<typeof devices.online>): string {
  const off = Items.filter(({ Unwatched }) => Unwatched).length
  const line = t('dashboard.devicesLine', { online: Online, count: Total })
  return off === 0 ? line : `${line} ${t('dashboard.alertsOff', { count: off })}`
}
