/** The number of rows that a statement lists, and their versions in the same order. See `versionColumns`. */
export interface RowVersions {
  count: number
  /** null: there are no rows. */
  versions: Buffer | null
  /** The start time of the database server, as text. */
  server: string
}

/** SQL for the version of a row, four bytes: the transaction that wrote it (`rowsVersion` uses it too); 0 if an outer join found no row. */
export const rowVersion = (table: string): string => `coalesce(xidsend(${table}.xmin), '\\x00000000')`

/** SQL for the columns of `RowVersions`. `no` identifies a row. `versions` have four bytes each. */
export const versionColumns = ({
  no,
  versions,
  orderBy,
}: {
  no: string
  versions: readonly string[]
  orderBy: string
}): string =>
  `count(*)::int as count, pg_postmaster_start_time()::text as server,
   string_agg(int4send(${no}) || ${versions.join(' || ')}, '' order by ${orderBy}) as versions`

interface Known<Row> {
  version: string
  row: Row
}

const noBytes = 4
/** How many names of lists that were too long are remembered. */
const mostNames = 1000

/**
 * Caches rows that are slow to read, parse and serialize, such as those of all devices of a site. An unchanged row is returned as the
 * same object as before, so that results computed from it can be cached in a `WeakMap`.
 */
export class KnownRows<Row extends { no: number }> {
  /** Rows by list name and number. The most recently requested list comes last. */
  readonly #lists = new Map<string, ReadonlyMap<number, Known<Row>>>()
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
   * Returns the rows with these versions, in their order. `read` is called for those that are not known or have changed, in the same
   * snapshot as the statement that returned the versions, or later: a row that has changed in between is read again the next time.
   * `name` identifies the list: what is selected, and of what.
   */
  async list(
    name: string,
    { count, versions, server }: RowVersions,
    read: (nos: readonly number[]) => Promise<readonly Row[]>,
  ): Promise<Row[]> {
    // Another server, or a restored database, may use the same transaction numbers again.
    if (server !== this.#server) this.#lists.clear()
    this.#server = server
    const all = listedRows(count, versions ?? Buffer.alloc(0))
    const known = this.#lists.get(name)
    const missing = all.filter(({ no, version }) => known?.get(no)?.version !== version)
    const rows = missing.length === 0 ? [] : await read(missing.map(({ no }) => no))
    const added = new Map(rows.map((row) => [row.no, row]))
    const listed = all.flatMap(({ no, version }) => {
      const before = known?.get(no)
      const row = added.get(no) ?? (before?.version === version ? before.row : undefined)
      return row ? { version, row } : []
    })
    this.#keep(name, listed)
    return listed.map(({ row }) => row)
  }

  #keep(name: string, listed: readonly Known<Row>[]): void {
    this.#lists.delete(name)
    if (listed.length === 0 || !this.hasRoomFor(name, listed.length)) return
    this.#lists.set(name, new Map(listed.map((one) => [one.row.no, one])))
    let total = 0
    for (const rows of this.#lists.values()) total += rows.size
    for (const [oldest, rows] of this.#lists) {
      if (total <= this.#most) return
      this.#lists.delete(oldest)
      total -= rows.size
    }
  }
}

function listedRows(count: number, versions: Buffer): { no: number; version: string }[] {
  const width = versions.length / Math.max(count, 1)
  return Array.from({ length: count }, (_, place) => ({
    no: versions.readInt32BE(place * width),
    version: versions.toString('latin1', place * width + noBytes, (place + 1) * width),
  }))
}
