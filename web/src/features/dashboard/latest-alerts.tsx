import { numberText } from '../../texts/number-format.ts'
import './latest-alerts.css'
import { Link } from '@tanstack/react-router'
import { BellOff, CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { AlertLines } from '../../domain/alerts/alert-lines.tsx'
import { mostAlerts } from '../../domain/alerts/use-all-alerts.ts'
import { AlertTypeChip, alertLook, FormulaText } from '../../domain/sensors/sensor-look.tsx'
import { alertTypeName } from '../../domain/sensors/sensor-names.ts'
import { Empty } from '../../ui/empty.tsx'
import type { Dashboard } from './use-dashboard.ts'

const shown = 8

/** Alerts raised in the last 24 hours, newest first. */
export function LatestAlerts({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation()
  const { recentAlerts, isOff, siteName } = dashboard
  return (
    <section className="card c8 latest">
      <header>
        <h2>{t('dashboard.latestAlerts')}</h2>
        <span className="note">{t('dashboard.last24h')}</span>
        <div className="end">
          <Link to="/alerts" search={{ searchFilters: { range: 'last24hours' } }}>
            {t('dashboard.allAlerts')}
          </Link>
        </div>
      </header>
      {recentAlerts.length === 0 ? (
        <Empty icon={isOff ? BellOff : CircleCheck} title={t('dashboard.noAlerts')}>
          {isOff ? t('dashboard.off', { site: siteName }) : t('dashboard.noAlertsText')}
        </Empty>
      ) : (
        <AlertLines alerts={recentAlerts.slice(0, shown)} />
      )}
    </section>
  )
}

/** Alerts that started in the last 24 hours by type, most frequent first. Each row links to the alerts it counts. */
export function AlertsByType({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation()
  const { fromMs, toMs } = dashboard
  const started = dashboard.recentAlerts.filter(({ StartAt }) => Date.parse(StartAt) >= fromMs)
  const byType = [...Map.groupBy(started, (alert) => alert.Type.Key).values()].toSorted(
    (a, b) => b.length - a.length,
  )
  const most = byType[0]?.length ?? 1
  if (byType.length === 0) return null
  return (
    <section className="card c4 by-type">
      <header>
        <h2>{t('dashboard.byType')}</h2>
        <span className="note keep">
          {dashboard.recent.complete || dashboard.recent.total <= mostAlerts
            ? t('dashboard.last24h')
            : t('dashboard.newest', { count: mostAlerts })}
        </span>
      </header>
      <ul className="body">
        {byType.slice(0, 8).map((alerts) => {
          const [first] = alerts
          if (!first) return null
          return (
            <li key={first.Type.Key}>
              <AlertTypeChip typeKey={first.Type.Key} sensor={first.Sensor} />
              <Link
                className="plain truncate"
                to="/alerts"
                search={{
                  searchFilters: {
                    range: 'custom',
                    startTime: fromMs,
                    endTime: toMs,
                    rangeBy: 'Start',
                    type: [first.Type.Key],
                  },
                }}
              >
                <FormulaText text={alertTypeName(first.Type)} />
              </Link>
              <span className="meter" aria-hidden="true">
                <i
                  style={{
                    width: `${(alerts.length / most) * 100}%`,
                    background: alertLook(first.Type.Key, first.Sensor).color,
                  }}
                />
              </span>
              <b>{numberText(alerts.length)}</b>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
