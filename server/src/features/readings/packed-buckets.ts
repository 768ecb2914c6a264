import { BitReader, BitWriter, largestInteger, packIntegers, unpackIntegers } from './packed-integers.ts'
import { asReal, bitsOf, powerOf, realBits, realsOf, toDecimals } from './packed-numbers.ts'

/** The buckets of one kind, in order of time. Where the count is 0, the rest is NaN. */
export interface BucketColumns {
  counts: Float64Array
  mins: Float64Array
  maxs: Float64Array
  sums: Float64Array
}

const fields = ['counts', 'mins', 'maxs', 'sums'] as const

/**
 * Returns whether a sum is nearly a decimal. A sum of decimals, which are added as binary numbers, has an error in the last
 * digits. It is stored as the decimal that it represents: the mean is shown with ten digits.
 */
const nearly = (decimal: number, sum: number) => Math.abs(decimal - sum) <= 1e-13 * Math.abs(sum)

/**
 * Buckets as packed integers:
 *
 *     8 bits number of decimals, or 255
 *            counts; the rest only of the buckets whose count is not 0:
 *            minima
 *            maxima less the minima
 *            sums less count times minimum
 *
 * With 255, the bits of minima and maxima in single precision, and the high and low 32 bits of the sums in double precision. No
 * bytes if there are no buckets.
 */
export function packBuckets({ counts, ...rest }: BucketColumns): Buffer {
  const bits = new BitWriter()
  const has = (_: number, place: number) => (counts[place] as number) > 0
  const numbers = counts.filter(has)
  if (numbers.length === 0) return bits.finish()
  const [mins, maxs, sums] = [rest.mins.filter(has), rest.maxs.filter(has), rest.sums.filter(has)]
  const decimal = toCommonDecimals(mins, maxs, sums)
  bits.write(decimal?.decimals ?? realBits, 8)
  packIntegers(counts, bits)
  if (decimal) {
    const least = decimal.mins
    packIntegers(least, bits)
    packIntegers(
      decimal.maxs.map((max, index) => max - (least[index] as number)),
      bits,
    )
    packIntegers(
      decimal.sums.map((sum, index) => sum - (numbers[index] as number) * (least[index] as number)),
      bits,
    )
  } else {
    const words = new DataView(new ArrayBuffer(8))
    const half = (offset: number) =>
      sums.map((sum) => {
        words.setFloat64(0, sum)
        return words.getUint32(offset)
      })
    for (const column of [bitsOf(mins), bitsOf(maxs), half(0), half(4)]) packIntegers(column, bits)
  }
  return bits.finish()
}

/** Returns integers for a common power of ten, if possible. */
function toCommonDecimals(mins: Float64Array, maxs: Float64Array, sums: Float64Array) {
  const found = [toDecimals(mins, asReal), toDecimals(maxs, asReal), toDecimals(sums, nearly)]
  const decimals = Math.max(...found.map((one) => one?.decimals ?? Number.NaN))
  if (Number.isNaN(decimals)) return undefined
  const [least, greatest, total] = found.map((one) =>
    one?.integers.map((integer) => integer * powerOf(decimals - one.decimals)),
  )
  if (!least || !greatest || !total) return undefined
  // Leaves room for the differences.
  const isSmall = [least, greatest, total].every((column) =>
    column.every((integer) => Math.abs(integer) < largestInteger / 4),
  )
  return isSmall ? { decimals, mins: least, maxs: greatest, sums: total } : undefined
}

export function unpackBuckets(section: Buffer, count: number): BucketColumns {
  const buckets = noBuckets(count)
  if (section.length === 0) return buckets
  const bits = new BitReader(section)
  const decimals = bits.read(8)
  buckets.counts = unpackIntegers(bits, count)
  const numbers = buckets.counts.filter((number) => number > 0)
  const [mins, maxs, sums] =
    decimals === realBits ? bucketsOfBits(bits, numbers.length) : bucketsOfDecimals(bits, numbers, decimals)
  let next = 0
  for (let place = 0; place < count; place += 1) {
    if (buckets.counts[place] === 0) continue
    buckets.mins[place] = mins[next] as number // one for each bucket
    buckets.maxs[place] = maxs[next] as number
    buckets.sums[place] = sums[next] as number
    next += 1
  }
  return buckets
}

