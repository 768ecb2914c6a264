/** How many rows of a statement there are, and the versions of each, in order. See `versionColumns`. */
export interface RowVersions {
  count: number
  /** null: there are no rows. */
  versions: Buffer | null
  /** When the database server was started, as text. */
  server: string
}

/** SQL for what changes whenever the row of a joined table is replaced: the transaction that wrote it. Four bytes. */
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

/** Enough for a large site. A row with what is computed from it takes about 1 kB. */
const usualMost = 5000
const noBytes = 4

/**
 * Keeps rows that take long to read, parse and serialize, such as those of all devices of a site. A row that has not changed is the
 * same object again, so that a `WeakMap` can keep what is computed from it.
 */
export class KnownRows<Row extends { no: number }> {
  /** By name and number. Each name was used more recently than those before it. */
  readonly #known = new Map<string, Map<number, Known<Row>>>()
  readonly #most: number
  #server = ''

  constructor(most = usualMost) {
    this.#most = most
  }

  /**
   * Returns the rows with these versions, in their order, and reads those that are not known or have changed. Rows that `read` does
   * not return are left out. `name` identifies what is read of each row.
   */
  async list(
    name: string,
    { count, versions, server }: RowVersions,
    read: (nos: readonly number[]) => Promise<readonly Row[]>,
  ): Promise<Row[]> {
    // Another server, or a restored database, may use the same transaction numbers again.
    if (server !== this.#server) this.#known.clear()
    this.#server = server
    const bytes = versions ?? Buffer.alloc(0)
    const width = bytes.length / Math.max(count, 1)
    const all = Array.from({ length: count }, (_, place) => ({
      no: bytes.readInt32BE(place * width),
      version: bytes.toString('latin1', place * width + noBytes, (place + 1) * width),
    }))
    const known = this.#use(name)
    // Looked up before waiting, since another request may replace rows in the meantime.
    const found = all.map(({ no, version }) => {
      const one = known.get(no)
      return one?.version === version ? one.row : undefined
    })
    const missing = all.filter((_, place) => !found[place])
    const rows = missing.length === 0 ? [] : await read(missing.map(({ no }) => no))
    const added = new Map(rows.map((row) => [row.no, row]))
    for (const { no, version } of missing) {
      const row = added.get(no)
      if (row) known.set(no, { version, row })
    }
    this.#limit()
    return all.flatMap(({ no }, place) => found[place] ?? added.get(no) ?? [])
  }

  /** Returns the rows of this name, which is now the one used most recently. */
  #use(name: string): Map<number, Known<Row>> {
    const known = this.#known.get(name) ?? new Map<number, Known<Row>>()
    this.#known.delete(name)
    this.#known.set(name, known)
    return known
  }

  #limit(): void {
    let total = 0
    for (const rows of this.#known.values()) total += rows.size
    for (const [name, rows] of this.#known) {
      if (total <= this.#most) return
      this.#known.delete(name)
      total -= rows.size
    }
  }
}
