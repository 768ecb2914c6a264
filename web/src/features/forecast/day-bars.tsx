import '../../ui/chart/chart.css'
import { hourLabel } from '../../lib/time/hour-label.ts'
import { hourName } from '../../lib/time/weekdays.ts'
import { t } from '../../texts/i18n.ts'
import { useWidth } from '../../ui/chart/use-width.ts'
import { isInside, meanText } from './forecast-words.ts'

export interface BarHour {
  hour: number
  Mean: number
  Low80: number
  High80: number
  Low50?: number
  High50?: number
  /** The actual count. */
  Count?: number
}

interface DayBarsProps {
  hours: readonly BarHour[]
  from: number
  to: number
  /** The highest number of the scale. */
  most: number
  label: string
  height?: number
  hasAxis?: boolean
}

const bottom = 18
const top = 8

/** One day of expected alerts by hour: light 80 %, dark 50 %, a line for the mean, and a dot for the actual count. */
export function DayBars({ hours, from, to, most, label, height = 132, hasAxis }: DayBarsProps) {
  const [box, width] = useWidth<HTMLDivElement>()
  const left = hasAxis ? 22 : 0
  const slot = (width - left) / (to - from)
  const y = (value: number) => top + (1 - Math.min(value, most) / most) * (height - top - bottom)
  const x = (hour: number) => left + (hour - from) * slot
  const every = slot > 24 ? 2 : slot > 10 ? 3 : 6
  return (
    <div className="chart" ref={box} style={{ height }}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={label}>
          {gridOf(most).map((value) => (
            <g key={value}>
              <line
                x1={left}
                x2={width}
                y1={Math.round(y(value)) + 0.5}
                y2={Math.round(y(value)) + 0.5}
                stroke={value === 0 ? 'var(--line-2)' : 'var(--chart-grid)'}
              />
              {hasAxis ? (
                <text x={left - 6} y={y(value) + 4} textAnchor="end">
                  {value}
                </text>
              ) : (
                value > 0 && (
                  <text x={0} y={y(value) + 12}>
                    {value}
                  </text>
                )
              )}
            </g>
          ))}
          {hours.map((one, index) => {
            if (one.hour < from || one.hour >= to) return null
            const [start, wide] = [x(one.hour) + slot * 0.14, slot * 0.72]
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: clocks may show the same hour twice
              <g key={index}>
                <title>{titleOf(one)}</title>
                <rect x={x(one.hour)} width={slot} y={0} height={height - bottom} fill="transparent" />
                <Band x={start} width={wide} high={y(one.High80)} low={y(one.Low80)} className="fc-most" />
                {one.High50 !== undefined && (
                  <Band
                    x={start}
                    width={wide}
                    high={y(one.High50)}
                    low={y(one.Low50 ?? 0)}
                    className="fc-half"
                  />
                )}
                <rect className="fc-mean" x={start - 0.5} width={wide + 1} y={y(one.Mean) - 1} height="2" />
                {one.Count !== undefined && (
                  <circle
                    className={isInside({ ...one, Count: one.Count }) ? 'fc-came' : 'fc-came out'}
                    cx={x(one.hour) + slot / 2}
                    cy={y(one.Count)}
                    r="3.5"
                  />
                )}
              </g>
            )
          })}
          {Array.from({ length: to - from }, (_, index) => from + index)
            .filter((hour) => hour % every === 0)
            .map((hour) => (
              <text key={hour} x={x(hour) + slot / 2} y={height - 4} textAnchor="middle">
                {hourLabel(hour)}
              </text>
            ))}
        </svg>
      )}
    </div>
  )
}

function Band({
  high,
  low,
  ...rest
}: {
  x: number
  width: number
  high: number
  low: number
  className: string
}) {
  return low - high < 0.5 ? null : <rect {...rest} y={high} height={low - high} rx="1.5" />
}

/** Returns the grid lines: 0, the top, and one between. */
const gridOf = (most: number): number[] => [0, ...(most > 2 ? [Math.round(most / 2)] : []), most]

function titleOf({ hour, Mean, Low80, High80, Count }: BarHour): string {
  const shown = { hour: hourName(hour), mean: meanText(Mean), low: Low80, high: High80 }
  return Count === undefined ? t('forecast.hour', shown) : t('forecast.hourCame', { ...shown, count: Count })
}
