import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BucketColumns, noBuckets, packBuckets, unpackBuckets } from './packed-buckets.ts'
import { bitsOf, realsOf } from './packed-numbers.ts'

const measured = fc
  .integer({ min: -500_000, max: 500_000 })
  .chain((integer) => fc.integer({ min: 0, max: 4 }).map((decimals) => integer / 10 ** decimals))
const odd = fc.float({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })
const bucketOf = (value: fc.Arbitrary<number>) =>
  fc.option(fc.array(value, { minLength: 1, maxLength: 12 }), { nil: [] as number[] })

/** Adds values up like the rollup. */
function columnsOf(buckets: readonly (readonly number[])[]): BucketColumns {
  const columns = noBuckets(buckets.length)
  buckets.forEach((values, place) => {
    if (values.length === 0) return
    columns.counts[place] = values.length
    columns.mins[place] = shown(Math.min(...values))
    columns.maxs[place] = shown(Math.max(...values))
    columns.sums[place] = values.reduce((sum, value) => sum + value, 0)
  })
  return columns
}

/** Returns a `real` as PostgreSQL shows it. */
const shown = (value: number) => realsOf(bitsOf(Float64Array.of(value)))[0] as number // one for one

describe('packed buckets', () => {
  test.each([
    ['of decimals', measured],
    ['of any numbers', fc.oneof(odd, measured)],
  ])('%s are restored: counts and bounds exactly, sums to thirteen digits', (_, value) => {
    fc.assert(
      fc.property(fc.array(bucketOf(value), { maxLength: 100 }), (buckets) => {
        const columns = columnsOf(buckets)
        const back = unpackBuckets(packBuckets(columns), buckets.length)
        expect(back.counts).toEqual(columns.counts)
        expect([...back.mins].map(Math.fround)).toEqual([...columns.mins].map(Math.fround))
        expect([...back.maxs].map(Math.fround)).toEqual([...columns.maxs].map(Math.fround))
        back.sums.forEach((sum, place) => {
          const before = columns.sums[place] as number
          expect(Math.abs(sum - before) <= 1e-13 * Math.abs(before) || Object.is(sum, before)).toBe(true)
        })
      }),
      { numRuns: 200 },
    )
  })

  test('of one reading each take no more space than the readings', () => {
    const values = Array.from({ length: 1440 }, (_, n) => [20 + ((n * 7) % 16) / 100])
    expect(packBuckets(columnsOf(values)).length / 1440).toBeLessThan(0.7)
  })
})
