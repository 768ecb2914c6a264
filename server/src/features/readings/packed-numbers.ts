import { BitReader, BitWriter, largestInteger, packIntegers, unpackIntegers } from './packed-integers.ts'

/** Returns whether a decimal may represent a number. */
type Stands = (decimal: number, number: number) => boolean

/** For numbers of single precision: the shortest decimal that PostgreSQL shows for each. */
export const asReal: Stands = (decimal, number) => Math.fround(decimal) === Math.fround(number)
export const exactly: Stands = (decimal, number) => decimal === number

const mostDecimals = 10
/** Used instead of the number of decimals: the numbers are the bits of `real` values. */
export const realBits = 255
const powers = Array.from({ length: mostDecimals + 1 }, (_, decimals) => 10 ** decimals)
export const powerOf = (decimals: number) => powers[decimals] as number // at most `mostDecimals`

/**
 * Numbers, NaN where there is none, as whole numbers and how many decimals they have:
 *
 *     8 bits number of decimals, or 255 for the bits of values of single precision
 *     1 bit  whether some are missing
 *            if so, 1 or 0 for each as packed integers
 *            those that there are, as packed integers
 *
 * No bytes if there are none at all. Numbers that no decimal stands for must be of single precision.
 */
export function packNumbers(numbers: Float64Array, stands: Stands): Buffer {
  const present = numbers.filter((number) => !Number.isNaN(number))
  const bits = new BitWriter()
  if (present.length === 0) return bits.finish()
  const { decimals, integers } = toDecimals(present, stands) ?? {
    decimals: realBits,
    integers: bitsOf(present),
  }
  bits.write(decimals, 8)
  bits.write(present.length < numbers.length ? 1 : 0, 1)
  if (present.length < numbers.length)
    packIntegers(
      numbers.map((number) => (Number.isNaN(number) ? 0 : 1)),
      bits,
    )
  packIntegers(integers, bits)
  return bits.finish()
}

export function unpackNumbers(section: Buffer, count: number): Float64Array {
  if (section.length === 0) return new Float64Array(count).fill(Number.NaN)
  const bits = new BitReader(section)
  const decimals = bits.read(8)
  const isPresent = bits.read(1) === 1 ? unpackIntegers(bits, count) : undefined
  const presentCount = isPresent?.reduce((sum, one) => sum + one, 0) ?? count
  const integers = unpackIntegers(bits, presentCount)
  const present =
    decimals === realBits ? realsOf(integers) : integers.map((integer) => integer / powerOf(decimals))
  if (!isPresent) return present
  let next = 0
  return isPresent.map((one) => (one === 1 ? (present[next++] as number) : Number.NaN))
}

/** Returns the numbers as integers for a common power of ten; undefined if that is impossible. */
export function toDecimals(
  numbers: Float64Array,
  stands: Stands,
): { decimals: number; integers: Float64Array } | undefined {
  const own = new Uint8Array(numbers.length)
  const integers = new Float64Array(numbers.length)
  let decimals = 0
  for (let index = 0; index < numbers.length; index += 1) {
    const number = numbers[index] as number // within the bounds
    let places = 0
    let integer = nearest(number)
    while (!stands(integer / powerOf(places), number)) {
      places += 1
      if (places > mostDecimals) return undefined
      integer = nearest(number * powerOf(places))
    }
    if (Object.is(integer, -0) || Object.is(number, -0)) return undefined
    own[index] = places
    integers[index] = integer
    if (places > decimals) decimals = places
  }
  for (let index = 0; index < numbers.length; index += 1) {
    const integer = (integers[index] as number) * powerOf(decimals - (own[index] as number))
    if (Math.abs(integer) >= largestInteger) return undefined
    integers[index] = integer
  }
  return { decimals, integers }
}

export function bitsOf(numbers: Float64Array): Float64Array {
  return Float64Array.from(new Uint32Array(Float32Array.from(numbers).buffer))
}

/** Rounds halves to even, as PostgreSQL does for the shortest decimal of a `real`. */
function nearest(number: number): number {
  const rounded = Math.round(number)
  return rounded - number === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded
}

/** Returns the numbers with these bits. */
export function realsOf(integers: Float64Array): Float64Array {
  const reals = new Float32Array(Uint32Array.from(integers).buffer)
  return Float64Array.from(reals, shortestDecimal)
}

const mostUsualPlaces = 6
/** Numbers of single precision above this are integers, and their shortest decimal may round them to tens or more. */
const leastWhole = 2 ** 23

/** Returns the shortest decimal for a number of single precision, as PostgreSQL prints it. */
export function shortestDecimal(real: number): number {
  // Most sensor values have few decimals. Trying these is faster than formatting the number.
  if (Math.abs(real) < leastWhole)
    for (let places = 0; places <= mostUsualPlaces; places += 1) {
      const decimal = nearest(real * powerOf(places)) / powerOf(places)
      if (Math.fround(decimal) === real) return decimal
    }
  let digits = 1
  while (!isNearest(Number(real.toPrecision(digits)), real) && digits < 9) digits += 1
  return Object.is(real, -0) ? real : withDigits(real, digits)
}

/** Returns whether the decimal is closer to this number than to any other number of single precision. */
function isNearest(decimal: number, real: number): boolean {
  const mirrored = 2 * decimal - real
  return Math.fround(decimal) === real && (mirrored === real || Math.fround(mirrored) !== mirrored)
}

/** Rounds to significant digits, halves to even. */
function withDigits(real: number, digits: number): number {
  const longer = real.toExponential(digits)
  const [mantissa = '', exponent = ''] = longer.split('e')
  const isHalf = mantissa.endsWith('5') && Number(longer) === real
  const isEven = '02468'.includes(mantissa.replace('.', '').at(-2) ?? '')
  return Number(isHalf && isEven ? `${mantissa.slice(0, -1)}e${exponent}` : real.toPrecision(digits))
}
