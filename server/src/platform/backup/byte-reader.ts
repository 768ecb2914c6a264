/** Reads given numbers of bytes from a stream of chunks. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>
  #waiting: Uint8Array[] = []
  #size = 0

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  /** Returns exactly this many bytes, or undefined if fewer are left. */
  async take(count: number): Promise<Buffer | undefined> {
    while (this.#size < count) {
      const next = await this.#chunks.next()
      if (next.done) return undefined
      this.#waiting.push(next.value)
      this.#size += next.value.length
    }
    const all = this.rest()
    this.#waiting = [all.subarray(count)]
    this.#size = all.length - count
    return all.subarray(0, count)
  }

  /** Returns all bytes that are left after `take` has returned undefined. */
  rest(): Buffer {
    const all = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#size = 0
    return all
  }

  /** Returns whether all bytes were read. */
  async isAtEnd(): Promise<boolean> {
    const next = this.#size > 0 ? undefined : await this.#chunks.next()
    if (next?.done) return true
    if (next) {
      this.#waiting = [next.value]
      this.#size = next.value.length
    }
    return this.#size === 0 && this.isAtEnd()
  }
}
