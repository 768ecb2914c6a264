import '../../../ui/chart/chart.css'
import type { SensorKey } from '@eot/contract/vocabulary'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { readingText, unitText } from '../../../domain/sensors/shown-reading.ts'
import { shortTime } from '../../../lib/time/time.ts'
import { findKind, type Measurement, shownText, shownValue } from '../../../lib/units.ts'
import { IconButton } from '../../../ui/button.tsx'
import { splitAtGaps } from '../../../ui/chart/gaps.ts'
import { nearestIndex } from '../../../ui/chart/nearest.ts'
import { PlotCursor } from '../../../ui/chart/plot-cursor.tsx'
import { type PlotFrame, plotFrame, pointIn, xOf, yOf } from '../../../ui/chart/plot-frame.ts'
import { type ValueScale, valueScale } from '../../../ui/chart/scale.ts'
import type { Sample } from '../../../ui/chart/sparkline.tsx'
import { tickLabel } from '../../../ui/chart/time-labels.ts'
import { timeTicks } from '../../../ui/chart/time-ticks.ts'
import { useWidth } from '../../../ui/chart/use-width.ts'
import { comparedColor, comparedDash, comparedLetter } from '../compared.ts'
import { ComparedList } from '../compared-list.tsx'
import type { Room } from './rooms.ts'

const height = 260
const longestGapMs = 45 * 60_000

interface RoomsCompareProps {
  /** In the order in which they were chosen. */
  rooms: readonly Room[]
  sensor: SensorKey
  measurement: Measurement
  fromMs: number
  toMs: number
  zone: string
  onRemove: (id: string) => void
  onClose: () => void
}

/** The last day of some rooms in one chart. */
export function RoomsCompare(props: RoomsCompareProps) {
  const { rooms, sensor, measurement, onRemove, onClose } = props
  const { t } = useTranslation()
  return (
    <section className="card rooms-compare">
      <header>
        <h2>{t('rooms.compared', { count: rooms.length })}</h2>
        <span className="note">{t('rooms.comparedNote', { unit: unitText(sensor, measurement) })}</span>
        <div className="end">
          <IconButton icon={X} label={t('rooms.endCompare')} onClick={onClose} />
        </div>
      </header>
      <div className="body">
        {rooms.length === 0 ? <p className="muted">{t('rooms.chooseRooms')}</p> : <CompareChart {...props} />}
        <ComparedList
          devices={rooms.map(({ id, name, value }) => ({
            id,
            name,
            value: value === undefined ? '–' : readingText(value, sensor, measurement),
          }))}
          onRemove={onRemove}
        />
      </div>
    </section>
  )
}

interface Line {
  id: string
  name: string
  samples: Sample[]
}

function CompareChart({ rooms, sensor, measurement, fromMs, toMs, zone }: RoomsCompareProps) {
  const { t } = useTranslation()
  const [box, width] = useWidth<HTMLDivElement>()
  const unit = findKind(sensor)?.unit ?? ''
  const lines = rooms.map(({ id, name, samples }): Line => {
    return { id, name, samples: samples.map(([ms, value]) => [ms, shownValue(value, unit, measurement)]) }
  })
  const scale = valueScale(lines.flatMap(({ samples }) => samples.map(([, value]) => value)))
  const frame = plotFrame(
    { width, height },
    { left: 44, right: 22, top: 10, bottom: 24 },
    { fromMs, toMs },
    scale,
  )
  const label = t('rooms.compareChart', { names: rooms.map(({ name }) => name).join(', ') })
  const times = [...new Set(lines.flatMap(({ samples }) => samples.map(([ms]) => ms)))].sort((a, b) => a - b)
  return (
    <div className="plot" ref={box} style={{ height }}>
      {width > 0 && (
        <>
          <svg className="chart" width={width} height={height} role="img" aria-label={label}>
            <Axes frame={frame} scale={scale} sensor={sensor} zone={zone} width={width} />
            {lines.map((line, place) => (
              <ComparedLine key={line.id} line={line} place={place} frame={frame} />
            ))}
          </svg>
          <PlotCursor
            frame={frame}
            timesMs={times}
            reachMs={longestGapMs}
            title={(ms) => shortTime(ms, zone, Date.now())}
            rows={(ms) =>
              lines.flatMap(({ id, name, samples }, place) => {
                const nearest =
                  samples[
                    nearestIndex(
                      samples.map(([at]) => at),
                      ms,
                    )
                  ]
                if (!nearest || Math.abs(nearest[0] - ms) > longestGapMs) return []
                return {
                  key: id,
                  name: `${comparedLetter(place)} ${name}`,
                  spoken: name,
                  text: shownText(nearest[1], sensor),
                  color: comparedColor(place),
                  at: nearest[1],
                }
              })
            }
            label={`${label}: ${t('chart.readValues')}`}
          />
        </>
      )}
    </div>
  )
}

interface AxesProps {
  frame: PlotFrame
  scale: ValueScale
  sensor: SensorKey
  zone: string
  width: number
}

function Axes({ frame, scale, sensor, zone, width }: AxesProps) {
  const ticks = timeTicks(frame.fromMs, frame.toMs, Math.max(2, Math.floor(frame.width / 60)), zone)
  const bottom = frame.top + frame.height
  return (
    <>
      {scale.ticks.map((tick) => (
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
      ))}
      {ticks.at.map((ms) => (
        <text key={ms} x={xOf(frame, ms)} y={bottom + 16} textAnchor="middle">
          {tickLabel(ms, ticks.stepMs, zone)}
        </text>
      ))}
    </>
  )
}

/** A line with its letter at its end. */
function ComparedLine({ line, place, frame }: { line: Line; place: number; frame: PlotFrame }) {
  const { samples } = line
  const color = comparedColor(place)
  const last = samples.at(-1)
  return (
    <g style={{ color }}>
      {splitAtGaps(samples, ([ms]) => ms, longestGapMs).map((run) => (
        <path
          key={run[0]?.[0]}
          d={`M${run.map(([ms, value]) => pointIn(frame, ms, value)).join('L')}`}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeDasharray={comparedDash(place)}
        />
      ))}
      {last && (
        <text className="line-end" x={xOf(frame, last[0]) + 6} y={yOf(frame, last[1]) + 4}>
          {comparedLetter(place)}
        </text>
      )}
    </g>
  )
}
