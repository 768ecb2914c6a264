/** The result of a statement with `versionColumns`: how many rows there are, and the version of each, in any order. */
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
 * SQL for the columns of `RowVersions`. `no` identifies a row. `version` begins with the version of the table by which the list is
 * sorted, and always has the same length. Sorting here would take as long as reading the rest.
 */
export const versionColumns = ({ no, version }: { no: string; version: string }): string =>
  `count(*)::int as count, pg_postmaster_start_time()::text as server,
   string_agg(int4send(${no}) || ${version}, '') as versions`

/** A row with its number and its version, all read by one statement. */
interface Versioned {
  no: number
  /** In hexadecimal: a small buffer would keep the larger one in memory of which it is a part. */
  version: string
}

/** How to read rows of a list. They may be newer than the versions that were listed. */
interface Reads<Row> {
  /** Returns all rows, sorted. */
  all(): Promise<readonly Row[]>
  /** Returns the rows with these numbers. */
  some(nos: readonly number[]): Promise<readonly Row[]>
}

/** Sorted rows, with their places by number. */
interface List<Row> {
  rows: readonly Row[]
  places: ReadonlyMap<number, number>
}

const noBytes = 4
/** Returns the version by which a list is sorted, which is the first of four bytes each. */
const sortedBy = (version: string) => version.slice(0, 8)
/** How many names of lists that were too long are remembered. */
const mostNames = 1000

/**
 * Caches rows that are slow to read, parse and serialize, such as those of all devices of a site. An unchanged row is returned as the
 * same object as before, so that results computed from it can be cached in a `WeakMap`.
 */
export class KnownRows<Row extends Versioned> {
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
   * Returns the sorted rows of a list with these versions. Reads those that have changed, or all if there are others, or their order
   * may have changed. A row that changes between the statements is returned as it is by then. `name` identifies the list: what is
   * selected, and of what.
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
    const changed = known && findChanged(known, count, versions ?? Buffer.alloc(0))
    const updated =
      changed && (changed.length === 0 ? known : updateList(known, changed, await read.some(changed)))
    const list = updated ?? (count === 0 ? listOf<Row>([]) : listOf(await read.all(), known))
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

/** Returns the numbers of rows that have changed; undefined if others were listed, or the order may have changed. */
function findChanged<Row extends Versioned>(
  { rows, places }: List<Row>,
  count: number,
  versions: Buffer,
): number[] | undefined {
  if (rows.length !== count) return undefined
  const width = versions.length / count
  const changed: number[] = []
  for (let from = 0; from < versions.length; from += width) {
    const no = versions.readInt32BE(from)
    const before = rows[places.get(no) ?? -1]?.version
    const version = versions.toString('hex', from + noBytes, from + width)
    if (before === version) continue
    if (before === undefined || sortedBy(before) !== sortedBy(version)) return undefined
    changed.push(no)
  }
  return changed
}

/** Returns a list with the rows that were found instead of the changed ones; undefined if its order may have changed. */
function updateList<Row extends Versioned>(
  { rows, places }: List<Row>,
  changed: readonly number[],
  found: readonly Row[],
): List<Row> | undefined {
  const updated = [...rows]
  for (const row of found) {
    const place = places.get(row.no) ?? -1
    const before = updated[place]?.version
    if (before === undefined || sortedBy(before) !== sortedBy(row.version)) return undefined
    updated[place] = row
  }
  if (found.length === changed.length) return { rows: updated, places }
  const gone = new Set(changed)
  for (const { no } of found) gone.delete(no)
  return listOf(updated.filter(({ no }) => !gone.has(no)))
}

/** Returns a list of these rows. Those that were known with the same version are the same objects as before. */
function listOf<Row extends Versioned>(read: readonly Row[], known?: List<Row>): List<Row> {
  const rows = read.map((row) => {
    const before = known?.rows[known.places.get(row.no) ?? -1]
    return before?.version === row.version ? before : row
  })
  return { rows, places: new Map(rows.map(({ no }, place) => [no, place])) }
}
