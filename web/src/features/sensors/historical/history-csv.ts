import { sensorName } from '../../../domain/sensors/sensor-names.ts'
import { toLocalInput } from '../../../lib/time/time-range.ts'
import { csvFile } from '../csv-file.ts'
import { tableRows } from './history-table.tsx'
import type { Lane } from './lanes.ts'

/** The numbers of the chart, oldest first, with the start of each interval in UTC and in local time. */
export function historyCsv(lanes: readonly Lane[], timeZone: string): Blob {
  const names = lanes.flatMap(({ sensor, unit }) => {
    const name = unit ? `${sensorName(sensor)} (${unit})` : sensorName(sensor)
    return [name, `${name} lowest`, `${name} highest`, `${name} samples`]
  })
  const rows = tableRows(lanes)
    .toReversed()
    .map(({ ms, points }) => [
      new Date(ms).toISOString(),
      toLocalInput(ms, timeZone).replace('T', ' '),
      ...points.flatMap((point) => (point ? point.slice(1).map(shortNumber) : ['', '', '', ''])),
    ])
  return csvFile([['Time (UTC)', `Time (${timeZone})`, ...names], ...rows])
}

/** Without the rounding errors of converted units. */
const shortNumber = (value: number) => String(Number(value.toPrecision(7)))
