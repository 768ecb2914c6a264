import type { TimeRange } from './minute-gaps.ts'

interface DeviceRange extends TimeRange {
  no: number
  /** Part of the key of a group, too. */
  openFrom?: number
}

export interface RangeGroup<Range extends DeviceRange> {
  range: Range
  nos: number[]
}

/**
 * Groups devices whose ranges have the same times. PostgreSQL joins a table with each group instead of each device: at every step
 * of such a join it chooses the partitions again, which takes longer than finding the rows of a device.
 */
export function groupRanges<Range extends DeviceRange>(ranges: readonly Range[]): RangeGroup<Range>[] {
  const groups = Map.groupBy(ranges, ({ from, to, openFrom }) => `${from}/${to}/${openFrom}`)
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((range) => ({ range, nos: group.map(({ no }) => no) })),
  )
}

/** SQL for a table of groups, with the parameters of `groupParameters`. */
export const groupsSql = `(
  select nos::int[] as nos, since, until, open_from, place
  from unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[])
    with ordinality as source (nos, since, until, open_from, place)
)`

/** Returns when the open bucket of a range begins; null if it has none. */
export const openingOf = ({ openFrom }: DeviceRange) => (openFrom === undefined ? null : new Date(openFrom))

/** The driver cannot pass arrays of different lengths within an array, so devices are passed as text. */
export const groupParameters = (groups: readonly RangeGroup<DeviceRange>[]) => [
  groups.map(({ nos }) => `{${nos.join(',')}}`),
  groups.map(({ range }) => new Date(range.from)),
  groups.map(({ range }) => new Date(range.to)),
  groups.map(({ range }) => openingOf(range)),
]
