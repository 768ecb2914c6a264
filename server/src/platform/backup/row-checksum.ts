const newline = 10
const firstSeed = 0x811c9dc5
const secondSeed = 0x9747b28c

/**
 * Counts rows in PostgreSQL's text format of COPY and adds up a hash of each, so that the same rows give the same result in any
 * order. Detects errors, but not deliberate manipulation.
 */
export class RowChecksum {
  rows = 0
  #firstSum = 0
  #secondSum = 0
  #first = firstSeed
  #second = secondSeed

  /** Adds the next bytes, which may begin and end within a row. */
  add(bytes: Uint8Array): void {
    // Locals and an indexed loop, since this processes every byte of a database.
    let first = this.#first
    let second = this.#second
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index] ?? 0
      if (byte === newline) {
        this.rows += 1
        this.#firstSum = (this.#firstSum + spread(first)) | 0
        this.#secondSum = (this.#secondSum + spread(second)) | 0
        first = firstSeed
        second = secondSeed
      } else {
        first = Math.imul(first ^ byte, 0x01000193)
        second = Math.imul(second ^ byte, 0x85ebca6b)
        second ^= second >>> 13
      }
    }
    this.#first = first
    this.#second = second
  }

  get checksum(): string {
    return [this.#firstSum, this.#secondSum].map((sum) => (sum >>> 0).toString(16).padStart(8, '0')).join('')
  }
}

/** Makes each bit of a hash depend on all of its bits. */
function spread(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const whole = Math.imul(half ^ (half >>> 13), 0xc2b2ae35)
  return whole ^ (whole >>> 16)
}
