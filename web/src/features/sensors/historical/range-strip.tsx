import { type Point, sensors } from '@eot/contract/sensors'
import type { SensorKey } from '@eot/contract/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { keepingPrevious } from '../../../lib/api/keeping-previous.ts'
import { queryOf } from '../../../lib/api/query.ts'
import type { TimeRange } from '../../../lib/time/time-range.ts'
import { splitAtGaps, usualSpacingMs } from '../../../ui/chart/gaps.ts'
import { plotFrame, pointIn, xOf } from '../../../ui/chart/plot-frame.ts'
import { valueScale } from '../../../ui/chart/scale.ts'
import { svgPoint } from '../../../ui/chart/svg-point.ts'
import { tickLabel } from '../../../ui/chart/time-labels.ts'
import { timeTicks } from '../../../ui/chart/time-ticks.ts'
import { useBrush } from '../../../ui/chart/use-brush.ts'
import { useWidth } from '../../../ui/chart/use-width.ts'
import { refreshMs } from './use-history.ts'

interface RangeStripProps {
  deviceId: string
  sensor: SensorKey
  range: TimeRange
  now: number
  zone: string
  onZoom: (to: TimeRange) => void
}

const height = 52
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** The length of the strip, as a multiple of the range. */
const wider = 4

/** A strip that shows the range in its context. Dragging across it selects another range. */
export function RangeStrip({ deviceId, sensor, range, now, zone, onZoom }: RangeStripProps) {
  const [box, width] = useWidth<HTMLDivElement>()
  const around = rangeAround(range, now)
  const query = useQuery({
    ...keepingPrevious(
      queryOf(sensors.series, {
        query: { DeviceId: [deviceId], type: [sensor], ...around, timeZone: zone, interval: 'OneHour' },
      }),
    ),
    refetchInterval: refreshMs,
  })
  const points = query.data?.Series[0]?.Points ?? []
  const margins = { left: 40, right: 4, top: 4, bottom: 18 }
  const time = { fromMs: around.startTime, toMs: around.endTime }
  const frame = plotFrame(
    { width, height },
    margins,
    time,
    valueScale(
      points.map(([, mean]) => mean),
      2,
    ),
  )
  const msAt = (px: number) =>
    Math.round(time.fromMs + ((px - frame.left) / frame.width) * (time.toMs - time.fromMs))
  const brush = useBrush(width, {
    onBrush: (from, to) =>
      onZoom({ startTime: Math.max(time.fromMs, msAt(from)), endTime: Math.min(time.toMs, msAt(to)) }),
    onPoint(px) {
      const half = (range.endTime - range.startTime) / 2
      onZoom({ startTime: Math.round(msAt(px) - half), endTime: Math.round(msAt(px) + half) })
    },
  })
  const ticks = timeTicks(time.fromMs, time.toMs, Math.max(2, Math.floor(width / 140)), zone)
  const base = frame.top + frame.height
  const [left, right] = brush.span ?? [xOf(frame, range.startTime), xOf(frame, range.endTime)]
  const baseAt = (ms = 0) => svgPoint(xOf(frame, ms), base)
  const area = (run: readonly Point[]) =>
    `M${baseAt(run[0]?.[0])}L${run.map(([ms, mean]) => pointIn(frame, ms, mean)).join('L')}L${baseAt(run.at(-1)?.[0])}Z`
  const longestGapMs =
    1.5 *
    usualSpacingMs(
      points.map(([ms]) => ms),
      hourMs,
    )
  return (
    <div className="chart range-strip" ref={box} {...brush.handlers} aria-hidden="true">
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          <path
            className="range-strip-area"
            d={splitAtGaps(points, ([ms]) => ms, longestGapMs)
              .map(area)
              .join('')}
          />
          {ticks.at.map(
            (ms) =>
              xOf(frame, ms) < width - 40 && (
                <text key={ms} x={xOf(frame, ms)} y={height - 4}>
                  {tickLabel(ms, Math.max(ticks.stepMs, ticks.stepMs < dayMs ? 0 : dayMs), zone)}
                </text>
              ),
          )}
          <rect
            className="range-strip-window"
            x={left}
            width={Math.max(2, right - left)}
            y="1"
            height={base - 1}
          />
        </svg>
      )}
    </div>
  )
}

/** Returns a range four times as long, which ends up to one length after the given one, but not in the future. */
function rangeAround({ startTime, endTime }: TimeRange, now: number): TimeRange {
  const length = endTime - startTime
  const end = Math.min(Math.max(now, endTime), endTime + length)
  return { startTime: Math.max(0, Math.round(end - wider * length)), endTime: Math.round(end) }
}
