import type { Alert } from '@eot/contract/alerts'
import type { Interval } from '@eot/contract/sensors'
import { sensorKeys } from '@eot/contract/vocabulary'
import type { Weather } from '@eot/contract/weather'
import { type ReactNode, useDeferredValue, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { mostAlerts } from '../../../domain/alerts/use-all-alerts.ts'
import { RangeSteps } from '../../../domain/range-steps.tsx'
import { longestGapMs } from '../../../domain/sensors/longest-gap.ts'
import { ImageButton } from '../../../lib/lists/download-button.tsx'
import { chartImage } from '../../../ui/chart/chart-image.ts'
import { silences, usualSpacingMs } from '../../../ui/chart/gaps.ts'
import { Empty } from '../../../ui/empty.tsx'
import { QualityNotes } from '../quality/quality-notes.tsx'
import { FiguresTable } from './figures-table.tsx'
import { HistoryChart } from './history-chart.tsx'
import { HistoryNotes } from './history-notes.tsx'
import { HistoryTable } from './history-table.tsx'
import { hasBands, type Lane } from './lanes.ts'
import { RangeStrip } from './range-strip.tsx'
import { rangeText } from './range-text.ts'
import { SensorChips } from './sensor-chips.tsx'
import type { Historical } from './use-historical-search.ts'
import type { FoundPercentiles } from './use-range-percentiles.ts'

interface HistoryViewProps {
  historical: Historical
  /** The names of the devices. */
  names: string
  /** The device that the strip below the chart shows. */
  deviceId: string
  interval: Interval
  /** The sensors to choose from. */
  measured: readonly string[]
  lanes: readonly Lane[]
  /** Ascending times that have values. */
  times: readonly number[]
  percentiles: FoundPercentiles
  alerts?: readonly Alert[]
  /** How many alerts there are, if some of them are not among `alerts`. */
  allAlerts?: number | undefined
  outdoors?: { isShown: boolean; onChange: (isShown: boolean) => void }
  weather?: Weather | undefined
  /** The key of the lines. */
  legend?: ReactNode
}

/** The values of devices in the shown range, as a chart or as a table. */
export function HistoryView(props: HistoryViewProps) {
  const { historical, names, deviceId, interval, measured, lanes, times, percentiles } = props
  const { alerts = [], allAlerts, outdoors, weather, legend } = props
  const { t } = useTranslation()
  const { zone, now, filter, zoom, view } = historical
  const chart = useRef<HTMLDivElement>(null)
  const { startTime, endTime } = fitted(historical.range, times)
  const range = useMemo(() => ({ startTime, endTime }), [startTime, endTime])
  const gapMs = useMemo(() => longestGapMs(usualSpacingMs(times, 60_000)), [times])
  const gaps = useMemo(
    () => silences(times, startTime, Math.min(endTime, now), gapMs),
    [times, startTime, endTime, now, gapMs],
  )
  const span = rangeText(range, zone, now)
  const label = t('historical.chart', { device: names, span })
  // Deferred, so that the values of a new range are requested before the previous ones are drawn in it.
  const drawn = useDeferredValue(
    useMemo(() => ({ lanes, range, gaps, longestGapMs: gapMs, label }), [lanes, range, gaps, gapMs, label]),
  )
  const reset = () => filter({ range: undefined, startTime: undefined, endTime: undefined })
  const first = drawn.lanes.length > 0 ? lanes[0] : undefined
  return (
    <>
      <div className="history-head">
        <h2>{span}</h2>
        <p className="muted">
          {t(`historical.interval.${interval}`)}
          {interval !== 'Raw' && hasBands(lanes) && `; ${t('historical.band')}`}
        </p>
        <RangeSteps range={range} onZoom={zoom} />
        {first && view !== 'table' && (
          <ImageButton
            name={`sensor-data-${names}`}
            load={() => pictureOf(chart.current, { title: names, subtitle: span })}
          />
        )}
      </div>
      {legend}
      {measured.length > 0 && (
        <SensorChips
          sensors={measured}
          chosen={lanes.map(({ sensor }) => sensor)}
          onChange={(sensors) => filter({ sensors })}
          {...(outdoors && { outdoors })}
        />
      )}
      {first === undefined ? (
        <Empty title={t('historical.empty')} heading="h3">
          {t('historical.emptyText')}
        </Empty>
      ) : (
        <>
          {view === 'table' ? (
            <HistoryTable lanes={lanes} timeZone={zone} label={label} />
          ) : (
            <>
              <div ref={chart}>
                <HistoryChart {...drawn} {...{ now, alerts }} timeZone={zone} onZoom={zoom} onReset={reset} />
              </div>
              <RangeStrip
                deviceId={deviceId}
                sensor={sensorKeys.find((key) => key === first.sensor) ?? 'temperature'}
                {...{ range, now, zone }}
                onZoom={zoom}
              />
            </>
          )}
          {hasBands(lanes) && <QualityNotes series={lanes} zone={zone} now={now} />}
          <FiguresTable
            {...{ lanes, percentiles }}
            label={t('historical.statistics', { device: names, span })}
          />
        </>
      )}
      <HistoryNotes
        {...{ gaps, zone, now, weather }}
        alerts={allAlerts === undefined ? undefined : { shown: mostAlerts, all: allAlerts }}
        hasLevels={lanes.some(({ levels }) => levels.length > 0)}
        hasSeveral={lanes.length > 0 && !hasBands(lanes)}
      />
    </>
  )
}

/** Draws a picture of the chart with the names of its sensors, which are HTML elements on top of the SVG. */
function pictureOf(chart: HTMLElement | null, head: { title: string; subtitle: string }): Promise<Blob> {
  const drawing = chart?.querySelector<SVGSVGElement>('svg.chart')
  if (!chart || !drawing) throw new Error('the chart is not shown')
  const names = [...chart.querySelectorAll<HTMLElement>('.lane-name')]
  return chartImage(drawing, {
    ...head,
    labels: names.map(({ textContent, style }) => ({
      text: textContent,
      x: Number.parseFloat(style.left),
      y: Number.parseFloat(style.top) + 12,
    })),
  })
}

/** "All time" begins with the first value, not in 1970. */
const fitted = (range: Historical['range'], times: readonly number[]) =>
  range.startTime > 0 ? range : { ...range, startTime: times[0] ?? range.endTime - 86_400_000 }
