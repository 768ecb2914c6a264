/** What waits to be sent. When it is full the oldest gives way and is counted, as a device short of memory does. */
export class Backlog<T> {
  readonly limit: number
  #waiting: T[] = []
  #dropped = 0

  constructor(limit: number) {
    this.limit = limit
  }

  get size(): number {
    return this.#waiting.length
  }

  /** How many were lost for want of room. */
  get dropped(): number {
    return this.#dropped
  }

  add(...items: readonly T[]): void {
    for (const item of items) this.#waiting.push(item)
    this.#trim()
  }

  /** Removes up to `count` of the oldest. */
  take(count: number): T[] {
    return this.#waiting.splice(0, count)
  }

  /** Puts back, as the oldest, what was taken and could not be sent. */
  putBack(items: readonly T[]): void {
    this.#waiting = [...items, ...this.#waiting]
    this.#trim()
  }

  #trim(): void {
    const excess = this.#waiting.length - this.limit
    if (excess <= 0) return
    this.#waiting.splice(0, excess)
    this.#dropped += excess
  }
}
