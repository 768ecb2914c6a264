/**
 * Whole numbers below 2^48 in magnitude as bits, the highest first. A signed number is written as 6 bits with the width of
 * its code, and the code: 0, -1, 1, -2, … as 0, 1, 2, 3, …
 *
 * The first number comes first, as a signed number. Each block of 64 that follow is stored as the numbers, or as their
 * differences from the number before, less the smallest of them:
 *
 *     1 bit  whether these are differences
 *     6 bits width of each
 *            the smallest, as a signed number
 *            each, less the smallest
 *
 * `unpack_numbers` in PostgreSQL reads the same format.
 */
const blockSize = 64
export const largestInteger = 2 ** 48

/** The most bits that fit into 32 together with the rest of a byte. */
const mostAtOnce = 24

export class BitWriter {
  #bytes = Buffer.allocUnsafe(1024)
  #end = 0
  #left = 0
  #leftWidth = 0

  write(value: number, width: number): void {
    if (width > mostAtOnce) {
      this.write(Math.floor(value / 2 ** mostAtOnce), width - mostAtOnce)
      this.#put(value % 2 ** mostAtOnce, mostAtOnce)
    } else this.#put(value, width)
  }

  #put(value: number, width: number): void {
    if (this.#end + 4 > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], this.#bytes.length * 2)
    this.#left = (this.#left << width) | value
    this.#leftWidth += width
    while (this.#leftWidth >= 8) {
      this.#leftWidth -= 8
      this.#bytes[this.#end] = this.#left >>> this.#leftWidth
      this.#end += 1
      this.#left &= (1 << this.#leftWidth) - 1
    }
  }

  /** Returns the bytes written so far. The last byte is padded with zeros. */
  finish(): Buffer {
    if (this.#leftWidth > 0) this.#put(0, 8 - this.#leftWidth)
    return this.#bytes.subarray(0, this.#end)
  }
}

export class BitReader {
  readonly #bytes: Buffer
  #at = 0
  #left = 0
  #leftWidth = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  read(width: number): number {
    if (width <= mostAtOnce) return this.#take(width)
    const high = this.read(width - mostAtOnce)
    return high * 2 ** mostAtOnce + this.#take(mostAtOnce)
  }

  #take(width: number): number {
    while (this.#leftWidth < width) {
      const byte = this.#bytes[this.#at]
      if (byte === undefined) throw new Error('packed numbers end too early')
      this.#left = (this.#left << 8) | byte
      this.#at += 1
      this.#leftWidth += 8
    }
    this.#leftWidth -= width
    const value = this.#left >>> this.#leftWidth
    this.#left &= (1 << this.#leftWidth) - 1
    return value
  }
}

export function packIntegers(numbers: Float64Array, bits: BitWriter): void {
  const [first] = numbers
  if (first === undefined) return
  writeSigned(first, bits)
  for (let from = 1; from < numbers.length; from += blockSize)
    packBlock(numbers, from, Math.min(from + blockSize, numbers.length), bits)
}

function packBlock(numbers: Float64Array, from: number, to: number, bits: BitWriter): void {
  const plain = rangeOf(numbers, from, to, 0)
  const steps = rangeOf(numbers, from, to, 1)
  const order = steps.bits < plain.bits ? 1 : 0
  const { least, width } = order === 1 ? steps : plain
  bits.write(order, 1)
  bits.write(width, 6)
  writeSigned(least, bits)
  if (width === 0) return
  for (let index = from; index < to; index += 1) bits.write(entryAt(numbers, index, order) - least, width)
}

/** Returns a number, or with `order` 1 its difference from the one before. */
function entryAt(numbers: Float64Array, index: number, order: 0 | 1): number {
  const number = numbers[index] as number // within the bounds
  return order === 0 ? number : number - (numbers[index - 1] as number)
}

function rangeOf(numbers: Float64Array, from: number, to: number, order: 0 | 1) {
  let least = Number.POSITIVE_INFINITY
  let greatest = Number.NEGATIVE_INFINITY
  for (let index = from; index < to; index += 1) {
    const entry = entryAt(numbers, index, order)
    if (entry < least) least = entry
    if (entry > greatest) greatest = entry
  }
  const width = widthOf(greatest - least)
  return { least, width, bits: width * (to - from) + widthOf(codeOf(least)) }
}

const codeOf = (signed: number) => (signed < 0 ? -signed * 2 - 1 : signed * 2)

function widthOf(code: number): number {
  return code < 2 ** 32 ? 32 - Math.clz32(code) : 32 + widthOf(Math.floor(code / 2 ** 32))
}

function writeSigned(signed: number, bits: BitWriter): void {
  const code = codeOf(signed)
  const width = widthOf(code)
  bits.write(width, 6)
  bits.write(code, width)
}

function readSigned(bits: BitReader): number {
  const code = bits.read(bits.read(6))
  return code % 2 === 0 ? code / 2 : -(code + 1) / 2
}

export function unpackIntegers(bits: BitReader, count: number): Float64Array {
  const numbers = new Float64Array(count)
  if (count === 0) return numbers
  let before = readSigned(bits)
  numbers[0] = before
  for (let from = 1; from < count; from += blockSize) {
    const isSteps = bits.read(1) === 1
    const width = bits.read(6)
    const least = readSigned(bits)
    for (let index = from; index < Math.min(from + blockSize, count); index += 1) {
      const entry = width === 0 ? least : least + bits.read(width)
      before = isSteps ? before + entry : entry
      numbers[index] = before
    }
  }
  return numbers
}
