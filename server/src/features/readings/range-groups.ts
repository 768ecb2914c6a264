import type { DeviceRange } from './minute-gaps.ts'

interface ReadRange extends DeviceRange {
  /** The start of the open bucket that everything in the range belongs to, in epoch ms. */
  openFrom?: number
  /** Readings of this device up to this time are left out. Epoch ms. Unlike `from` and `to`, it may differ within a statement. */
  after?: number
}

interface RangeGroup<Range extends ReadRange> {
  range: Range
  nos: number[]
  /** `after` of each device; empty if they have none. */
  after: number[]
}

/**
 * Groups devices whose ranges have the same times. PostgreSQL joins a table with each group instead of each device: at every step
 * of such a join it chooses the partitions again, which takes longer than finding the rows of a device.
 */
function groupRanges<Range extends ReadRange>(ranges: readonly Range[]): RangeGroup<Range>[] {
  const groups = Map.groupBy(
    ranges,
    ({ from, to, openFrom, after }) => `${from}/${to}/${openFrom}/${after !== undefined}`,
  )
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((range) => ({
      range,
      nos: group.map(({ no }) => no),
      after: group.flatMap(({ after }) => after ?? []),
    })),
  )
}

/** Splits a group into one group for each device if the devices have different `after` times. */
function splitByDevice<Range extends ReadRange>(group: RangeGroup<Range>): RangeGroup<Range>[] {
  if (group.after.length === 0) return [group]
  return group.after.map((after, place) => ({
    range: { ...group.range, from: after + 1 },
    nos: group.nos.slice(place, place + 1),
    after: [],
  }))
}

/** A group with at least this many devices gets its own statement, for which PostgreSQL finds a better plan. */
const manyDevices = 20
/** Only this many groups, the largest ones, get their own statement. All others share one. */
const mostStatements = 8

export interface RangeSource<Range extends ReadRange> {
  /** SQL that follows the word `from` in a statement, and limits the rows of the table to the ranges. */
  rows: string
  /** SQL for which of `groups` a row belongs to, counted from 1. */
  place: string
  /** SQL for the start of the open bucket. */
  openFrom: string
  /** If all rows belong to the same open bucket, its start in epoch ms. */
  onlyOpenFrom: number | undefined
  parameters: unknown[]
  groups: RangeGroup<Range>[]
}

/** Returns the parts of the statements that read the rows of a table in the given ranges. `at` is the table's time column. */
export function sourcesOf<Range extends ReadRange>(
  table: string,
  at: string,
  ranges: readonly Range[],
): RangeSource<Range>[] {
  const groups = groupRanges(ranges).toSorted((a, b) => b.nos.length - a.nos.length)
  // Citus sends a statement about one device only to the node that stores it.
  const isAlone = ({ nos }: RangeGroup<Range>, place: number) =>
    groups.length === 1 || (nos.length >= manyDevices && place < mostStatements)
  const others = groups.filter((group, place) => !isAlone(group, place)).flatMap(splitByDevice)
  const sources: RangeSource<Range>[] = groups.filter(isAlone).map((group) => ({
    rows: `${table} ${joinAfter(group, at)} where device_no = any($1::int[]) and ${at} >= $2 and ${at} < $3`,
    place: '1',
    // As text, since a statement may not leave a parameter unused.
    openFrom: openingOf(group.range)
      ? `'${openingOf(group.range)?.toISOString()}'::timestamptz`
      : 'null::timestamptz',
    onlyOpenFrom: group.range.openFrom,
    parameters: [
      group.nos,
      new Date(group.range.from),
      new Date(group.range.to),
      ...(group.after.length > 0 ? [group.after.map((after) => new Date(after))] : []),
    ],
    groups: [group],
  }))
  if (others.length === 0) return sources
  return [
    ...sources,
    {
      rows: `(
          select nos::int[] as nos, since, until, open_from, place
          from unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[])
            with ordinality as source (nos, since, until, open_from, place)
        ) source
        join ${table} on device_no = any(source.nos) and ${at} >= source.since and ${at} < source.until`,
      place: 'source.place',
      openFrom: 'source.open_from',
      onlyOpenFrom: undefined,
      // The driver cannot pass arrays of different lengths within an array, so devices are passed as text.
      parameters: [
        others.map(({ nos }) => `{${nos.join(',')}}`),
        others.map(({ range }) => new Date(range.from)),
        others.map(({ range }) => new Date(range.to)),
        others.map(({ range }) => openingOf(range)),
      ],
      groups: others,
    },
  ]
}

const joinAfter = ({ after }: RangeGroup<ReadRange>, at: string) =>
  after.length === 0
    ? ''
    : `join unnest($1::int[], $4::timestamptz[]) as known (known_no, after) on known_no = device_no and ${at} > after`

const openingOf = ({ openFrom }: ReadRange) => (openFrom === undefined ? null : new Date(openFrom))
