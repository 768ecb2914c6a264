const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const trailer = -1
/** The PostgreSQL epoch. */
const epochMs = Date.UTC(2000, 0, 1)
const twoTo32 = 2 ** 32

/** Encodes rows for a binary COPY … FROM STDIN, the fastest way to send many rows of numbers to PostgreSQL. */
export class CopyEncoder {
  #buffer: Buffer
  /** A view of the buffer. Writes numbers in a third of the time that the methods of `Buffer` take. */
  #view: DataView
  #end = 0
  rows = 0

  constructor(initialBytes = 64) {
    this.#buffer = Buffer.allocUnsafe(Math.max(initialBytes, signature.length + 2))
    this.#view = viewOf(this.#buffer)
    this.#begin()
  }

  #begin(): void {
    this.#end = signature.copy(this.#buffer)
    this.rows = 0
  }

  /** Starts a row of at most `bytes` bytes. */
  row(fields: number, bytes: number): void {
    const needed = this.#end + bytes + 16
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2))
      this.#buffer.copy(larger, 0, 0, this.#end)
      this.#buffer = larger
      this.#view = viewOf(larger)
    }
    this.#view.setInt16(this.#end, fields)
    this.#end += 2
    this.rows += 1
  }

  none(): void {
    this.#int4(-1)
  }

  int4(value: number): void {
    this.#int4(4)
    this.#int4(value)
  }

  /** Writes a float; NaN becomes null. */
  float4(value: number): void {
    if (Number.isNaN(value)) {
      this.none()
      return
    }
    this.#int4(4)
    this.#view.setFloat32(this.#end, value)
    this.#end += 4
  }

  float8(value: number): void {
    this.#int4(8)
    this.#view.setFloat64(this.#end, value)
    this.#end += 8
  }

  /** Writes a timestamptz from epoch milliseconds. */
  instant(ms: number): void {
    const micros = (ms - epochMs) * 1000
    const high = Math.floor(micros / twoTo32)
    this.#int4(8)
    this.#int4(high)
    this.#view.setUint32(this.#end, micros - high * twoTo32)
    this.#end += 4
  }

  #int4(value: number): void {
    this.#view.setInt32(this.#end, value)
    this.#end += 4
  }

  /** Returns all encoded rows. The encoder cannot be used afterwards. */
  finish(): Buffer {
    this.#view.setInt16(this.#end, trailer)
    this.#end += 2
    return this.#buffer.subarray(0, this.#end)
  }
}

const viewOf = ({ buffer, byteOffset, length }: Buffer) => new DataView(buffer, byteOffset, length)
