import { sensorName } from '../../../domain/sensors/sensor-names.ts'
import { toLocalInput } from '../../../lib/time/time-range.ts'
import { t } from '../../../texts/i18n.ts'
import { csvFile } from '../csv-file.ts'
import { qualitiesBetween } from '../quality/quality-of-rows.ts'
import { tableRows } from './history-table.tsx'
import type { Lane } from './lanes.ts'

/** Figures of a sensor, in the same order as the numbers of a point and its percentiles. */
const figures = ['', 'lowest', 'highest', 'samples', '5%', 'median', '95%', '5% ±', 'median ±', '95% ±']

/** The numbers of the chart, oldest first, with the start of each interval in UTC and in local time. */
export function historyCsv(lanes: readonly Lane[], timeZone: string): Blob {
  const names = lanes.flatMap(({ sensor, unit }) => {
    const name = unit ? `${sensorName(sensor)} (${unit})` : sensorName(sensor)
    const quality = t('quality.column', { name: sensorName(sensor) })
    return [...figures.map((figure) => `${name} ${figure}`.trim()), quality]
  })
  const percentiles = lanes.map((lane) => new Map(lane.percentiles.map(([ms, ...rest]) => [ms, rest])))
  const rows = rowsWithGaps(lanes)
  const cells = rows.map(({ ms, points }, row) => [
    new Date(ms).toISOString(),
    toLocalInput(ms, timeZone).replace('T', ' '),
    ...points.flatMap((point, at) => {
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
  return csvFile([['Time (UTC)', `Time (${timeZone})`, ...names], ...cells])
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
