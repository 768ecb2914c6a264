/** Queue of items to send. When full, it drops and counts the oldest item, like a device with little memory. */
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

  /** Number of items dropped because the backlog was full. */
  get dropped(): number {
    return this.#dropped
  }

  add(...items: readonly T[]): void {
    for (const item of items) this.#waiting.push(item)
    this.#trim()
  }

  /** Removes and returns up to `count` of the oldest items. */
  take(count: number): T[] {
    return this.#waiting.splice(0, count)
  }

  /** Puts items that could not be sent back in front, as the oldest. */
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
