import { Trans, useTranslation } from 'react-i18next'
import { alertTypeName } from '../../domain/sensors/sensor-look.tsx'
import { useMinute, useNow } from '../../lib/time/now.ts'
import { agoText, sinceText } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { headlineText } from './headline-text.ts'
import type { Dashboard } from './use-dashboard.ts'

/** The most important sentence: whether anything is wrong, where, and whether someone has confirmed it. */
export function Headline({ dashboard }: { dashboard: Dashboard }) {
  const now = useMinute()
  const zone = useTimeZone()
  return <h1 tabIndex={-1}>{headlineText(dashboard, (instant) => sinceText(instant, zone, now))}</h1>
}

/** The latest alert, and how many devices are online. */
export function HeadlineContext({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation()
  const now = useNow()
  const { openAlerts, recentAlerts, online } = dashboard
  const latestOpen = openAlerts.toSorted((a, b) => b.StartAt.localeCompare(a.StartAt))[0]
  const latest = latestOpen ?? recentAlerts[0]
  const devices = online.data
  const line = devices && t('dashboard.devicesLine', { online: devices.Online, count: devices.Total })
  if (!latest) {
    return (
      <p>
        {t('dashboard.noneToday')} {line}
      </p>
    )
  }
  const key = latest.EndAt ? 'lastEnded' : latest.Confirmed ? 'latestOpenConfirmed' : 'latestOpen'
  return (
    <p>
      <Trans
        i18nKey={`dashboard.${key}`}
        values={{
          what: alertTypeName(latest.Type),
          device: latest.Device.Name,
          site: latest.Site.Name,
          name: latest.ConfirmedBy?.Name ?? '',
          ago: latest.EndAt ? agoText(latest.EndAt, now) : '',
        }}
        components={{ b: <b /> }}
      />{' '}
      {line}
    </p>
  )
}
