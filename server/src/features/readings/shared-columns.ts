type Column = readonly number[]

const mostKept = 8

/**
 * Remembers columns that were used recently, so that series with the same times or counts can share an array. A response contains a
 * shared array only once.
 */
export class RecentColumns {
  /** The most recently used first. */
  readonly #columns: Column[] = []

  /** Returns a recently used column with the same numbers, or this one if there is none. */
  shared(column: Column): Column {
    const place = this.#columns.findIndex((one) => areEqual(one, column))
    const [known = column] = place === -1 ? [] : this.#columns.splice(place, 1)
    this.#columns.unshift(known)
    if (this.#columns.length > mostKept) this.#columns.pop()
    return known
  }
}

/** For all series: devices that report equally often usually have the same times and counts. */
export const recentTimes = new RecentColumns()
export const recentCounts = new RecentColumns()

/** A loop, since a day by minute has 1,440 numbers. */
function areEqual(a: Column, b: Column): boolean {
  if (a.length !== b.length) return false
  for (let place = 0; place < a.length; place += 1) if (a[place] !== b[place]) return false
  return true
}
