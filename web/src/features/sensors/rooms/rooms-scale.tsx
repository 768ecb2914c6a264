import type { SensorKey } from '@eot/contract/vocabulary'
import { useTranslation } from 'react-i18next'
import { bandScales, rulerPosition } from '../../../domain/sensors/bands.ts'
import { readingText, unitText } from '../../../domain/sensors/shown-reading.ts'
import { levelText, type Measurement, valueAsShown } from '../../../lib/units.ts'
import { classNames } from '../../../ui/class-names.ts'
import type { Room } from './rooms.ts'

interface RoomsScaleProps {
  rooms: readonly Room[]
  sensor: SensorKey
  measurement: Measurement
}

/** Marks closer than this share of the scale are stacked. */
const markShare = 0.012
/** Maximum height of a stack of marks. */
const highestStack = 6

/** All rooms with a value on one scale, with the bands of the standard if there is one. */
export function RoomsScale({ rooms, sensor, measurement }: RoomsScaleProps) {
  const { t } = useTranslation()
  const judged = rooms.filter((room) => room.unjudged === undefined && room.value !== undefined)
  if (judged.length < 2) return null
  const scale = scaleOf(judged, sensor, measurement)
  const without = rooms.length - judged.length
  return (
    <section className="card rooms-scale">
      <header>
        <h2>{t('rooms.scale')}</h2>
        <span className="note">{t('rooms.scaleNote', { unit: unitText(sensor, measurement) })}</span>
        {without > 0 && <span className="note end">{t('rooms.withoutValue', { count: without })}</span>}
      </header>
      <div className="body">
        <div className="marks" aria-hidden="true">
          {stack(judged.map((room) => ({ room, at: scale.positionOf(room.value ?? 0) }))).map(
            ({ room, at, level }) => (
              <span
                key={room.id}
                className={classNames('mark', room.grade)}
                title={`${room.name}, ${readingText(room.value ?? 0, sensor, measurement)}`}
                style={{ left: `${at * 100}%`, bottom: `${level * 10}px` }}
              />
            ),
          )}
        </div>
        <div className="bands">
          {scale.parts.map(({ key, share, grade, label }) => (
            <span key={key} className={grade} style={{ flexGrow: share }}>
              <span>{label}</span>
            </span>
          ))}
        </div>
      </div>
    </section>
  )
}

interface Part {
  key: string
  share: number
  grade: string
  /** The lower end. */
  label: string
}

function scaleOf(rooms: readonly Room[], sensor: SensorKey, measurement: Measurement) {
  const bands = bandScales[sensor]
  const label = (value: number) => levelText(value, sensor, measurement)
  if (bands)
    return {
      parts: bands.bands.map(
        ({ grade, share, to }, n): Part => ({
          key: String(to),
          share,
          grade,
          label: label(bands.bands[n - 1]?.to ?? bands.from),
        }),
      ),
      positionOf: (value: number) => rulerPosition(bands, valueAsShown(value, sensor, measurement)),
    }
  const values = rooms.flatMap(({ value }) => value ?? [])
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const middle = (low + high) / 2
  return {
    parts: [low, middle].map(
      (value): Part => ({ key: String(value), share: 1, grade: 'none', label: label(value) }),
    ),
    positionOf: (value: number) => (high === low ? 0.5 : (value - low) / (high - low)),
  }
}

/** Stacks marks that would overlap. */
function stack(marks: readonly { room: Room; at: number }[]) {
  const tops = new Map<number, number>()
  return marks.map(({ room, at }) => {
    const column = Math.round(at / markShare)
    const level = tops.get(column) ?? 0
    tops.set(column, Math.min(highestStack, level + 1))
    return { room, at, level }
  })
}
