import '../../../ui/chart/chart.css'
import type { Alert } from '@eot/contract/alerts'
import type { Point } from '@eot/contract/sensors'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { SensorName } from '../../../domain/sensors/sensor-look.tsx'
import { sensorName } from '../../../domain/sensors/sensor-names.ts'
import { elapsedText, shortTime } from '../../../lib/time/time.ts'
import type { TimeRange } from '../../../lib/time/time-range.ts'
import { shownText } from '../../../lib/units.ts'
import { BrushArea } from '../../../ui/chart/brush-area.tsx'
import type { Span } from '../../../ui/chart/gaps.ts'
import { nearestIndex } from '../../../ui/chart/nearest.ts'
import { PlotCursor } from '../../../ui/chart/plot-cursor.tsx'
import { msAt, type PlotFrame, xOf, yOf } from '../../../ui/chart/plot-frame.ts'
import { tickLabel, weekdayLabel } from '../../../ui/chart/time-labels.ts'
import { timeTicks } from '../../../ui/chart/time-ticks.ts'
import { useBrush } from '../../../ui/chart/use-brush.ts'
import { useWidth } from '../../../ui/chart/use-width.ts'
import { QualityStrip } from '../quality/quality-strip.tsx'
import { AlertFlags } from './alert-flags.tsx'
import { LaneDrawing, outdoorGapMs } from './lane-drawing.tsx'
import { LaneFigures } from './lane-figures.tsx'
import { columnsOf, type Lane, layOut } from './lanes.ts'
import { allTimes } from './shown-sensors.ts'

const dayMs = 86_400_000
/** A narrower gap has no room for its length. */
const labelledGapPx = 74

interface HistoryChartProps {
  lanes: readonly Lane[]
  range: TimeRange
  alerts: readonly Alert[]
  /** Times without data. */
  gaps: readonly Span[]
  longestGapMs: number
  timeZone: string
  now: number
  /** Describes the chart in words. */
  label: string
  onZoom: (to: TimeRange) => void
  onReset: () => void
}

/** Sensors below each other on one time axis, with their alerts above. Dragging across them zooms in. */
export function HistoryChart(props: HistoryChartProps) {
  const { lanes, range, alerts, gaps, longestGapMs, timeZone, now, label, onZoom, onReset } = props
  const { t } = useTranslation()
  const [box, width] = useWidth<HTMLDivElement>()
  const { startTime: fromMs, endTime: toMs } = range
  // Remembered, so that lanes are not drawn again while the pointer drags across them.
  const layout = useMemo(() => layOut(lanes, width, { fromMs, toMs }), [lanes, width, fromMs, toMs])
  const { height, frames, whole, laneHeight, top } = layout
  const brush = useBrush(width, {
    onBrush: (from, to) =>
      onZoom({ startTime: Math.round(msAt(whole, from)), endTime: Math.round(msAt(whole, to)) }),
    onPoint: () => undefined,
  })
  const timesMs = useMemo(() => allTimes(columnsOf(lanes).map(({ line }) => line.points)), [lanes])
  const ticks = timeTicks(fromMs, toMs, Math.max(2, Math.floor(whole.width / 60)), timeZone)
  const named = ticks.stepMs === dayMs ? weekdayLabel : (ms: number) => tickLabel(ms, ticks.stepMs, timeZone)
  const bottom = whole.top + whole.height
  return (
    <div className="history-chart">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut with the mouse; buttons do the same */}
      <div
        className="plot"
        ref={box}
        style={{ height }}
        onDoubleClick={onReset}
        {...brush.handlers}
        onPointerDown={(event) => {
          const isOnFlag = event.target instanceof Element && event.target.closest('a') !== null
          if (event.pointerType === 'mouse' && !isOnFlag) brush.handlers.onPointerDown(event)
        }}
      >
        {width > 0 && (
          <>
            {gaps.map(([from, to]) => (
              <Gap key={from} {...{ from, to, whole }} />
            ))}
            <svg className="chart" width={width} height={height} role="img" aria-label={label}>
              {ticks.at.map((ms) => (
                <g key={ms}>
                  <line
                    x1={xOf(whole, ms)}
                    x2={xOf(whole, ms)}
                    y1={top}
                    y2={bottom}
                    stroke="var(--chart-grid)"
                  />
                  {xOf(whole, ms) < width - 30 && (
                    <text x={xOf(whole, ms) + 4} y={height - 6}>
                      {named(ms, timeZone)}
                    </text>
                  )}
                </g>
              ))}
              {lanes.map((lane, at) => {
                const frame = frames[at]
                return frame && <LaneDrawing key={lane.sensor} {...{ lane, frame, longestGapMs }} />
              })}
              <BrushArea span={brush.span} y={top} height={whole.height} />
              <line x1={whole.left} x2={width} y1={bottom} y2={bottom} stroke="var(--line-2)" />
              {lanes.map(({ sensor, quality }, at) => {
                const frame = frames[at]
                return (
                  frame && <QualityStrip key={sensor} spans={quality} {...{ frame, zone: timeZone, now }} />
                )
              })}
            </svg>
            {lanes.map(({ sensor, color }, at) => (
              <span
                key={sensor}
                className="lane-name"
                style={{ left: whole.left + 4, top: frames[at]?.top }}
                aria-hidden="true"
              >
                <i className="swatch" style={{ '--kc': color }} />
                <SensorName sensor={sensor} />
              </span>
            ))}
            <PlotCursor
              frame={whole}
              timesMs={timesMs}
              reachMs={longestGapMs}
              title={(ms) => shortTime(ms, timeZone, Date.now())}
              rows={(ms) =>
                lanes.flatMap((lane, at) => [
                  ...cursorRows(lane, frames[at], { ms, whole, longestGapMs }),
                  ...outdoorRow(lane, frames[at], { ms, whole, longestGapMs }, t('historical.outdoors')),
                ])
              }
              label={`${label}: ${t('chart.readValues')}`}
            />
            <AlertFlags alerts={alerts} frame={whole} />
          </>
        )}
      </div>
      <LaneFigures lanes={lanes} top={top} laneHeight={laneHeight} />
    </div>
  )
}

