import type { Point } from '@eot/contract/sensors'
import { longestGapMs as longestGapOf } from '../../../domain/sensors/longest-gap.ts'
import { numberText } from '../../../texts/number-format.ts'
import { splitAtGaps, usualSpacingMs } from '../../../ui/chart/gaps.ts'
import { type PlotFrame, xOf, yOf } from '../../../ui/chart/plot-frame.ts'
import type { Lane } from './lanes.ts'

interface LaneDrawingProps {
  lane: Lane
  frame: PlotFrame
  /** Longer gaps are never bridged. */
  longestGapMs: number
}

/** Labels of the value axis. One decimal at most, since ticks may be half a unit apart. */
const tickText = (tick: number) =>
  numberText(tick, { maximumFractionDigits: 1, notation: 'compact', signDisplay: 'negative' }).replace(
    '-',
    '−',
  )

/** One sensor: the mean as a line, the lowest to the highest value as a band, and the levels of its rules. */
export function LaneDrawing({ lane, frame, longestGapMs }: LaneDrawingProps) {
  const right = frame.left + frame.width
  const place = (ms: number, value: number) => `${xOf(frame, ms).toFixed(1)} ${yOf(frame, value).toFixed(1)}`
  const line = (run: readonly Point[]) =>
    `M${run.map(([ms, mean]) => place(ms, mean)).join('L')}${run.length > 1 ? '' : 'h0'}`
  const runs = splitAtGaps(lane.points, ([ms]) => ms, longestGapMs)
  const others = splitAtGaps(lane.compared, ([ms]) => ms, longestGapMs)
  const outdoors = lane.drawsOutdoors ? splitAtGaps(lane.outdoors, ([ms]) => ms, outdoorGapMs(lane)) : []
  return (
    <g>
      {lane.scale.ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={frame.left}
            x2={right}
            y1={yOf(frame, tick)}
            y2={yOf(frame, tick)}
            stroke="var(--chart-grid)"
          />
          <text x={frame.left - 6} y={yOf(frame, tick) + 3.5} textAnchor="end">
            {tickText(tick)}
          </text>
        </g>
      ))}
      {lane.levels.map((level) => (
        <line
          key={level}
          className="history-level"
          x1={frame.left}
          x2={right}
          y1={yOf(frame, level)}
          y2={yOf(frame, level)}
        />
      ))}
      {others.map((run) => (
        <path key={run[0]?.[0]} className="history-compared" d={line(run)} />
      ))}
      {outdoors.map((run) => (
        <path key={run[0]?.[0]} className="history-outdoors" d={line(run)} />
      ))}
      {runs.map((run) => (
        <g key={run[0]?.[0]} style={{ color: lane.color }}>
          <path
            className="history-band"
            d={`M${run.map(([ms, , , max]) => place(ms, max)).join('L')}L${run
              .toReversed()
              .map(([ms, , min]) => place(ms, min))
              .join('L')}Z`}
          />
          <path className="history-mean" d={line(run)} />
        </g>
      ))}
    </g>
  )
}

/** The weather has hourly values, however often a device reports. */
export const outdoorGapMs = ({ outdoors }: Pick<Lane, 'outdoors'>): number =>
  longestGapOf(
    usualSpacingMs(
      outdoors.map(([ms]) => ms),
      3_600_000,
    ),
  )
