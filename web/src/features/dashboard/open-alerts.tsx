import type { Alert } from '@eot/contract/alerts'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { AlertTitle, alertTitle, barEnd, useAlertValues } from '../../domain/alerts/alert-title.tsx'
import { levelOf } from '../../domain/alerts/alert-words.ts'
import { StaleBadge } from '../../domain/alerts/stale-badge.tsx'
import { useUpdateAlert } from '../../domain/alerts/update-alert.ts'
import { useStaleMarks } from '../../domain/alerts/use-stale-marks.ts'
import { alertLook } from '../../domain/sensors/sensor-look.tsx'
import { Elapsed, LocalTime } from '../../domain/time-text.tsx'
import { useMinute } from '../../lib/time/now.ts'
import { clockTime, fullTime, shortTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { Allowed } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { Bullet } from '../../ui/chart/bullet.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { AlertTrack } from './alert-track.tsx'
import { OpenOutage } from './open-outage.tsx'
import type { Dashboard } from './use-dashboard.ts'

const shown = 6

/**
 * Open alerts, each with its duration, its value against the limit, and a button to confirm it. Devices that fell silent
 * together are one entry.
 */
export function OpenAlerts({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation()
  const { openAlerts, open, notices } = dashboard
  useStaleMarks(notices.slice(0, shown).flatMap(({ alert }) => alert ?? []))
  if (openAlerts.length === 0) return null
  const first = openAlerts.find((alert) => !alert.Confirmed)
  return (
    <section className="card" aria-label={t('dashboard.openAlerts')}>
      <div className="open">
        {notices
          .slice(0, shown)
          .map(({ alert, outage }) =>
            alert ? (
              <OpenAlert key={alert.Id} alert={alert} urgent={alert === first} dashboard={dashboard} />
            ) : (
              <OpenOutage key={outage.Id} outage={outage} siteName={dashboard.siteName} />
            ),
          )}
      </div>
      {(notices.length > shown || open.total > openAlerts.length) && (
        <div className="foot">
          <Link to="/alerts" search={{ searchFilters: { ongoing: true } }}>
            {t('dashboard.allOpen', { count: open.total })}
          </Link>
        </div>
      )}
    </section>
  )
}

interface OpenAlertProps {
  alert: Alert
  /** The alert to look at first. */
  urgent: boolean
  dashboard: Dashboard
}

function OpenAlert({ alert, urgent, dashboard }: OpenAlertProps) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const now = useMinute()
  return (
    <article>
      <div className="what">
        <Glyph level={levelOf(alert.Severity)} label={t(`vocabulary.severity.${alert.Severity}`)} />
        <h2 className="truncate">
          <Link to="/alerts" search={{ alert: alert.Id }}>
            <AlertTitle alert={alert} />
          </Link>
        </h2>
        <span className="dur">
          <Elapsed since={alert.StartAt} />
        </span>
        <small className="truncate">{alert.Site.Name}</small>
        <small className="since" title={fullTime(alert.StartAt, zone)}>
          {t('dashboard.since')} {shortTime(alert.StartAt, zone, now, clockTime)}
          <LocalTime at={alert.StartAt} zone={alert.TimeZone} />
        </small>
      </div>
      {alert.Peak === null ? (
        <DeviceDay alert={alert} dashboard={dashboard} />
      ) : (
        <ValueLine alert={alert} peak={alert.Peak} />
      )}
      <ConfirmLine alert={alert} urgent={urgent} />
    </article>
  )
}

function ValueLine({ alert, peak }: { alert: Alert; peak: number }) {
  const { t } = useTranslation()
  const { text, levelText, unit } = useAlertValues(alert)
  return (
    <div className="val">
      <span>
        <b className="strong">{text(peak)}</b>{' '}
        <span className="faint">
          {unit} {t('dashboard.peak')}
        </span>
      </span>
      <Bullet
        value={peak}
        level={alert.Threshold}
        max={barEnd(alert)}
        color={alertLook(alert.Type.Key, alert.Sensor).color}
      />
      {alert.Threshold !== null && (
        <span className="faint">
          {t('dashboard.limit')} {levelText(alert.Threshold)}
        </span>
      )}
    </div>
  )
}

/** For alerts without a value the device's last day says more. */
function DeviceDay({ alert, dashboard }: { alert: Alert; dashboard: Dashboard }) {
  const { t } = useTranslation()
  const ofDevice = dashboard.recentAlerts.filter((other) => other.Device.Id === alert.Device.Id)
  return (
    <div className="val day">
      <span className="faint">{t('dashboard.last24')}</span>
      <AlertTrack alerts={ofDevice} fromMs={dashboard.fromMs} toMs={dashboard.toMs} />
    </div>
  )
}

function ConfirmLine({ alert, urgent }: Pick<OpenAlertProps, 'alert' | 'urgent'>) {
  const { t } = useTranslation()
  const { confirm, isPending } = useUpdateAlert()
  if (alert.Confirmed) {
    const name = alert.ConfirmedBy?.Name
    return (
      <div className="confirm-line">
        {alert.Stale && <StaleBadge />}
        <Chip tone="ok" icon={Check}>
          {name ? t('dashboard.confirmedBy', { name }) : t('dashboard.confirmed')}
        </Chip>
      </div>
    )
  }
  return (
    <div className="confirm-line">
      <span>{t('dashboard.notConfirmed')}</span>
      {alert.Stale && <StaleBadge />}
      <Allowed to="ConfirmAlerts">
        <Button
          size="sm"
          {...(urgent ? { variant: 'primary' as const } : {})}
          disabled={isPending}
          onClick={() => confirm(alert)}
          aria-label={t('dashboard.confirmOne', { what: alertTitle(alert), device: alert.Site.Name })}
        >
          {t('dashboard.confirm')}
        </Button>
      </Allowed>
    </div>
  )
}
