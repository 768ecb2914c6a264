import type { Alert } from '@eot/contract/alerts'
import { useTranslation } from 'react-i18next'
import { alertLook } from '../../domain/sensors/sensor-look.tsx'
import { EpisodeTrack } from '../../ui/chart/episode-track.tsx'

/** Alerts on a timeline of one day. Times when a device was silent are hatched. */
export function AlertTrack({ alerts, fromMs, toMs }: { alerts: Alert[]; fromMs: number; toMs: number }) {
  const { t } = useTranslation()
  const silent = alerts.filter((alert) => isLongSilence(alert, toMs))
  const raised = alerts.filter((alert) => !isLongSilence(alert, toMs))
  return (
    <EpisodeTrack
      fromMs={fromMs}
      toMs={toMs}
      episodes={raised.map((alert) => ({
        id: alert.Id,
        startMs: Date.parse(alert.StartAt),
        endMs: alert.EndAt === null ? null : Date.parse(alert.EndAt),
        color: alertLook(alert.Type.Key, alert.Sensor).color,
      }))}
      gaps={silent.map((alert): [number, number] => [
        Math.max(fromMs, Date.parse(alert.StartAt)),
        alert.EndAt === null ? toMs : Date.parse(alert.EndAt),
      ])}
      label={t('dashboard.track', { count: alerts.length })}
    />
  )
}

/** Shorter ones are drawn as alerts, because hatching needs some width to be visible. */
const hatchedFromMs = 30 * 60_000

function isLongSilence(alert: Alert, now: number): boolean {
  const end = alert.EndAt === null ? now : Date.parse(alert.EndAt)
  return alert.Type.Key === 'Offline' && end - Date.parse(alert.StartAt) >= hatchedFromMs
}
