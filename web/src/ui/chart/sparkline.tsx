import './sparkline.css'
import { splitAtGaps } from './gaps.ts'
import { sparkRange } from './spark-range.ts'
import { svgPoint } from './svg-point.ts'
import { thinOut } from './thin-out.ts'
import { useWidth } from './use-width.ts'

export type Sample = readonly [ms: number, value: number]

export interface SparklineProps {
  /** Ascending by time. */
  samples: readonly Sample[]
  fromMs: number
  toMs: number
  /** A CSS color, such as the token of the kind. */
  color: string
  /** Longer gaps interrupt the line. */
  longestGapMs: number
  /** Describes the line in words. Omitted if the text beside it says the same. */
  label?: string
  /** Drawn dashed. */
  raiseLevel?: number | null
  /** The line's height spans at least this range of values, so that noise stays flat. */
  leastRange?: number
  /** The lowest possible value, so that the line of a room where nothing happens is at the bottom, not in the middle. */
  least?: number
  /** The values at the bottom and the top, so that curves can be compared. Default: those of the samples. */
  range?: { low: number; high: number }
  height?: number
}

const PAD = 3
const PIXELS_PER_STEP = 2
const DOT = 2.5

export function Sparkline(props: SparklineProps) {
  const { fromMs, toMs, color, longestGapMs, label, raiseLevel = null, height = 30 } = props
  const [box, width] = useWidth<HTMLSpanElement>()
  const samples = props.samples.filter(([ms]) => ms >= fromMs && ms <= toMs)
  const { low, high } = props.range ?? sparkRange(samples, raiseLevel, props)
  const x = (ms: number) => 1 + ((ms - fromMs) / Math.max(1, toMs - fromMs)) * (width - 2 * DOT - 2)
  const y = (value: number) => height - PAD - ((value - low) / (high - low)) * (height - 2 * PAD)
  const runs = splitAtGaps(samples, ([ms]) => ms, longestGapMs)
  const last = samples.at(-1)
  return (
    <span className="chart spark" ref={box}>
      <svg
        viewBox={`0 0 ${Math.max(1, width)} ${height}`}
        height={height}
        role={label ? 'img' : undefined}
        aria-label={label}
        aria-hidden={label ? undefined : true}
      >
        {width > 0 &&
          runs.map((all) => {
            const run = thinOut(all, ((toMs - fromMs) / width) * PIXELS_PER_STEP)
            const line = run.map(([ms, value]) => svgPoint(x(ms), y(value))).join('L')
            const [start, end] = [run[0]?.[0] ?? 0, run.at(-1)?.[0] ?? 0]
            return (
              <g key={start}>
                <path
                  d={`M${line}L${svgPoint(x(end), height)}L${svgPoint(x(start), height)}Z`}
                  fill={color}
                  opacity="0.1"
                />
                <path
                  d={run.length > 1 ? `M${line}` : `M${line}h0`}
                  fill="none"
                  stroke={color}
                  strokeWidth="1.5"
                  strokeLinejoin="round"
                  strokeLinecap="round"
                />
              </g>
            )
          })}
        {width > 0 && raiseLevel !== null && (
          <line
            x1="0"
            x2={width}
            y1={y(raiseLevel)}
            y2={y(raiseLevel)}
            stroke="var(--critical-fill)"
            strokeDasharray="3 3"
          />
        )}
        {width > 0 && last && <circle cx={x(last[0])} cy={y(last[1])} r={DOT} fill={color} />}
      </svg>
    </span>
  )
}
