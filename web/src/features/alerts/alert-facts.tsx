import type { Alert } from '@eot/contract/alerts'
import { devices } from '@eot/contract/devices'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlertValues } from '../../domain/alerts/alert-title.tsx'
import { DeviceStatus } from '../../domain/device-status.tsx'
import { Ago } from '../../domain/time-text.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { useMinute } from '../../lib/time/now.ts'
import { clockTime, shortTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { useAllowed } from '../../session/use-session.tsx'
import type { AlertSeries } from './use-alert-series.ts'

/** The four key figures of an alert. */
export function AlertFacts({ alert, series }: { alert: Alert; series: AlertSeries }) {
  const { t } = useTranslation()
  const { text, levelText, unit } = useAlertValues(alert)
  const zone = useTimeZone()
  const now = useMinute()
  if (alert.Sensor === null) return <DeviceFacts deviceId={alert.Device.Id} />
  const last = series.points.at(-1)?.[1]
  return (
    <dl className="facts">
      {alert.EndAt === null && last !== undefined && (
        <Fact name={t('alerts.now')} value={text(last)} unit={unit} />
      )}
      {alert.Peak !== null && (
        <Fact
          name={t('alerts.peak')}
          value={text(alert.Peak)}
          unit={unit}
          note={alert.PeakAt && shortTime(alert.PeakAt, zone, now, clockTime)}
        />
      )}
      {alert.Value !== null && <Fact name={t('alerts.atRaise')} value={text(alert.Value)} unit={unit} />}
      {alert.Threshold !== null && (
        <Fact name={t('alerts.limit')} value={levelText(alert.Threshold)} unit={unit} />
      )}
    </dl>
  )
}

/** A note replaces the unit, which the neighboring figures already show. */
function Fact(props: { name: string; value: ReactNode; unit?: string; note?: string | null }) {
  const { name, value, unit, note } = props
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value} {(note || unit) && <small>{note || unit}</small>}
      </dd>
    </div>
  )
}

/** For alerts without a sensor: facts about the device itself. */
function DeviceFacts({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const allowed = useAllowed('ViewDevices')
  const { data } = useQuery({
    ...queryOf(devices.status, { params: { id: deviceId } }),
    enabled: allowed,
  })
  if (!data) return null
  return (
    <dl className="facts">
      <Fact name={t('alerts.device')} value={<DeviceStatus device={data} />} />
      {data.LastSeenAt && <Fact name={t('alerts.lastSeen')} value={<Ago at={data.LastSeenAt} />} />}
    </dl>
  )
}
