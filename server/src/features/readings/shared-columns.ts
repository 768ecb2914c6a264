type Column = readonly number[]

const mostKept = 8

/**
 * Finds columns that were created before with the same numbers, such as the times of another device. Series that share an array are
 * sent with a single column.
 */
export class RecentColumns {
  /** The most recently used first. */
  readonly #columns: Column[] = []

  /** Returns an equal column that was used recently if there is one, or else this one. */
  shared(column: Column): Column {
    const place = this.#columns.findIndex((one) => areEqual(one, column))
    const [known = column] = place === -1 ? [] : this.#columns.splice(place, 1)
    this.#columns.unshift(known)
    if (this.#columns.length > mostKept) this.#columns.pop()
    return known
  }
}

/** Of all series. A device usually has the same times and counts as others that report equally often. */
export const recentTimes = new RecentColumns()
export const recentCounts = new RecentColumns()

/** A loop, since a day by minute has 1,440 numbers. */
function areEqual(a: Column, b: Column): boolean {
  if (a.length !== b.length) return false
  for (let place = 0; place < a.length; place += 1) if (a[place] !== b[place]) return false
  return true
}
