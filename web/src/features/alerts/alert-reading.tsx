import type { Alert } from '@eot/contract/alerts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { alertTitle, useAlertValues } from '../../domain/alerts/alert-title.tsx'
import { alertLook } from '../../domain/sensors/sensor-look.tsx'
import { failureText } from '../../lib/api/failure-text.ts'
import { useMinute } from '../../lib/time/now.ts'
import { elapsedText, zoneNames } from '../../lib/time/time.ts'
import { shownLevelText, shownText, shownValue } from '../../lib/units.ts'
import { useSiteSearch, useTimeZone } from '../../session/current-site.ts'
import { useOpensPage, useSession } from '../../session/use-session.tsx'
import { AlertChart } from '../../ui/chart/alert-chart.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { AlertSeries } from './use-alert-series.ts'

/** A chart of the value before, during and after the alert. */
export function AlertReading({ alert, series }: { alert: Alert; series: AlertSeries }) {
  const { t } = useTranslation()
  const siteSearch = useSiteSearch()
  const opensLive = useOpensPage('/devices/live-sensor-data')
  const zone = zoneNames(useTimeZone(), useMinute()).name
  const span = elapsedText((series.toMs - series.fromMs) / 1000)
  return (
    <section>
      <h3>
        {t('alerts.reading')}
        <span className="note">{series.sensor ? t('alerts.readingSpan', { span, zone }) : zone}</span>
      </h3>
      {series.sensor ? (
        <Chart alert={alert} series={series} />
      ) : (
        <p className="hint">{t('alerts.offlineText')}</p>
      )}
      {opensLive && (
        <p className="d-link">
          <Link
            to="/devices/live-sensor-data"
            search={{ ...siteSearch(alert.SitePath), deviceId: alert.Device.Id }}
          >
            {t('alerts.live')}
          </Link>
        </p>
      )}
    </section>
  )
}

const chartPx = 168

function Chart({ alert, series }: { alert: Alert; series: AlertSeries }) {
  const { t } = useTranslation()
  const { measurement } = useSession()
  const { unit } = useAlertValues(alert)
  const timeZone = useTimeZone()
  const { query, points, fromMs, toMs } = series
  if (query.isError && points.length === 0) {
    return <ErrorPanel text={failureText(query.error)} onRetry={() => void query.refetch()} />
  }
  if (query.isPending) return <Skeleton height={chartPx} />
  if (points.length === 0) return <p className="hint">{t('alerts.noReadings')}</p>
  const shown = (value: number) => shownValue(value, alert.Unit, measurement)
  return (
    <AlertChart
      points={
        measurement === 'Metric'
          ? points
          : points.map(
              ([at, mean, min, max, count]) => [at, shown(mean), shown(min), shown(max), count] as const,
            )
      }
      fromMs={fromMs}
      toMs={toMs}
      raiseLevel={alert.Threshold === null ? null : shown(alert.Threshold)}
      clearLevel={alert.ClearLevel === null ? null : shown(alert.ClearLevel)}
      startMs={Date.parse(alert.StartAt)}
      endMs={alert.EndAt === null ? null : Date.parse(alert.EndAt)}
      unit={unit}
      text={(value) => shownText(value, alert.Sensor)}
      levelText={(level) => shownLevelText(level, alert.Sensor)}
      color={alertLook(alert.Type.Key, alert.Sensor).color}
      timeZone={timeZone}
      label={alertTitle(alert)}
      height={chartPx}
    />
  )
}
