/** How a table is partitioned by time. */
export interface Cut {
  table: string
  column: string
  unit: 'week' | 'month' | 'year'
}

export const cuts = {
  reading: { table: 'reading', column: 'at', unit: 'week' },
  readingChunk: { table: 'reading_chunk', column: 'start', unit: 'week' },
  minute: { table: 'reading_minute', column: 'bucket', unit: 'month' },
  minuteChunk: { table: 'reading_minute_chunk', column: 'start', unit: 'month' },
  hour: { table: 'reading_hour', column: 'bucket', unit: 'year' },
} as const satisfies Record<string, Cut>

export interface Range {
  name: string
  from: Date
  to: Date
}

const dayMs = 86_400_000

/** Returns the partition that contains an instant. Weeks begin on Monday; all in UTC. */
export function rangeOf({ table, unit }: Cut, at: Date): Range {
  const from = startOf(unit, at)
  const to = nextOf(unit, from)
  return { name: `${table}_${from.toISOString().slice(0, 10).replaceAll('-', '')}`, from, to }
}

/** Returns the partitions that cover the time between two instants, oldest first. */
export function rangesBetween(cut: Cut, from: Date, to: Date): Range[] {
  const ranges = [rangeOf(cut, from)]
  for (let last = ranges.at(-1); last && last.to <= to; last = ranges.at(-1))
    ranges.push(rangeOf(cut, last.to))
  return ranges
}

function startOf(unit: Cut['unit'], at: Date): Date {
  const year = at.getUTCFullYear()
  if (unit === 'year') return new Date(Date.UTC(year, 0, 1))
  if (unit === 'month') return new Date(Date.UTC(year, at.getUTCMonth(), 1))
  const midnight = Math.floor(at.getTime() / dayMs) * dayMs
  const daysSinceMonday = (at.getUTCDay() + 6) % 7
  return new Date(midnight - daysSinceMonday * dayMs)
}

function nextOf(unit: Cut['unit'], from: Date): Date {
  if (unit === 'week') return new Date(from.getTime() + 7 * dayMs)
  const [years, months] = unit === 'year' ? [1, 0] : [0, 1]
  return new Date(Date.UTC(from.getUTCFullYear() + years, from.getUTCMonth() + months, 1))
}
