import type { Alert } from '@eot/contract/alerts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { alertTitle } from '../../../domain/alerts/alert-title.tsx'
import { alertLook } from '../../../domain/sensors/sensor-look.tsx'
import { shortTime } from '../../../lib/time/time.ts'
import { useTimeZone } from '../../../session/current-site.ts'
import { useOpensPage } from '../../../session/use-session.tsx'
import { type PlotFrame, xOf } from '../../../ui/chart/plot-frame.ts'

/** A flag at the start of each alert, which links to the alert. */
export function AlertFlags({ alerts, frame }: { alerts: readonly Alert[]; frame: PlotFrame }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const opensAlerts = useOpensPage('/alerts')
  const shown = alerts
    .map((alert) => ({ alert, ms: Date.parse(alert.StartAt) }))
    .filter(({ ms }) => ms >= frame.fromMs && ms <= frame.toMs)
  return shown.map(({ alert, ms }) => {
    const text = t('historical.raised', {
      name: alertTitle(alert),
      time: shortTime(ms, zone, Date.now()),
    })
    const style = {
      left: xOf(frame, ms),
      height: frame.top + frame.height,
      '--kc': alertLook(alert.Type.Key, alert.Sensor).color,
    }
    return opensAlerts ? (
      <Link
        key={alert.Id}
        className="alert-flag"
        style={style}
        to="/alerts"
        search={{ alert: alert.Id }}
        title={text}
        aria-label={text}
      />
    ) : (
      <span key={alert.Id} className="alert-flag" style={style} title={text} />
    )
  })
}
