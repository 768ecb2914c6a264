import type { SensorKey } from '@eot/contract/vocabulary'
import { Link } from '@tanstack/react-router'
import { GradeMark } from '../../../domain/sensors/grade-mark.tsx'
import { sensorLook } from '../../../domain/sensors/sensor-look.tsx'
import { readingText, unitText } from '../../../domain/sensors/shown-reading.ts'
import type { Measurement } from '../../../lib/units.ts'
import { Sparkline } from '../../../ui/chart/sparkline.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { comparedColor, comparedLetter } from '../compared.ts'
import { RoomStrip } from './room-strip.tsx'
import type { Room } from './rooms.ts'
import { unjudgedText } from './unjudged-text.ts'

/** Values further apart are not joined. */
const longestGapMs = 45 * 60_000

export interface RoomTileProps {
  room: Room
  sensor: SensorKey
  measurement: Measurement
  fromMs: number
  toMs: number
  now: number
  zone: string
  /** The same for all rooms, so that their curves can be compared. */
  scale: { low: number; high: number }
  /** Selects or deselects the room. undefined: no rooms are being chosen, and the tile links to the room. */
  onCompare: (() => void) | undefined
  /** The position of the room among those compared. undefined: it is not compared. */
  compared: number | undefined
}

/** A room with its newest value and its last day. Links to its history, unless rooms are being chosen. */
export function RoomTile(props: RoomTileProps) {
  const { room, sensor, onCompare, compared } = props
  const color = compared === undefined ? undefined : comparedColor(compared)
  const look = {
    className: classNames('room', room.grade, room.unjudged && 'unjudged', color && 'picked'),
    style: { '--sc': color },
  }
  if (onCompare)
    return (
      <button type="button" {...look} aria-pressed={compared !== undefined} onClick={onCompare}>
        <TileContent {...props} />
      </button>
    )
  return (
    <Link
      to="/devices/historical-sensor-data"
      search={{ deviceId: room.id, searchFilters: { sensors: [sensor] } }}
      {...look}
    >
      <TileContent {...props} />
    </Link>
  )
}

function TileContent(props: RoomTileProps) {
  const { room, sensor, measurement, fromMs, toMs, now, zone, scale, compared } = props
  const { value, unjudged, grade } = room
  return (
    <>
      <span className="nm">
        {compared !== undefined && <span className="letter">{comparedLetter(compared)}</span>}
        <span className="truncate">{room.name}</span>
        <small className="truncate">{room.siteName}</small>
      </span>
      <span className="vl">
        <b>{value === undefined ? '–' : readingText(value, sensor, measurement)}</b>
        <span>{unjudged ? unjudgedText(unjudged, now, zone) : unitText(sensor, measurement)}</span>
        {grade && <GradeMark grade={grade} />}
      </span>
      <Sparkline
        samples={room.samples}
        fromMs={fromMs}
        toMs={toMs}
        color={sensorLook(sensor).color}
        longestGapMs={longestGapMs}
        range={scale}
      />
      <RoomStrip {...{ room, fromMs, toMs, now }} />
    </>
  )
}
