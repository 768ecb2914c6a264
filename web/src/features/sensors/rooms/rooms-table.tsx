import type { SensorKey } from '@eot/contract/vocabulary'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { GradeMark } from '../../../domain/sensors/grade-mark.tsx'
import { readingText, unitText } from '../../../domain/sensors/shown-reading.ts'
import type { Measurement } from '../../../lib/units.ts'
import { RoomStrip } from './room-strip.tsx'
import type { Room } from './rooms.ts'
import { unjudgedText } from './unjudged-text.ts'

interface RoomsTableProps {
  rooms: readonly Room[]
  sensor: SensorKey
  measurement: Measurement
  fromMs: number
  toMs: number
  now: number
  zone: string
}

/** Returns the lowest, mean and highest value of the last day. undefined: there are none. */
export function dayOf({ points }: Pick<Room, 'points'>) {
  const count = points.reduce((sum, [, , , , samples]) => sum + samples, 0)
  if (count === 0) return undefined
  return {
    low: Math.min(...points.map(([, , min]) => min)),
    mean: points.reduce((sum, [, mean, , , samples]) => sum + mean * samples, 0) / count,
    high: Math.max(...points.map(([, , , max]) => max)),
  }
}

/** The rooms as a table, with the last day in numbers. */
export function RoomsTable({ rooms, sensor, measurement, fromMs, toMs, now, zone }: RoomsTableProps) {
  const { t } = useTranslation()
  const text = (value: number) => readingText(value, sensor, measurement)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className="card rooms-table scrolls-x" tabIndex={0} aria-label={t('rooms.title')}>
      <table className="table">
        <caption className="vh">{t('rooms.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('rooms.room')}</th>
            <th scope="col">{t('rooms.site')}</th>
            <th scope="col" className="num">
              {t('rooms.now')} <span className="faint">{unitText(sensor, measurement)}</span>
            </th>
            <th scope="col">{t('rooms.band')}</th>
            <th scope="col" className="num">
              {t('rooms.low')}
            </th>
            <th scope="col" className="num">
              {t('rooms.mean')}
            </th>
            <th scope="col" className="num">
              {t('rooms.high')}
            </th>
            <th scope="col">{t('quality.title')}</th>
          </tr>
        </thead>
        <tbody>
          {rooms.map((room) => {
            const day = dayOf(room)
            return (
              <tr key={room.id}>
                <td>
                  <Link
                    className="plain strong"
                    to="/devices/historical-sensor-data"
                    search={{ deviceId: room.id, searchFilters: { sensors: [sensor] } }}
                  >
                    {room.name}
                  </Link>
                </td>
                <td className="muted">{room.siteName}</td>
                <td className="num">{room.value === undefined ? '–' : text(room.value)}</td>
                <td>
                  {room.grade && <GradeMark grade={room.grade} />}
                  {room.unjudged && <span className="faint">{unjudgedText(room.unjudged, now, zone)}</span>}
                </td>
                <td className="num">{day ? text(day.low) : '–'}</td>
                <td className="num">{day ? text(day.mean) : '–'}</td>
                <td className="num">{day ? text(day.high) : '–'}</td>
                <td className="strip">
                  <RoomStrip {...{ room, fromMs, toMs, now }} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
