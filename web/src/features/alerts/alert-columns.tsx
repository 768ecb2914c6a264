import type { Alert } from '@eot/contract/alerts'
import { useMatches } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { barEnd, useAlertValues } from '../../domain/alerts/alert-title.tsx'
import { levelOf } from '../../domain/alerts/alert-words.ts'
import { StaleBadge } from '../../domain/alerts/stale-badge.tsx'
import { AlertTypeChip, alertLook, FormulaText } from '../../domain/sensors/sensor-look.tsx'
import { alertTypeName } from '../../domain/sensors/sensor-names.ts'
import { Elapsed, When } from '../../domain/time-text.tsx'
import { RowLink } from '../../lib/lists/columns.tsx'
import { durationText } from '../../lib/time/time.ts'
import { Bullet } from '../../ui/chart/bullet.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import type { AlertSortField } from './alert-search.ts'
import { UnstableBadge } from './unstable-badge.tsx'

export function useAlertColumns(): Column<Alert, AlertSortField>[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      {
        key: 'type',
        title: t('alerts.type'),
        sort: 'Type',
        cell: (alert) => (
          <span className="kind">
            <AlertTypeChip typeKey={alert.Type.Key} sensor={alert.Sensor} />
            <span>
              <FormulaText text={alertTypeName(alert.Type)} />
            </span>
          </span>
        ),
      },
      {
        key: 'severity',
        title: t('alerts.severity'),
        titleHidden: true,
        className: 'sv',
        cell: (alert) => (
          <Glyph level={levelOf(alert.Severity)} label={t(`vocabulary.severity.${alert.Severity}`)} />
        ),
      },
      { key: 'device', title: t('alerts.device'), sort: 'Device', className: 'dev', cell: deviceCell },
      {
        key: 'site',
        title: t('alerts.site'),
        sort: 'Site',
        className: 'sitec muted',
        cell: (alert) => <span className="truncate">{alert.Site.Name}</span>,
      },
      {
        key: 'started',
        title: t('alerts.started'),
        sort: 'StartAt',
        cell: (alert) => <When at={alert.StartAt} zone={alert.TimeZone} />,
      },
      {
        key: 'duration',
        title: t('alerts.duration'),
        sort: 'Duration',
        cell: (alert) => <DurationCell alert={alert} />,
      },
      {
        key: 'peak',
        title: t('alerts.peakLimit'),
        sort: 'Peak',
        className: 'pk',
        cell: (alert) => <PeakCell alert={alert} />,
      },
      {
        key: 'confirmed',
        title: t('alerts.confirmed'),
        sort: 'Confirmed',
        className: 'cf',
        cell: (alert) => <ConfirmedCell alert={alert} />,
      },
    ],
    [t],
  )
}

const deviceCell = (alert: Alert) => (
  <>
    <AlertLink alert={alert} />
    <small>{alert.Site.Name}</small>
  </>
)

function AlertLink({ alert }: { alert: Alert }) {
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '/alerts' })
  return (
    <RowLink list={{ path, openAs: 'alert' }} id={alert.Id}>
      {alert.Device.Name}
    </RowLink>
  )
}

function DurationCell({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  return (
    <>
      {alert.EndAt === null ? (
        <span className={`ongoing fg-${levelOf(alert.Severity)}`}>
          <b>{t('duration.ongoing')}</b>{' '}
          <span>
            <Elapsed since={alert.StartAt} />
          </span>
        </span>
      ) : (
        durationText(alert.Duration)
      )}
      {alert.Unstable && <UnstableBadge />}
      {alert.Stale && <StaleBadge />}
    </>
  )
}

function PeakCell({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const { text, levelText, unit } = useAlertValues(alert)
  if (alert.Peak === null) return <span className="faint">{t('alerts.noReading')}</span>
  const limit = alert.Threshold === null ? '' : `/ ${levelText(alert.Threshold)}`
  return (
    <>
      <span className="pkv">
        <b>{text(alert.Peak)}</b>{' '}
        <span className="faint">
          {limit} {unit}
        </span>
      </span>
      <PeakBar alert={alert} peak={alert.Peak} />
    </>
  )
}

function PeakBar({ alert, peak }: { alert: Alert; peak: number }) {
  return (
    <Bullet
      value={peak}
      level={alert.Threshold}
      max={barEnd(alert)}
      color={alertLook(alert.Type.Key, alert.Sensor).color}
    />
  )
}

function ConfirmedCell({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  if (!alert.Confirmed) return <span className="faint">{t('alerts.notYet')}</span>
  return (
    <span className="row by">
      <Check className="icon icon-sm fg-ok" aria-hidden="true" />
      <span className="truncate">{alert.ConfirmedBy?.Name ?? t('alerts.confirmed')}</span>
      {alert.Disposition && (
        <span className="faint dsp">{t(`vocabulary.disposition.${alert.Disposition}`)}</span>
      )}
    </span>
  )
}

/** Like the table cell, but labeled, since a card has no column title. */
function ConfirmedLine({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  if (!alert.Confirmed) return <span className="muted">{t('alerts.notConfirmed')}</span>
  const name = alert.ConfirmedBy?.Name
  return (
    <span className="row by muted">
      <Check className="icon icon-sm fg-ok" aria-hidden="true" />
      <span className="truncate">{name ? t('alerts.confirmedByName', { name }) : t('alerts.confirmed')}</span>
    </span>
  )
}

/** An alert as a card, on narrow screens. */
export function AlertCard({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const { text, levelText, unit } = useAlertValues(alert)
  const level = levelOf(alert.Severity)
  return (
    <>
      <AlertTypeChip typeKey={alert.Type.Key} sensor={alert.Sensor} />
      <h2 className="truncate">
        <AlertLink alert={alert} />
      </h2>
      <span className={alert.EndAt === null ? `r strong fg-${level}` : 'r'}>
        {alert.EndAt === null ? <Elapsed since={alert.StartAt} /> : durationText(alert.Duration)}
      </span>
      <span className="t muted">
        <Glyph level={level} label={t(`vocabulary.severity.${alert.Severity}`)} />
        <span className="truncate">
          <FormulaText text={alertTypeName(alert.Type)} />, {alert.Site.Name}
        </span>
      </span>
      <span className="r faint">
        <When at={alert.StartAt} zone={alert.TimeZone} />
      </span>
      <span className="cs">
        <ConfirmedLine alert={alert} />
        {alert.Unstable && <UnstableBadge />}
        {alert.Stale && <StaleBadge />}
      </span>
      {alert.Peak !== null && (
        <span className="bl">
          <b className="strong">{text(alert.Peak)}</b>
          <PeakBar alert={alert} peak={alert.Peak} />
          <span className="faint">
            {alert.Threshold !== null && `${t('dashboard.limit')} ${levelText(alert.Threshold)}`} {unit}
          </span>
        </span>
      )}
    </>
  )
}
