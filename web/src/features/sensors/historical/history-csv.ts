import { sensorName } from '../../../domain/sensors/sensor-names.ts'
import { toLocalInput } from '../../../lib/time/time-range.ts'
import { csvFile } from '../csv-file.ts'
import { tableRows } from './history-table.tsx'
import type { Lane } from './lanes.ts'

/** Of a sensor, in the order of the numbers of a point and of its percentiles. */
const figures = ['', 'lowest', 'highest', 'samples', '5%', 'median', '95%', '5% ±', 'median ±', '95% ±']

/** The numbers of the chart, oldest first, with the start of each interval in UTC and in local time. */
export function historyCsv(lanes: readonly Lane[], timeZone: string): Blob {
  const names = lanes.flatMap(({ sensor, unit }) => {
    const name = unit ? `${sensorName(sensor)} (${unit})` : sensorName(sensor)
    return figures.map((figure) => `${name} ${figure}`.trim())
  })
  const percentiles = lanes.map((lane) => new Map(lane.percentiles.map(([ms, ...rest]) => [ms, rest])))
  const rows = tableRows(lanes)
    .toReversed()
    .map(({ ms, points }) => [
      new Date(ms).toISOString(),
      toLocalInput(ms, timeZone).replace('T', ' '),
      ...points.flatMap((point, lane) => {
        const numbers = [...(point ?? []).slice(1), ...(percentiles[lane]?.get(ms) ?? [])]
        return figures.map((_, place) => shortNumber(numbers[place]))
      }),
    ])
  return csvFile([['Time (UTC)', `Time (${timeZone})`, ...names], ...rows])
}

/** Without the rounding errors of converted units. */
const shortNumber = (value: number | undefined) =>
  value === undefined ? '' : String(Number(value.toPrecision(7)))
