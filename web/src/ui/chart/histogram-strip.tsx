import './histogram-strip.css'
import { numberText } from '../../texts/number-format.ts'
import { BrushArea } from './brush-area.tsx'
import { countTicks } from './count-ticks.ts'
import { tickLabel, weekdayLabel } from './time-labels.ts'
import { timeTicks } from './time-ticks.ts'
import { useBrush } from './use-brush.ts'
import { useWidth } from './use-width.ts'

export interface HistogramBar {
  startMs: number
  endMs: number
  /** Describes the bar in words. */
  label: string
  /** Stacked from the bottom up, in the same order in every bar. */
  parts: readonly { key: string; color: string; count: number }[]
}

interface HistogramStripProps {
  fromMs: number
  toMs: number
  bars: readonly HistogramBar[]
  /** IANA time zone of the day and hour lines. */
  timeZone: string
  /** Describes the strip in words. */
  label: string
  /** A range was selected by dragging. */
  onZoom: (fromMs: number, toMs: number) => void
  /** A bar was clicked. */
  onPick: (bar: HistogramBar) => void
  /** The strip was double-clicked. */
  onReset: () => void
  height?: number
  /** Whether to show an axis with counts to the left of the bars. The strip must be tall enough for it. */
  hasAxis?: boolean
}

const LABEL_ROOM = 14
const TALLEST_UNIT = 9
/** With an axis, a few alerts are a chart too, not a row of dots at its bottom. */
const TALLEST_UNIT_OF_AXIS = 40
const DAY = 86_400_000

/**
 * Counts over time: a thin strip of stacked bars above a list. Dragging across it is a shortcut for controls that
 * exist elsewhere.
 */
export function HistogramStrip(props: HistogramStripProps) {
  const { fromMs, toMs, bars, timeZone, label, onZoom, onPick, onReset, height = 56, hasAxis = false } = props
  const [box, width] = useWidth<HTMLDivElement>()
  const x = (ms: number) => ((ms - fromMs) / Math.max(1, toMs - fromMs)) * width
  const msAt = (px: number) => fromMs + (px / Math.max(1, width)) * (toMs - fromMs)
  const barAt = (px: number) => bars.find(({ startMs, endMs }) => msAt(px) >= startMs && msAt(px) < endMs)
  const brush = useBrush(width, {
    onBrush: (fromPx, toPx) => onZoom(msAt(fromPx), msAt(toPx)),
    onPoint: (px) => {
      const bar = barAt(px)
      if (bar) onPick(bar)
    },
  })
  const most = Math.max(1, ...bars.map(({ parts }) => parts.reduce((sum, { count }) => sum + count, 0)))
  const unit = Math.min(hasAxis ? TALLEST_UNIT_OF_AXIS : TALLEST_UNIT, (height - LABEL_ROOM) / most)
  const counts = hasAxis ? countTicks(unit, height - LABEL_ROOM) : []
  const ticks = timeTicks(fromMs, toMs, Math.max(2, Math.min(7, Math.floor(width / 72))), timeZone)
  const named = ticks.stepMs === DAY ? weekdayLabel : (ms: number) => tickLabel(ms, ticks.stepMs, timeZone)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer shortcuts; buttons beside the strip do the same
    <div
      className="chart histogram"
      // The labels of the axis are outside of the box, so that its left end is the start of the range.
      style={hasAxis ? { width: 'auto', marginLeft: axisRoom(counts) } : undefined}
      ref={box}
      onDoubleClick={onReset}
      {...brush.handlers}
    >
      <svg viewBox={`0 0 ${Math.max(1, width)} ${height}`} height={height} role="img" aria-label={label}>
        {width > 0 && (
          <>
            <CountLines counts={counts} width={width} y={(count) => height - count * unit} />
            {ticks.at.map((ms) => (
              <g key={ms}>
                <line x1={x(ms) + 0.5} x2={x(ms) + 0.5} y1="0" y2={height} stroke="var(--chart-grid)" />
                {x(ms) < width - 40 && (
                  <text x={x(ms) + 5} y="10">
                    {named(ms, timeZone)}
                  </text>
                )}
              </g>
            ))}
            {bars.map((bar) => (
              <Stack
                key={bar.startMs}
                bar={bar}
                left={x(bar.startMs)}
                right={x(bar.endMs)}
                floor={height}
                unit={unit}
              />
            ))}
            <BrushArea span={brush.span} y={0} height={height} />
            <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} stroke="var(--line-2)" />
          </>
        )}
      </svg>
    </div>
  )
}

const axisRoom = (counts: readonly number[]) => 8 + 6.5 * numberText(counts.at(-1) ?? 0).length

function CountLines(props: { counts: readonly number[]; width: number; y: (count: number) => number }) {
  const { counts, width, y } = props
  return counts.map((count) => {
    const line = Math.round(y(count)) - 0.5
    return (
      <g key={count} className="counts">
        <line x1="0" x2={width} y1={line} y2={line} stroke="var(--chart-grid)" />
        <text x="-6" y={line + 4} textAnchor="end">
          {numberText(count)}
        </text>
      </g>
    )
  })
}

function Stack(props: { bar: HistogramBar; left: number; right: number; floor: number; unit: number }) {
  const { bar, left, right, floor, unit } = props
  const wide = Math.max(2, right - left - 1.5)
  const gap = unit > 3 ? 1 : 0
  let below = 0
  return (
    <g>
      <title>{bar.label}</title>
      <rect x={left} width={Math.max(2, right - left)} y="0" height={floor} fill="transparent" />
      {bar.parts.map(({ key, color, count }) => {
        const top = floor - (below + count) * unit
        below += count
        return (
          <rect
            key={key}
            x={left + 0.5}
            width={wide}
            y={top}
            height={Math.max(0, count * unit - gap)}
            rx="1"
            fill={color}
          />
        )
      })}
    </g>
  )
}