function Gap({ from, to, whole }: { from: number; to: number; whole: PlotFrame }) {
  const { t } = useTranslation()
  const left = xOf(whole, from)
  const width = Math.max(1, xOf(whole, to) - left)
  return (
    <span className="history-gap" style={{ left, width, top: whole.top, height: whole.height }}>
      {width > labelledGapPx && t('historical.noDataFor', { duration: elapsedText((to - from) / 1000) })}
    </span>
  )
}

interface CursorPlace {
  ms: number
  whole: PlotFrame
  longestGapMs: number
}

function cursorRows(lane: Lane, frame: PlotFrame | undefined, { ms, whole, longestGapMs }: CursorPlace) {
  if (!frame) return []
  return lane.lines.flatMap(({ key, name, look, points }, at) => {
    const nearest = nearestPoint(points, ms, longestGapMs)
    if (!nearest) return []
    const mean = nearest[1]
    const sensor = sensorName(lane.sensor)
    return {
      key: `${key} ${lane.sensor}`,
      name:
        look.letter || at === 0 ? (
          <>
            {look.letter} <SensorName sensor={lane.sensor} />
          </>
        ) : (
          name
        ),
      spoken: lane.lines.length > 1 ? `${sensor}, ${name}` : sensor,
      text: `${shownText(mean, lane.sensor)} ${lane.unit}`.trim(),
      color: look.color,
      // The cursor's frame counts pixels from the bottom of all lanes.
      at: whole.top + whole.height - yOf(frame, mean),
    }
  })
}

function outdoorRow(lane: Lane, frame: PlotFrame | undefined, { ms, whole }: CursorPlace, name: string) {
  const nearest = lane.drawsOutdoors ? nearestPoint(lane.outdoors, ms, outdoorGapMs(lane)) : undefined
  if (!frame || !nearest) return []
  const mean = nearest[1]
  return [
    {
      key: `outdoors ${lane.sensor}`,
      name,
      spoken: `${name}, ${sensorName(lane.sensor)}`,
      text: `${shownText(mean, lane.sensor)} ${lane.unit}`.trim(),
      color: 'var(--text-2)',
      at: whole.top + whole.height - yOf(frame, mean),
    },
  ]
}

/** undefined: no point is within that distance. */
function nearestPoint(points: readonly Point[], ms: number, withinMs: number): Point | undefined {
  const times = points.map(([at]) => at)
  const nearest = points[nearestIndex(times, ms)]
  return nearest && Math.abs(nearest[0] - ms) <= withinMs ? nearest : undefined
}
