import '../../ui/chart/chart.css'
import type { SensorForecast } from '@eot/contract/forecast'
import type { Point, SensorGraphs } from '@eot/contract/sensors'
import { useTranslation } from 'react-i18next'
import { sensorLook } from '../../domain/sensors/sensor-look.tsx'
import { sensorName } from '../../domain/sensors/sensor-names.ts'
import { readingText, unitText } from '../../domain/sensors/shown-reading.ts'
import { clockTime, shortTime } from '../../lib/time/time.ts'
import { findKind, levelText, shownText, shownValue } from '../../lib/units.ts'
import { useSession } from '../../session/use-session.tsx'
import { splitAtGaps } from '../../ui/chart/gaps.ts'
import { PlotCursor } from '../../ui/chart/plot-cursor.tsx'
import { type PlotFrame, plotFrame, pointIn, xOf, yOf } from '../../ui/chart/plot-frame.ts'
import { valueScale } from '../../ui/chart/scale.ts'
import { tickLabel, weekdayLabel } from '../../ui/chart/time-labels.ts'
import { timeTicks } from '../../ui/chart/time-ticks.ts'
import { useWidth } from '../../ui/chart/use-width.ts'

const height = 280
const dayMs = 86_400_000
const halfHourMs = 1_800_000
/** How much of the forecast is drawn: the rest of today, and two more days. */
const shownMs = 3 * dayMs

interface FanChartProps {
  forecast: SensorForecast
  sensor: string
  room: string
  measured: readonly Point[]
  levels: SensorGraphs['Graphs'][number]['Levels']
  now: number
}

/** The measured values of the last day, and the forecast of the next days with its 50 % and 80 % bands. */
export function FanChart({ forecast, sensor, room, measured, levels, now }: FanChartProps) {
  const { t } = useTranslation()
  const { measurement } = useSession()
  const [box, width] = useWidth<HTMLDivElement>()
  const zone = forecast.TimeZone
  const unit = findKind(sensor)?.unit ?? ''
  const shown = (value: number) => shownValue(value, unit, measurement)
  const hours = forecast.Hours.filter(({ StartAt }) => StartAt < now + shownMs - dayMs)
  const fromMs = Math.min(now - dayMs, hours[0]?.StartAt ?? now)
  const toMs = (hours.at(-1)?.StartAt ?? now) + 2 * halfHourMs
  const level = levels.find(({ Direction }) => Direction === 'high')
  const ahead = hours.filter(({ StartAt }) => StartAt + 2 * halfHourMs > now)
  const values = [
    ...measured.map(([, mean]) => mean),
    ...ahead.flatMap(({ Low80, High80 }) => [Low80, High80]),
  ]
  const highest = Math.max(...values)
  // The level is drawn if it is anywhere near.
  const isLevelNear = level !== undefined && level.RaiseLevel < highest * 1.3
  const scale = valueScale([...values, ...(isLevelNear ? [level.RaiseLevel] : [])].map(shown))
  const margins = { left: 48, right: 12, top: 14, bottom: 24 }
  const frame = plotFrame({ width, height }, margins, { fromMs, toMs }, scale)
  const ticks = timeTicks(fromMs, toMs, Math.max(2, Math.floor(frame.width / 70)), zone)
  const color = sensorLook(sensor).color
  const point = (ms: number, value: number) => pointIn(frame, ms, shown(value))
  const middle = (ms: number) => ms + halfHourMs
  const band = (low: 'Low50' | 'Low80', high: 'High50' | 'High80') =>
    `M${[
      ...ahead.map((hour) => point(middle(hour.StartAt), hour[high])),
      ...ahead.toReversed().map((hour) => point(middle(hour.StartAt), hour[low])),
    ].join('L')}Z`
  // `h0` draws a single point as a dot.
  const line = (points: string[]) => (points.length === 0 ? '' : `M${points.join('L')}h0`)
  // Hours without readings stay a gap.
  const runs = splitAtGaps(measured, ([ms]) => ms, 3 * halfHourMs)
  const end = shortTime(toMs, zone, now, clockTime)
  const label = t('forecast.chart', { sensor: sensorName(sensor), room, end })
  return (
    <>
      <div className="plot" ref={box} style={{ height }}>
        {width > 0 && (
          <>
            <svg
              className="chart"
              width={width}
              height={height}
              role="img"
              aria-label={label}
              style={{ color }}
            >
              <Grid frame={frame} ticks={scale.ticks} sensor={sensor} width={width} />
              {ticks.at.map((ms) => (
                <text key={ms} x={xOf(frame, ms)} y={height - 6} textAnchor="middle">
                  {ticks.stepMs >= dayMs ? weekdayLabel(ms, zone) : tickLabel(ms, ticks.stepMs, zone)}
                </text>
              ))}
              <path d={band('Low80', 'High80')} fill="currentColor" opacity="0.18" />
              <path d={band('Low50', 'High50')} fill="currentColor" opacity="0.3" />
              <path
                d={line(hours.map(({ StartAt, Value }) => point(middle(StartAt), Value)))}
                fill="none"
                stroke="currentColor"
                strokeWidth="1.75"
                strokeDasharray="5 3"
              />
              {isLevelNear && (
                <>
                  <line
                    x1={frame.left}
                    x2={width}
                    y1={yOf(frame, shown(level.RaiseLevel))}
                    y2={yOf(frame, shown(level.RaiseLevel))}
                    stroke="var(--critical-fill)"
                    strokeDasharray="4 3"
                  />
                  <text className="fc-level" x={frame.left + 6} y={yOf(frame, shown(level.RaiseLevel)) - 5}>
                    {t('forecast.level', { level: levelText(level.RaiseLevel, sensor, measurement) })}
                  </text>
                </>
              )}
              <path
                className="fc-measured"
                d={runs.map((run) => line(run.map(([ms, mean]) => point(middle(ms), mean)))).join('')}
                fill="none"
                stroke="currentColor"
                strokeWidth="2"
                strokeLinecap="round"
              />
              <line
                x1={xOf(frame, now)}
                x2={xOf(frame, now)}
                y1={4}
                y2={height - 24}
                stroke="var(--text-1)"
              />
              <text x={xOf(frame, now) + 5} y={height - 30}>
                {t('forecast.now')}
              </text>
            </svg>
            <PlotCursor
              frame={frame}
              timesMs={[
                ...new Set([
                  ...measured.map(([ms]) => middle(ms)),
                  ...hours.map(({ StartAt }) => middle(StartAt)),
                ]),
              ].sort((a, b) => a - b)}
              reachMs={2 * halfHourMs}
              title={(ms) => shortTime(ms - halfHourMs, zone, now, clockTime)}
              rows={(ms) => {
                const past = measured.find(([at]) => middle(at) === ms)
                const hour = hours.find(({ StartAt }) => middle(StartAt) === ms)
                const row = (key: 'measured' | 'expected', value: number, more = '') => ({
                  key,
                  name: t(`forecast.${key}Value`),
                  spoken: t(`forecast.${key}Value`),
                  text: shownText(shown(value), sensor) + more,
                  color,
                  at: shown(value),
                })
                const range = ({ Low80: low, High80: high }: { Low80: number; High80: number }) =>
                  ` (${t('forecast.range', { low: shownText(shown(low), sensor), high: shownText(shown(high), sensor) })})`
                return [
                  ...(past ? [row('measured', past[1])] : []),
                  ...(hour ? [row('expected', hour.Value, range(hour))] : []),
                ]
              }}
              label={`${label}: ${t('chart.readValues')}`}
            />
          </>
        )}
      </div>
      <PeakSentence ahead={ahead} level={level?.RaiseLevel} sensor={sensor} zone={zone} now={now} />
    </>
  )
}

