import type { SensorKey } from '@eot/contract/vocabulary'
import { sensorName } from '../../../domain/sensors/sensor-names.ts'
import { unitText } from '../../../domain/sensors/shown-reading.ts'
import { findKind, type Measurement, shownValue } from '../../../lib/units.ts'
import { t } from '../../../texts/i18n.ts'
import { csvFile } from '../csv-file.ts'
import { shownSpan } from '../quality/shown-span.ts'
import type { Room } from './rooms.ts'
import { dayOf } from './rooms-table.tsx'
import { unjudgedText } from './unjudged-text.ts'

interface Shown {
  sensor: SensorKey
  measurement: Measurement
  now: number
  zone: string
}

/** The table of rooms as a file. */
export function roomsCsv(rooms: readonly Room[], { sensor, measurement, now, zone }: Shown): Blob {
  const unit = findKind(sensor)?.unit ?? ''
  const number = (value: number | undefined) =>
    value === undefined ? '' : String(Number(shownValue(value, unit, measurement).toPrecision(7)))
  const heading = `${sensorName(sensor)} (${unitText(sensor, measurement)})`
  const titles = ['room', 'site', 'now', 'band', 'low', 'mean', 'high'] as const
  return csvFile([
    [...titles.map((title) => (title === 'now' ? heading : t(`rooms.${title}`))), t('quality.title')],
    ...rooms.map((room) => {
      const day = dayOf(room)
      const state = room.unjudged ? unjudgedText(room.unjudged, now, zone) : ''
      const band = room.grade ? t(`sensors.grade.${room.grade}`) : state
      const numbers = [day?.low, day?.mean, day?.high].map(number)
      const quality =
        room.quality?.map((span) => shownSpan(span, zone, now)).join('; ') ?? t('quality.unknown')
      return [room.name, room.siteName, number(room.value), band, ...numbers, quality]
    }),
  ])
}