type Bounds = [mins: Float64Array, maxs: Float64Array, sums: Float64Array]

function bucketsOfDecimals(bits: BitReader, numbers: Float64Array, decimals: number): Bounds {
  const least = unpackIntegers(bits, numbers.length)
  const spreads = unpackIntegers(bits, numbers.length)
  const rests = unpackIntegers(bits, numbers.length)
  const scale = powerOf(decimals)
  return [
    least.map((min) => min / scale),
    least.map((min, index) => (min + (spreads[index] as number)) / scale),
    least.map((min, index) => ((rests[index] as number) + (numbers[index] as number) * min) / scale),
  ]
}

function bucketsOfBits(bits: BitReader, count: number): Bounds {
  const mins = realsOf(unpackIntegers(bits, count))
  const maxs = realsOf(unpackIntegers(bits, count))
  const [high, low] = [unpackIntegers(bits, count), unpackIntegers(bits, count)]
  const words = new DataView(new ArrayBuffer(8))
  const sums = high.map((word, index) => {
    words.setUint32(0, word)
    words.setUint32(4, low[index] as number)
    return words.getFloat64(0)
  })
  return [mins, maxs, sums]
}

export const noBuckets = (count: number): BucketColumns => ({
  counts: new Float64Array(count),
  mins: new Float64Array(count).fill(Number.NaN),
  maxs: new Float64Array(count).fill(Number.NaN),
  sums: new Float64Array(count).fill(Number.NaN),
})

/** Returns whether unpacking restores what was packed, except for the last digits of sums. */
export const areSameBuckets = (packed: BucketColumns, unpacked: BucketColumns): boolean =>
  packed.counts.length === unpacked.counts.length &&
  packed.counts.every((count, place) => {
    if (count !== unpacked.counts[place]) return false
    if (count === 0) return true
    const isSame = (field: 'mins' | 'maxs') =>
      Object.is(Math.fround(packed[field][place] as number), Math.fround(unpacked[field][place] as number))
    const [sum, other] = [packed.sums[place] as number, unpacked.sums[place] as number]
    return isSame('mins') && isSame('maxs') && Math.abs(other - sum) <= 2e-13 * Math.abs(sum)
  })

export interface TimedBuckets {
  /** In ms after the start of the chunk, ascending. */
  times: Float64Array
  kinds: BucketColumns[]
}

/** Merges the buckets of both; those of the same time are combined. */
export function mergeBucketColumns(first: TimedBuckets, second: TimedBuckets): TimedBuckets {
  const times = Float64Array.from(new Set([...first.times, ...second.times])).sort()
  const placeOf = new Map(Array.from(times, (time, place) => [time, place]))
  const kinds = first.kinds.map((_, column) => {
    const merged = noBuckets(times.length)
    for (const part of [first, second]) {
      const buckets = part.kinds[column]
      part.times.forEach((time, place) => {
        if (buckets?.counts[place]) addTo(merged, placeOf.get(time) ?? 0, buckets, place)
      })
    }
    return merged
  })
  return { times, kinds }
}

function addTo(target: BucketColumns, at: number, part: BucketColumns, place: number): void {
  const isFirst = target.counts[at] === 0
  for (const field of fields) {
    const [known, added] = [target[field][at] as number, part[field][place] as number]
    if (isFirst) target[field][at] = added
    else if (field === 'mins') target[field][at] = Math.min(known, added)
    else if (field === 'maxs') target[field][at] = Math.max(known, added)
    else target[field][at] = known + added
  }
}