function Grid({
  frame,
  ticks,
  sensor,
  width,
}: {
  frame: PlotFrame
  ticks: number[]
  sensor: string
  width: number
}) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line
        x1={frame.left}
        x2={width}
        y1={yOf(frame, tick)}
        y2={yOf(frame, tick)}
        stroke="var(--chart-grid)"
      />
      <text x={frame.left - 6} y={yOf(frame, tick) + 3.5} textAnchor="end">
        {shownText(tick, sensor)}
      </text>
    </g>
  ))
}

interface PeakSentenceProps {
  ahead: SensorForecast['Hours']
  level: number | undefined
  sensor: string
  zone: string
  now: number
}

/** The highest hour of the next 24, and what it means. */
function PeakSentence({ ahead, level, sensor, zone, now }: PeakSentenceProps) {
  const { t } = useTranslation()
  const { measurement } = useSession()
  const next = ahead.filter(({ StartAt }) => StartAt < now + dayMs)
  const [first, ...rest] = next
  if (!first) return null
  const peak = rest.reduce((best, one) => (one.Value > best.Value ? one : best), first)
  const unit = findKind(sensor)?.unit ? ` ${unitText(sensor, measurement)}` : ''
  const text = (value: number) => `${readingText(value, sensor, measurement)}${unit}`
  const words = { value: text(peak.Value), low: text(peak.Low80), high: text(peak.High80) }
  return (
    <p className="fc-peak-words">
      {t('forecast.peakAt', { ...words, time: shortTime(peak.StartAt, zone, now, clockTime) })}{' '}
      {level !== undefined && peak.Value > level && t('forecast.above', { level: text(level) })}
      {level !== undefined &&
        peak.Value <= level &&
        peak.High80 > level &&
        t('forecast.mayBeAbove', { level: text(level) })}
    </p>
  )
}
