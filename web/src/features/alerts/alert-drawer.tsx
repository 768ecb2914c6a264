import './alert-drawer.css'
import { type Alert, alerts } from '@eot/contract/alerts'
import { useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertTitle, alertTitle, useAlertValues } from '../../domain/alerts/alert-title.tsx'
import { levelOf } from '../../domain/alerts/alert-words.ts'
import { StaleBadge } from '../../domain/alerts/stale-badge.tsx'
import { canBeStale, staleMarksMs } from '../../domain/alerts/stale-marks.ts'
import { AlertTypeChip } from '../../domain/sensors/sensor-look.tsx'
import { Elapsed } from '../../domain/time-text.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { lazyAfterTexts } from '../../lib/lazy-after-texts.ts'
import { DetailsDrawer } from '../../lib/lists/details-drawer.tsx'
import { useNow } from '../../lib/time/now.ts'
import { durationText } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { Chip } from '../../ui/chip.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { AlertFacts } from './alert-facts.tsx'
import { AlertHistory } from './alert-history.tsx'
import { AlertReading } from './alert-reading.tsx'
import { alertStory } from './alert-story.ts'
import { ConfirmForm } from './confirm-form.tsx'
import { UnstableBadge } from './unstable-badge.tsx'
import { useAlertSeries } from './use-alert-series.ts'

const AlertTold = lazyAfterTexts(async () => (await import('./alert-told.tsx')).AlertTold)

const AlertHints = lazyAfterTexts(async () => (await import('./alert-hints.tsx')).AlertHints)

const EndAlerts = lazyAfterTexts(async () => (await import('./end-alerts.tsx')).EndAlerts)

const IncidentReport = lazyAfterTexts(async () => (await import('./incident-report.tsx')).IncidentReport)

const OtherSensors = lazyAfterTexts(async () => (await import('./other-sensors.tsx')).OtherSensors)

const SimilarAlerts = lazyAfterTexts(async () => (await import('./similar-alerts.tsx')).SimilarAlerts)

const Snooze = lazyAfterTexts(async () => (await import('./snooze.tsx')).Snooze)

interface AlertDrawerProps {
  id: string
  /** The row the drawer was opened from, shown until the response arrives. */
  known: Alert | undefined
  onClose: () => void
}

/** The details of an alert. The footer with the actions always stays visible. */
export function AlertDrawer({ id, known, onClose }: AlertDrawerProps) {
  const { t } = useTranslation()
  const query = useQuery({
    ...queryOf(alerts.get, { params: { id } }),
    ...(known ? { placeholderData: known } : {}),
    // A list keeps its rows up to date. An alert without a row may be of any site.
    refetchInterval: ({ state }) => !known && state.data && canBeStale(state.data) && staleMarksMs,
  })
  const alert = query.data
  return (
    <DetailsDrawer
      label={t('alerts.details')}
      id={id}
      query={query}
      gone={t('alerts.notFound')}
      onClose={onClose}
      head={alert && <AlertHead alert={alert} />}
      actions={
        alert?.EndAt === null && (
          <Suspense>
            <EndAlerts key={alert.Id} alert={alert} />
          </Suspense>
        )
      }
    >
      {(read) => <AlertDetails key={read.Id} alert={read} />}
    </DetailsDrawer>
  )
}

function AlertHead({ alert }: { alert: Alert }) {
  const path = alert.SitePath.map((site) => site.Name).join(' / ') || alert.Site.Name
  return (
    <>
      <AlertTypeChip typeKey={alert.Type.Key} sensor={alert.Sensor} />
      <div className="d-title">
        <h2 title={alertTitle(alert)}>
          <AlertTitle alert={alert} />
        </h2>
        <p className="muted">{path}</p>
      </div>
    </>
  )
}

function AlertDetails({ alert }: { alert: Alert }) {
  const series = useAlertSeries(alert)
  return (
    <>
      <section className="d-facts">
        <StateChips alert={alert} />
        <Story alert={alert} />
        <AlertFacts alert={alert} series={series} />
      </section>
      <AlertReading alert={alert} series={series} />
      <Suspense
        fallback={
          <section>
            <SkeletonRows rows={8} />
          </section>
        }
      >
        <OtherSensors alert={alert} series={series} />
        <SimilarAlerts alert={alert} />
        <AlertHints alert={alert} />
        <Snooze alert={alert} />
        <AlertTold alert={alert} />
        <IncidentReport alert={alert} />
      </Suspense>
      <AlertHistory alert={alert} />
      <ConfirmForm alert={alert} />
    </>
  )
}

function Story({ alert }: { alert: Alert }) {
  const { text, levelText, unit } = useAlertValues(alert)
  const now = useNow()
  const zone = useTimeZone()
  const value = (reading: number) => `${text(reading)} ${unit}`.trim()
  const level = (limit: number) => `${levelText(limit)} ${unit}`.trim()
  return <p className="say">{alertStory(alert, { now, zone, value, level })}</p>
}

function StateChips({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const level = levelOf(alert.Severity)
  return (
    <div className="row wrap chips">
      <Chip tone={level} glyph={level}>
        {t(`vocabulary.severity.${alert.Severity}`)}
      </Chip>
      <Chip icon={Clock}>
        {alert.EndAt === null ? (
          <>
            {t('duration.ongoing')}{' '}
            <b className="strong">
              <Elapsed since={alert.StartAt} />
            </b>
          </>
        ) : (
          <b className="strong">{durationText(alert.Duration)}</b>
        )}
      </Chip>
      {alert.Confirmed ? (
        <Chip tone="ok">{t('alerts.confirmed')}</Chip>
      ) : (
        <Chip tone="outline">{t('alerts.notConfirmed')}</Chip>
      )}
      {alert.Unstable && <UnstableBadge />}
      {alert.Stale && <StaleBadge />}
      {alert.Disposition && <Chip>{t(`vocabulary.disposition.${alert.Disposition}`)}</Chip>}
    </div>
  )
}
