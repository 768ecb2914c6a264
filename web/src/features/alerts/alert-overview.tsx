import { useTranslation } from 'react-i18next'
import { durationText, elapsedText } from '../../lib/time.ts'
import type { TimeRange } from '../../lib/time-range.ts'
import { useAllAlerts } from '../../lib/use-all-alerts.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { HistogramStrip } from '../../ui/chart/histogram-strip.tsx'
import { alertBins, medianDuration } from './alert-bins.ts'
import type { useAlertList } from './use-alert-list.ts'

interface AlertOverviewProps {
  query: ReturnType<typeof useAlertList>['query']
  range: TimeRange
}

/** What the list adds up to; drawn only where all of it is at hand. */
export function AlertOverview({ query, range }: AlertOverviewProps) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const { sortBy: _sortBy, order: _order, ...asked } = query
  const { query: first, alerts, total, complete } = useAllAlerts(asked)
  if (!first.data || total === 0) return null
  if (!complete) {
    return (
      <div className="sumline">
        <Figure text={t('alerts.total', { count: total })} />
      </div>
    )
  }
  const ongoing = alerts.filter((alert) => alert.EndAt === null).length
  const unconfirmed = alerts.filter((alert) => !alert.Confirmed).length
  const median = medianDuration(alerts)
  const drawn = fittedRange(range, alerts[alerts.length - 1]?.StartAt)
  const { bars, stepMs } = alertBins(alerts, drawn)
  return (
    <>
      <div className="sumline">
        <Figure text={t('alerts.total', { count: total })} />
        <Figure text={t('alerts.ongoing', { count: ongoing })} alarming={ongoing > 0} />
        <Figure text={t('alerts.unconfirmed', { count: unconfirmed })} />
        {median !== undefined && (
          <span className="hide-narrow">
            {t('alerts.median', { duration: durationText(Math.round(median)) })}
          </span>
        )}
        <span className="spacer" />
        <span className="faint hide-narrow">{t('alerts.perBar', { span: elapsedText(stepMs / 1000) })}</span>
      </div>
      <div className="histw">
        <HistogramStrip
          fromMs={drawn.startTime}
          toMs={drawn.endTime}
          bars={bars}
          timeZone={zone}
          label={t('alerts.histogram', { count: alerts.length })}
        />
      </div>
    </>
  )
}

/** The leading number carries the weight. */
function Figure({ text, alarming }: { text: string; alarming?: boolean }) {
  const [number, ...words] = text.split(' ')
  return (
    <span>
      <b className={alarming ? 'fg-critical' : undefined}>{number}</b> {words.join(' ')}
    </span>
  )
}

/** All time begins with the oldest alert, not in 1970. */
function fittedRange(range: TimeRange, oldest: string | undefined): TimeRange {
  if (range.startTime > 0 || !oldest) return range
  return { startTime: Math.floor(Date.parse(oldest) / 86_400_000) * 86_400_000, endTime: range.endTime }
}
