import type { Point } from '@eot/contract/sensors'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { longestGapMs as longestGapOf } from '../../../domain/sensors/longest-gap.ts'
import { numberText } from '../../../texts/number-format.ts'
import { splitAtGaps, usualSpacingMs } from '../../../ui/chart/gaps.ts'
import { type PlotFrame, pointIn, xOf, yOf } from '../../../ui/chart/plot-frame.ts'
import type { Lane, LaneLine } from './lanes.ts'

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

/** One sensor: the mean of each line, the lowest to the highest value as a band, and the levels of its rules. */
export const LaneDrawing = memo(function LaneDrawing({ lane, frame, longestGapMs }: LaneDrawingProps) {
  useTranslation() // The labels of the axis depend on the language.
  const right = frame.left + frame.width
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
      {outdoors.map((run) => (
        <path key={run[0]?.[0]} className="history-outdoors" d={pathOf(run, frame)} />
      ))}
      {/* The first line is above those it is compared with. */}
      {lane.lines.toReversed().map((line) => (
        <LineDrawing key={line.key} {...{ line, frame, longestGapMs }} />
      ))}
    </g>
  )
})

interface LineDrawingProps extends Omit<LaneDrawingProps, 'lane'> {
  line: LaneLine
}

/** A line with its letter at its end. */
function LineDrawing({ line: { points, look }, frame, longestGapMs }: LineDrawingProps) {
  const last = points.at(-1)
  return (
    <g style={{ color: look.color }}>
      {splitAtGaps(points, ([ms]) => ms, longestGapMs).map((run) => (
        <g key={run[0]?.[0]}>
          {look.hasBand && <path className="history-band" d={bandOf(run, frame)} />}
          <path className="history-mean" d={pathOf(run, frame)} strokeDasharray={look.dash} />
        </g>
      ))}
      {look.letter && last && (
        <text className="line-end" x={xOf(frame, last[0]) + 5} y={yOf(frame, last[1]) + 4}>
          {look.letter}
        </text>
      )}
    </g>
  )
}

const pathOf = (run: readonly Point[], frame: PlotFrame) =>
  `M${run.map(([ms, mean]) => pointIn(frame, ms, mean)).join('L')}${run.length > 1 ? '' : 'h0'}`

const bandOf = (run: readonly Point[], frame: PlotFrame) =>
  `M${run.map(([ms, , , max]) => pointIn(frame, ms, max)).join('L')}L${run
    .toReversed()
    .map(([ms, , min]) => pointIn(frame, ms, min))
    .join('L')}Z`

/** The weather has hourly values, however often a device reports. */
export const outdoorGapMs = ({ outdoors }: Pick<Lane, 'outdoors'>): number =>
  longestGapOf(
    usualSpacingMs(
      outdoors.map(([ms]) => ms),
      3_600_000,
    ),
  )
