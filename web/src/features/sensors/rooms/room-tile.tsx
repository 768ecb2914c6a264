import type { SensorKey } from '@eot/contract/vocabulary'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { GradeMark } from '../../../domain/sensors/grade-mark.tsx'
import { sensorLook } from '../../../domain/sensors/sensor-look.tsx'
import { readingText, unitText } from '../../../domain/sensors/shown-reading.ts'
import type { Measurement } from '../../../lib/units.ts'
import { Sparkline } from '../../../ui/chart/sparkline.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { comparedColor, comparedLetter } from './compared.ts'
import type { Room } from './rooms.ts'
import { qualityStrip } from './stuck.ts'
import { unjudgedText } from './unjudged-text.ts'

/** Values further apart are not joined. */
const longestGapMs = 45 * 60_000
const stripParts = 24

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
  /** Chooses or drops the room. undefined: no rooms are being chosen, and the tile leads to the room. */
  onCompare: (() => void) | undefined
  /** The place of the room among those compared. undefined: it is not. */
  compared: number | undefined
}

/** A room with its newest value and its last day. */
export function RoomTile(props: RoomTileProps) {
  const { room, sensor, measurement, fromMs, toMs, now, zone, scale, onCompare, compared } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { value, unjudged, grade } = room
  const color = compared === undefined ? undefined : comparedColor(compared)
  const since = unjudged?.reason === 'stuck' ? unjudged.since : undefined
  const strip = qualityStrip(room.points, { fromMs, toMs: Math.min(now, toMs), parts: stripParts, since })
  const open = () =>
    void navigate({
      to: '/devices/historical-sensor-data',
      search: { deviceId: room.id, searchFilters: { sensors: [sensor] } },
    })
  return (
    <button
      type="button"
      className={classNames('room', grade, unjudged && 'unjudged', color && 'picked')}
      style={{ '--sc': color }}
      {...(onCompare && { 'aria-pressed': compared !== undefined })}
      onClick={onCompare ?? open}
    >
      <span className="nm">
        {compared !== undefined && <span className="letter">{comparedLetter(compared)}</span>}
        <span className="truncate">{room.name}</span>
        <small className="truncate">{room.siteName}</small>
      </span>
      <span className="vl">
        <b>{value === undefined ? '–' : readingText(value, sensor, measurement)}</b>
        {unjudged === undefined ? (
          <span>{unitText(sensor, measurement)}</span>
        ) : (
          <span>{unjudgedText(unjudged, now, zone)}</span>
        )}
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
      <span className="dq" aria-hidden="true">
        {strip.map((quality, part) => (
          // The parts are places of the day, which never move.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <i key={part} className={quality} />
        ))}
      </span>
      <span className="vh">
        {strip.includes('gap') && t('rooms.gaps', { count: strip.filter((one) => one === 'gap').length })}
      </span>
    </button>
  )
}
