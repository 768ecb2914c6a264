import type { Alert } from '@eot/contract/alerts'
import { useTranslation } from 'react-i18next'
import { alertLook } from '../../lib/sensor-look.tsx'
import { EpisodeTrack } from '../../ui/chart/episode-track.tsx'

/** Alerts as episodes along a day; times in which a device was silent are hatched. */
export function AlertTrack({ alerts, fromMs, toMs }: { alerts: Alert[]; fromMs: number; toMs: number }) {
  const { t } = useTranslation()
  const [silent, raised] = [alerts.filter(isSilence), alerts.filter((alert) => !isSilence(alert))]
  return (
    <EpisodeTrack
      fromMs={fromMs}
      toMs={toMs}
      episodes={raised.map((alert) => ({
        id: alert.Id,
        startMs: Date.parse(alert.StartAt),
        endMs: alert.EndAt === null ? null : Date.parse(alert.EndAt),
        colour: alertLook(alert.Type.Key, alert.Sensor).color,
      }))}
      gaps={silent.map((alert): [number, number] => [
        Math.max(fromMs, Date.parse(alert.StartAt)),
        alert.EndAt === null ? toMs : Date.parse(alert.EndAt),
      ])}
      label={t('dashboard.track', { count: alerts.length })}
    />
  )
}

const isSilence = (alert: Alert) => alert.Type.Key === 'Offline'
