import { useTranslation } from 'react-i18next'
import { mostAlerts, useAllAlerts } from '../../domain/alerts/use-all-alerts.ts'
import { RangeSteps } from '../../domain/range-steps.tsx'
import { clockTime, durationText, elapsedText, shortTime } from '../../lib/time/time.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import { zoomTo } from '../../lib/time/zoom-range.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { type HistogramBar, HistogramStrip } from '../../ui/chart/histogram-strip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { alertBins, medianDuration } from './alert-bins.ts'
import { OverviewFigures, OverviewSkeleton } from './overview-figures.tsx'
import { useAlertCounts } from './use-alert-counts.ts'
import { type useAlertList, useAlertSearch } from './use-alert-list.ts'

interface AlertOverviewProps {
  query: ReturnType<typeof useAlertList>['query']
  range: TimeRange
}

/** Totals and a histogram of the alerts in the list. The histogram appears only when all alerts are loaded. */
export function AlertOverview({ query, range }: AlertOverviewProps) {
  const { t } = useTranslation()
  const { filters, filter } = useAlertSearch()
  const { sortBy: _sortBy, order: _order, ...unsorted } = query
  const all = useAllAlerts(unsorted, { whenTooMany: 'none', keepsPrevious: true })
  const isTooMany = all.total > mostAlerts
  const counts = useAlertCounts(unsorted, isTooMany)
  const isZoomed = filters.range === 'custom'
  /** Bars count starts, so zooming lists exactly the alerts that started in that time. */
  const zoom = (to: TimeRange) => filter({ range: 'custom', ...to, rangeBy: 'Start' })
  const reset = () =>
    filter({ range: undefined, startTime: undefined, endTime: undefined, rangeBy: undefined })

  if (all.query.isError && !all.query.data) return null
  if (!all.query.data || (!all.complete && !isTooMany)) return <OverviewSkeleton />
  if (all.total === 0 && !isZoomed) return null
  const isStale = all.query.isPlaceholderData
  const drawn = fittedRange(range, all.alerts.at(-1)?.StartAt)
  const steps = <RangeSteps range={drawn} onZoom={zoom} />
  if (isTooMany) {
    return (
      <OverviewFigures
        {...counts}
        total={all.total}
        end={steps}
        note={t('alerts.tooMany', { count: mostAlerts })}
      />
    )
  }
  const { bars, stepMs } = alertBins(all.alerts, drawn)
  return (
    <div className={classNames('overview', isStale && 'stale')} aria-busy={isStale}>
      <OverviewFigures
        total={all.total}
        ongoing={all.alerts.filter((alert) => alert.EndAt === null).length}
        unconfirmed={all.alerts.filter((alert) => !alert.Confirmed).length}
        median={medianText(medianDuration(all.alerts))}
        end={steps}
        note={t('alerts.perBar', { span: elapsedText(stepMs / 1000) })}
        hint={t('alerts.zoomHint')}
      />
      <AlertHistogram
        {...{ drawn, bars }}
        onZoom={(from, to) => zoom(zoomTo(drawn, stepMs, from, to))}
        onPick={(bar) => zoom({ startTime: bar.startMs, endTime: Math.min(bar.endMs, drawn.endTime) })}
        onReset={reset}
      />
    </div>
  )
}

interface AlertHistogramProps {
  drawn: TimeRange
  bars: ReturnType<typeof alertBins>['bars']
  onZoom: (fromMs: number, toMs: number) => void
  onPick: (bar: HistogramBar) => void
  onReset: () => void
}

function AlertHistogram({ drawn, bars, onZoom, onPick, onReset }: AlertHistogramProps) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const count = (parts: { count: number }[]) => parts.reduce((sum, part) => sum + part.count, 0)
  const labelled = bars.map((bar) => ({
    ...bar,
    label: t('alerts.bar', {
      count: count([...bar.parts]),
      from: shortTime(bar.startMs, zone, Date.now()),
      to: endText(bar, zone),
    }),
  }))
  return (
    <div className="histw">
      <HistogramStrip
        fromMs={drawn.startTime}
        toMs={drawn.endTime}
        bars={labelled}
        timeZone={zone}
        label={t('alerts.histogram', { count: bars.reduce((sum, { parts }) => sum + count([...parts]), 0) })}
        onZoom={onZoom}
        onPick={onPick}
        onReset={onReset}
      />
    </div>
  )
}

const dayMs = 86_400_000

/** The time at which a bar ends, with the date if the bar covers a day or more. */
const endText = ({ startMs, endMs }: { startMs: number; endMs: number }, zone: string) =>
  endMs - startMs < dayMs ? clockTime(endMs, zone) : shortTime(endMs, zone, Date.now())

const medianText = (seconds: number | undefined) =>
  seconds === undefined ? undefined : durationText(Math.round(seconds))

/** "All time" begins at the oldest alert, not in 1970. */
function fittedRange(range: TimeRange, oldest: string | undefined): TimeRange {
  if (range.startTime > 0 || !oldest) return range
  return { startTime: Math.floor(Date.parse(oldest) / dayMs) * dayMs, endTime: range.endTime }
}
