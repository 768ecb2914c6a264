import { findColumn, highs, lows, noValues, type Values } from '../../readings/index.ts'

/** A sample known to be valid, except for its time. */
export interface ScannedSample {
  mac: string | undefined
  /** Epoch ms as sent. */
  at: number | undefined
  values: Values
}

/** A larger number is no time in milliseconds, but most likely in microseconds. */
export const latestTime = 1e13
const space = 0x20
const quote = 0x22
const comma = 0x2c
const minus = 0x2d
const point = 0x2e
const zero = 0x30
const colon = 0x3a
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const carriageReturn = 0x0d
const firstBeyondAscii = 0x7f
/** Integers with this many digits are exact, and so is their quotient by a power of ten up to 10²². */
const exactDigits = 15
const powersOfTen = Array.from({ length: exactDigits + 1 }, (_, exponent) => 10 ** exponent)
const longestName = 64
const mostAddresses = 20_000
const sampleKeys = ['mac', 'at', 'readings'].map((name) => ({ name, bytes: Buffer.from(`"${name}":`) }))

/**
 * Reads samples directly from the received bytes without creating strings and objects, several times as fast as
 * JSON.parse with validation. Handles only valid samples in their most common form. For anything else it returns
 * undefined; the caller then uses the full parser, which reports what is wrong.
 */
export class SampleScanner {
  #bytes: Buffer = Buffer.alloc(0)
  #position = 0
  #end = 0
  /** The key before each value of the last sample, most likely the same in the next one. */
  readonly #learned: { bytes: Uint8Array; column: number }[] = []
  /** Addresses by a hash of their bytes. Most are sent again and again, so each is decoded once. */
  readonly #addresses = new Map<number, string>()

  scan(bytes: Buffer, from = 0, end = bytes.length): ScannedSample | undefined {
    this.#bytes = bytes
    this.#position = from
    this.#end = end
    const sample = this.#sample()
    if (sample === undefined) return undefined
    if (this.#bytes[this.#position] === carriageReturn) this.#position += 1
    this.#skipSpaces()
    return this.#position === end ? sample : undefined
  }

  #sample(): ScannedSample | undefined {
    let mac: string | undefined
    let at: number | undefined
    let values: Values | undefined
    if (!this.#take(openBrace)) return undefined
    do {
      const name = this.#key()
      if (name === undefined) return undefined
      if (name === 'mac' && mac === undefined) {
        mac = this.#address()
        if (mac === undefined) return undefined
      } else if (name === 'at' && at === undefined) {
        at = this.#number()
        if (!Number.isInteger(at) || Object.is(at, -0) || at < 0 || at > latestTime) return undefined
      } else if (name === 'readings' && values === undefined) {
        values = this.#readings()
        if (values === undefined) return undefined
      } else return undefined
    } while (this.#take(comma))
    return values && this.#take(closeBrace) ? { mac, at, values } : undefined
  }

  /** Advances past the next key and its colon. Creates no string for the usual ones. */
  #key(): string | undefined {
    this.#skipSpaces()
    for (const { name, bytes } of sampleKeys) {
      if (!this.#matches(bytes)) continue
      this.#position += bytes.length
      return name
    }
    const name = this.#string()
    return this.#take(colon) ? name : undefined
  }

  #readings(): Values | undefined {
    if (!this.#take(openBrace)) return undefined
    const values = noValues()
    let index = 0
    do {
      const column = this.#kind(index)
      if (column === undefined || !Number.isNaN(values[column])) return undefined
      const value = this.#number()
      // Written so that NaN is out of range too.
      if (!(value >= (lows[column] as number) && value <= (highs[column] as number))) return undefined // one per kind
      values[column] = value
      index += 1
    } while (!this.#take(closeBrace))
    return values
  }

  /** Advances to the value of the next kind. Returns the kind's column. */
  #kind(index: number): number | undefined {
    const learned = this.#learned[index]
    if (learned && this.#matches(learned.bytes)) {
      this.#position += learned.bytes.length
      return learned.column
    }
    const start = this.#position
    if (index > 0 && !this.#take(comma)) return undefined
    const name = this.#string()
    if (name === undefined || !this.#take(colon)) return undefined
    this.#skipSpaces()
    const column = findColumn(name)
    if (column !== undefined)
      this.#learned[index] = { bytes: Uint8Array.from(this.#bytes.subarray(start, this.#position)), column }
    return column
  }

  #matches(wanted: Uint8Array): boolean {
    const bytes = this.#bytes
    const start = this.#position
    if (start + wanted.length > this.#end) return false
    for (let offset = 0; offset < wanted.length; offset += 1)
      if (bytes[start + offset] !== wanted[offset]) return false
    return true
  }

  #address(): string | undefined {
    this.#skipSpaces()
    const bytes = this.#bytes
    const start = this.#position + 1
    let hash = 0
    let end = start
    for (; end < this.#end && bytes[end] !== quote; end += 1) hash = (hash * 31 + (bytes[end] as number)) | 0
    const known = this.#addresses.get(hash)
    if (known !== undefined && this.#isText(known, start, end)) {
      this.#position = end + 1
      return known
    }
    const address = this.#string()
    if (address === undefined) return undefined
    if (this.#addresses.size >= mostAddresses) this.#addresses.clear()
    this.#addresses.set(hash, address)
    return address
  }

  /** Returns whether the bytes from `start` to `end` are `text`, with a quote before and after it. */
  #isText(text: string, start: number, end: number): boolean {
    const bytes = this.#bytes
    if (text.length !== end - start || bytes[start - 1] !== quote || end >= this.#end) return false
    for (let index = 0; index < text.length; index += 1)
      if (text.charCodeAt(index) !== bytes[start + index]) return false
    return true
  }

  /** Reads a short text that needs no decoding. */
  #string(): string | undefined {
    this.#skipSpaces()
    const bytes = this.#bytes
    if (bytes[this.#position] !== quote) return undefined
    const start = this.#position + 1
    const last = Math.min(this.#end, start + longestName)
    for (let position = start; position < last; position += 1) {
      const byte = bytes[position] as number // before the end
      if (byte === quote) {
        this.#position = position + 1
        return bytes.toString('latin1', start, position)
      }
      if (byte < space || byte >= firstBeyondAscii || byte === backslash) return undefined
    }
    return undefined
  }

  /** Reads a decimal without exponent; returns NaN for anything else. */
  #number(): number {
    this.#skipSpaces()
    const bytes = this.#bytes
    const end = this.#end
    let position = this.#position
    const isNegative = bytes[position] === minus
    if (isNegative) position += 1
    const start = position
    let digits = 0
    let fraction = -1
    for (; position < end; position += 1) {
      const byte = bytes[position] as number // before the end
      const digit = byte - zero
      if (digit >= 0 && digit <= 9) digits = digits * 10 + digit
      else if (byte === point && fraction < 0 && position > start) fraction = position + 1
      else break
    }
    this.#position = position
    const count = position - start
    if (count === 0 || count > exactDigits || fraction === position) return Number.NaN
    const leadsWithZero = bytes[start] === zero && count > 1 && fraction !== start + 2
    if (leadsWithZero) return Number.NaN
    const value = fraction < 0 ? digits : digits / (powersOfTen[position - fraction] as number) // no more digits than powers
    return isNegative ? -value : value
  }

  #take(byte: number): boolean {
    this.#skipSpaces()
    if (this.#position >= this.#end || this.#bytes[this.#position] !== byte) return false
    this.#position += 1
    return true
  }

  #skipSpaces(): void {
    while (this.#position < this.#end && this.#bytes[this.#position] === space) this.#position += 1
  }
}
