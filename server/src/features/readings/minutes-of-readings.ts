import { noBuckets, type TimedBuckets } from './packed-buckets.ts'
import { shortestDecimal } from './packed-numbers.ts'
import { type ReadingColumns, sections } from './reading-chunk.ts'
import { columnNames } from './sensor-columns.ts'

const minuteMs = 60_000

/** Computes the minutes of readings, without those that begin at the given times. All times in ms after the start of the day. */
export function minutesOf(readings: ReadingColumns, except: Float64Array): TimedBuckets {
  const stored = new Set(except)
  const minutes = (readings[sections.times] ?? new Float64Array()).map(
    (time) => Math.floor(time / minuteMs) * minuteMs,
  )
  const times = Float64Array.from(new Set(minutes)).filter((time) => !stored.has(time))
  const placeOf = new Map(Array.from(times, (time, place) => [time, place]))
  const kinds = columnNames.map((_, column) => {
    const buckets = noBuckets(times.length)
    const values = readings[sections.kind(column)] ?? []
    values.forEach((value, reading) => {
      const place = placeOf.get(minutes[reading] ?? Number.NaN)
      if (place === undefined || Number.isNaN(value)) return
      const isFirst = buckets.counts[place] === 0
      const [min, max, sum] = isFirst
        ? [value, value, 0]
        : [buckets.mins[place] as number, buckets.maxs[place] as number, buckets.sums[place] as number]
      buckets.counts[place] = (buckets.counts[place] as number) + 1
      buckets.mins[place] = Math.min(min, value)
      buckets.maxs[place] = Math.max(max, value)
      buckets.sums[place] = sum + shortestDecimal(value)
    })
    return buckets
  })
  return { times, kinds }
}
