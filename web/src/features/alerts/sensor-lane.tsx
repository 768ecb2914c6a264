import type { CSSProperties, PointerEvent } from 'react'
import { longestGapMs } from '../../domain/sensors/longest-gap.ts'
import { SensorName, sensorLook } from '../../domain/sensors/sensor-look.tsx'
import { findKind, shownUnit, valueText } from '../../lib/units.ts'
import { useSession } from '../../session/use-session.tsx'
import { usualSpacingMs } from '../../ui/chart/gaps.ts'
import { nearestIndex } from '../../ui/chart/nearest.ts'
import { Sparkline } from '../../ui/chart/sparkline.tsx'
import { verdictText } from './lane-sentence.ts'
import type { Lane } from './use-other-sensors.ts'

interface LaneSpan {
  fromMs: number
  toMs: number
  /** Start of the alert, which is shaded. */
  startMs: number
  endMs: number
}

interface SensorLaneProps {
  lane: Lane
  span: LaneSpan
  /** The moment whose value is shown. */
  atMs: number
  /** The user chose the moment, so it is marked. */
  isRead: boolean
  onRead: (ms: number) => void
}

/** One sensor around the alert: its value at the chosen moment, its line, and whether it moved. */
export function SensorLane({ lane, span, atMs, isRead, onRead }: SensorLaneProps) {
  const { measurement } = useSession()
  const { sensor, points } = lane
  const kind = findKind(sensor)
  const timesMs = points.map(([ms]) => ms)
  const gapMs = longestGapMs(usualSpacingMs(timesMs, 60_000))
  const point = points[nearestIndex(timesMs, atMs)]
  const read = point && Math.abs(point[0] - atMs) <= gapMs ? point : undefined
  const share = (ms: number) => Math.min(1, Math.max(0, (ms - span.fromMs) / (span.toMs - span.fromMs)))
  const style = {
    '--from': share(span.startMs),
    '--to': share(span.endMs),
    '--at': share(atMs),
  } as CSSProperties // custom properties are missing from the type

  function follow(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    onRead(Math.round(span.fromMs + ((event.clientX - left) / width) * (span.toMs - span.fromMs)))
  }

  return (
    <div className="lane">
      <p className="lane-head">
        <span className="muted truncate">
          <SensorName sensor={sensor} />
        </span>
        <b>{read ? valueText(read[1], sensor, measurement) : '–'}</b>
        <span className="faint">{shownUnit(kind?.unit ?? '', measurement)}</span>
      </p>
      <div className="lane-plot" style={style} onPointerMove={follow} onPointerDown={follow}>
        <i className="lane-shade" />
        <Sparkline
          samples={points.map(([ms, mean]) => [ms, mean] as const)}
          fromMs={span.fromMs}
          toMs={span.toMs}
          color={sensorLook(sensor).color}
          longestGapMs={gapMs}
          leastRange={leastRange(lane)}
          height={32}
        />
        {isRead && <i className="lane-rule" />}
      </div>
      <VerdictLine lane={lane} />
    </div>
  )
}

/** At least a tenth of the value, so that noise looks like noise. */
function leastRange({ sensor, points }: Lane): number {
  const largest = Math.max(...points.map(([, mean]) => Math.abs(mean)))
  return Math.max(sensor === 'temperature' ? 4 : 0.4 * largest, 4 * 10 ** -(findKind(sensor)?.decimals ?? 0))
}

function VerdictLine({ lane: { sensor, verdict } }: { lane: Lane }) {
  const { measurement } = useSession()
  const text = verdictText(verdict, (value) => valueText(value, sensor, measurement))
  if (text === '') return null
  const hasMoved = verdict.kind === 'rose' || verdict.kind === 'fell'
  return <p className={hasMoved ? 'verdict moved' : 'verdict'}>{text}</p>
}
