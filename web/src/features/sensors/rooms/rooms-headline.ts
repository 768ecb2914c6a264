import type { SensorKey } from '@eot/contract/vocabulary'
import { sensorName } from '../../../domain/sensors/sensor-names.ts'
import { readingText, unitText } from '../../../domain/sensors/shown-reading.ts'
import { clockTime } from '../../../lib/time/time.ts'
import type { Measurement } from '../../../lib/units.ts'
import { t } from '../../../texts/i18n.ts'
import { countGrades, type Room } from './rooms.ts'

const judged = (rooms: readonly Room[]) => rooms.filter((room) => room.unjudged === undefined)

const valueWithUnit = (room: Room, sensor: SensorKey, measurement: Measurement) =>
  `${readingText(room.value ?? 0, sensor, measurement)} ${unitText(sensor, measurement)}`.trim()

/** "2 rooms poor, 8 fair, 29 fine; 3 cannot be judged" */
export function roomsHeadline(rooms: readonly Room[], sensor: SensorKey, measurement: Measurement): string {
  const shown = judged(rooms)
  const left = rooms.length - shown.length
  const counts = countGrades(shown)
  const [worst] = shown
  if (!worst) return t('rooms.noneJudged', { count: rooms.length })
  const fine = counts
    .filter(({ grade }) => grade === 'good' || grade === 'excellent')
    .reduce((sum, { count }) => sum + count, 0)
  const told = [
    ...counts.flatMap(({ grade, count }) =>
      grade === 'poor' || grade === 'fair' ? t(`rooms.graded.${grade}`, { count }) : [],
    ),
    ...(fine > 0 ? [t('rooms.graded.fine', { count: fine })] : []),
  ].join(', ')
  const head =
    counts.length > 0
      ? told
      : t('rooms.highest', { name: worst.name, value: valueWithUnit(worst, sensor, measurement) })
  return left > 0 ? t('rooms.withUnjudged', { head, count: left }) : head
}

interface Shown {
  sensor: SensorKey
  measurement: Measurement
  now: number
  zone: string
}

/** States what was measured, when, and where it is worst. */
export function roomsSentence(rooms: readonly Room[], { sensor, measurement, now, zone }: Shown): string {
  const shown = judged(rooms)
  const [worst] = shown
  const measured = t('rooms.measured', {
    sensor: sensorName(sensor),
    time: clockTime(now, zone),
    count: shown.length,
  })
  if (!worst?.grade) return measured
  return `${measured} ${t('rooms.worst', { name: worst.name, value: valueWithUnit(worst, sensor, measurement) })}`
}
