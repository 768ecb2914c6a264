/** The number of rows that a statement lists, and their versions in any order. See `versionColumns`. */
export interface RowVersions {
  count: number
  /** null: there are no rows. */
  versions: Buffer | null
  /** The start time of the database server, as text. */
  server: string
}

/** SQL for the version of a row, four bytes: the transaction that wrote it (`rowsVersion` uses it too); 0 if an outer join found no row. */
export const rowVersion = (table: string): string => `coalesce(xidsend(${table}.xmin), '\\x00000000')`

/**
 * SQL for the columns of `RowVersions`. `no` identifies a row. The first of the `versions` is that of the table by which the list is
 * sorted; the others may have any fixed length. Sorting here would take as long as reading the rest.
 */
export const versionColumns = ({
  no,
  versions,
}: {
  no: string
  versions: readonly [string, ...string[]]
}): string =>
  `count(*)::int as count, pg_postmaster_start_time()::text as server,
   string_agg(int4send(${no}) || ${versions.join(' || ')}, '') as versions`

/** How to read rows of a list, in the same snapshot as the statement that returned the versions, or later. */
interface Reads<Row> {
  /** Returns all rows, sorted. */
  all(): Promise<readonly Row[]>
  /** Returns the rows with these numbers. */
  some(nos: readonly number[]): Promise<readonly Row[]>
}

/** Sorted rows, with the number and version of each in `versions`. */
interface List<Row> {
  rows: readonly Row[]
  versions: Buffer
  /** The places of rows by their number. */
  places: ReadonlyMap<number, number>
}

/** A row whose version has changed: its place in the list, and the start of its new version. */
interface Change {
  place: number
  from: number
}

/** The length of a number, and of the version by which a list is sorted. */
const noBytes = 4
const sortedByBytes = 4
/** How many names of lists that were too long are remembered. */
const mostNames = 1000

/**
 * Caches rows that are slow to read, parse and serialize, such as those of all devices of a site. An unchanged row is returned as the
 * same object as before, so that results computed from it can be cached in a `WeakMap`.
 */
export class KnownRows<Row extends { no: number }> {
  /** The most recently requested list comes last. */
  readonly #lists = new Map<string, List<Row>>()
  readonly #tooLong = new Set<string>()
  readonly #most: number
  #server = ''

  constructor(most: number) {
    this.#most = most
  }

  /** Returns whether the list was too long to be kept. Reading its versions first would gain nothing. */
  wasTooLong(name: string): boolean {
    return this.#tooLong.has(name)
  }

  /** Returns whether a list of this length is kept. */
  hasRoomFor(name: string, count: number): boolean {
    if (count <= this.#most / 2) return true
    if (this.#tooLong.size >= mostNames) this.#tooLong.clear()
    this.#tooLong.add(name)
    return false
  }

  /**
   * Returns the sorted rows with these versions. Reads those that have changed, or all if there are others, or their order may have
   * changed. A row that changes between the statements is read again the next time. `name` identifies the list: what is selected,
   * and of what.
   */
  async list(
    name: string,
    { count, versions, server }: RowVersions,
    read: Reads<Row>,
  ): Promise<readonly Row[]> {
    // Another server, or a restored database, may use the same transaction numbers again.
    if (server !== this.#server) this.#lists.clear()
    this.#server = server
    const known = this.#lists.get(name)
    const listed = versions ?? Buffer.alloc(0)
    const width = listed.length / Math.max(count, 1)
    const changes = known?.rows.length === count ? changesOf(known, listed, width) : undefined
    const list =
      known && changes
        ? await updated(known, changes, { listed, width, read })
        : sortedList(await read.all(), listed, width, known)
    this.#keep(name, list)
    return list.rows
  }

  #keep(name: string, list: List<Row>): void {
    this.#lists.delete(name)
    if (list.rows.length === 0 || !this.hasRoomFor(name, list.rows.length)) return
    this.#lists.set(name, list)
    let total = 0
    for (const { rows } of this.#lists.values()) total += rows.length
    for (const [oldest, { rows }] of this.#lists) {
      if (total <= this.#most) return
      this.#lists.delete(oldest)
      total -= rows.length
    }
  }
}

/** Finds the rows that have changed; undefined if some are not known, or may now have another place. */
function changesOf<Row>(known: List<Row>, listed: Buffer, width: number): Change[] | undefined {
  const changes: Change[] = []
  for (let from = 0; from < listed.length; from += width) {
    const place = known.places.get(listed.readInt32BE(from))
    if (place === undefined) return undefined
    const isSame = (length: number) =>
      listed.compare(known.versions, place * width, place * width + length, from, from + length) === 0
    if (isSame(width)) continue
    if (!isSame(noBytes + sortedByBytes)) return undefined
    changes.push({ place, from })
  }
  return changes
}

async function updated<Row extends { no: number }>(
  known: List<Row>,
  changes: readonly Change[],
  { listed, width, read }: { listed: Buffer; width: number; read: Reads<Row> },
): Promise<List<Row>> {
  if (changes.length === 0) return known
  const found = await read.some(changes.map(({ from }) => listed.readInt32BE(from)))
  const byNo = new Map(found.map((row) => [row.no, row]))
  const rows: (Row | undefined)[] = [...known.rows]
  const versions = Buffer.from(known.versions)
  for (const { place, from } of changes) {
    rows[place] = byNo.get(listed.readInt32BE(from))
    listed.copy(versions, place * width, from, from + width)
  }
  const left = rows.filter((row) => row !== undefined)
  return left.length === rows.length
    ? { rows: left, versions, places: known.places }
    : sortedList(left, versions, width)
}

/** Returns the rows whose versions are listed. Those that were known with the same version are the same objects as before. */
function sortedList<Row extends { no: number }>(
  all: readonly Row[],
  listed: Buffer,
  width: number,
  known?: List<Row>,
): List<Row> {
  const versionOf = new Map<number, Buffer>()
  for (let from = 0; from < listed.length; from += width)
    versionOf.set(listed.readInt32BE(from), listed.subarray(from, from + width))
  const rows: Row[] = []
  const versions: Buffer[] = []
  for (const row of all) {
    const version = versionOf.get(row.no)
    if (!version) continue // it has been added in between
    const place = known?.places.get(row.no)
    const before =
      place === undefined ? undefined : known?.versions.subarray(place * width, (place + 1) * width)
    rows.push((before?.equals(version) && known?.rows[place as number]) || row) // a row that was known has a place
    versions.push(version)
  }
  return {
    rows,
    versions: Buffer.concat(versions),
    places: new Map(rows.map(({ no }, place) => [no, place])),
  }
}
