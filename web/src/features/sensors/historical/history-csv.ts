import { sensorName } from '../../../domain/sensors/sensor-names.ts'
import { toLocalInput } from '../../../lib/time/time-range.ts'
import { t } from '../../../texts/i18n.ts'
import { csvFile } from '../csv-file.ts'
import { qualitiesBetween } from '../quality/quality-of-rows.ts'
import { tableRows } from './history-table.tsx'
import type { Lane } from './lanes.ts'

/** Figures of a sensor, in the same order as the numbers of a point and its percentiles. */
const figures = ['', 'lowest', 'highest', 'samples', '5%', 'median', '95%', '5% ±', 'median ±', '95% ±']

/** The lanes of a device in a period, with one line each. */
export interface CsvPart {
  name: string
  lanes: readonly Lane[]
}

/**
 * The numbers of the chart, oldest first, with the start of each interval in UTC and in local time. Several devices, or
 * periods, follow each other; a column tells them apart.
 */
export function historyCsv(parts: readonly CsvPart[], timeZone: string): Blob {
  const withNames = parts.length > 1
  const units = new Map(
    parts.flatMap(({ lanes }) => lanes.map(({ sensor, unit }) => [sensor, unit] as const)),
  )
  const names = [...units].flatMap(([sensor, unit]) => {
    const name = unit ? `${sensorName(sensor)} (${unit})` : sensorName(sensor)
    const quality = t('quality.column', { name: sensorName(sensor) })
    return [...figures.map((figure) => `${name} ${figure}`.trim()), quality]
  })
  const cells = parts.flatMap(({ name, lanes }) =>
    rowsOf(lanes, [...units.keys()], timeZone).map(([utc = '', local = '', ...values]) => [
      utc,
      local,
      ...(withNames ? [name] : []),
      ...values,
    ]),
  )
  const device = withNames ? [t('sensors.device')] : []
  return csvFile([['Time (UTC)', `Time (${timeZone})`, ...device, ...names], ...cells])
}

/** Both times and the cells of all sensors. */
function rowsOf(lanes: readonly Lane[], sensors: readonly string[], timeZone: string): string[][] {
  const percentiles = lanes.map(
    ({ lines: [line] }) => new Map(line?.percentiles.map(([ms, ...rest]) => [ms, rest])),
  )
  const rows = rowsWithGaps(lanes)
  return rows.map(({ ms, points }, row) => [
    new Date(ms).toISOString(),
    toLocalInput(ms, timeZone).replace('T', ' '),
    ...sensors.flatMap((sensor) => {
      const at = lanes.findIndex((lane) => lane.sensor === sensor)
      const point = points[at]
      const numbers = [...(point ?? []).slice(1), ...(percentiles[at]?.get(ms) ?? [])]
      return [
        ...figures.map((_, place) => shortNumber(numbers[place])),
        qualityText(lanes[at], {
          fromMs: ms,
          toMs: rows[row + 1]?.ms ?? ms + 1,
          hasPoint: point !== undefined,
        }),
      ]
    }),
  ])
}

/** Formats a number without the rounding errors of unit conversion. */
const shortNumber = (value: number | undefined) =>
  value === undefined ? '' : String(Number(value.toPrecision(7)))

/** Oldest first, with an extra row wherever a gap begins. */
function rowsWithGaps(lanes: readonly Lane[]) {
  const rows = tableRows(lanes)
  const times = new Set(rows.map(({ ms }) => ms))
  const starts = lanes.flatMap(({ quality }) => quality.filter(({ Quality }) => Quality === 'Gap'))
  const gaps = new Set(starts.map(({ From }) => From).filter((ms) => !times.has(ms)))
  return [...rows, ...[...gaps].map((ms) => ({ ms, points: lanes.map(() => undefined) }))].sort(
    (a, b) => a.ms - b.ms,
  )
}

/** Empty where there is neither a value nor anything wrong, since other sensors were measured at other times. */
function qualityText(
  lane: Lane | undefined,
  { fromMs, toMs, hasPoint }: { fromMs: number; toMs: number; hasPoint: boolean },
): string {
  const found = qualitiesBetween(lane?.quality ?? [], { fromMs, toMs })
  if (found.length > 0) return found.map((quality) => t(`quality.${quality}`)).join('; ')
  return hasPoint ? t('quality.Good') : ''
}
