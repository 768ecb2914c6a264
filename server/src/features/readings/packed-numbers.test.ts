import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/test-database.ts'
import { BitReader, BitWriter, packIntegers, unpackIntegers } from './packed-integers.ts'
import { asReal, bitsOf, exactly, packNumbers, realsOf, unpackNumbers } from './packed-numbers.ts'

const real = fc.float({ noNaN: true, noDefaultInfinity: true })
const measured = fc
  .integer({ min: -2_000_000, max: 2_000_000 })
  .chain((integer) => fc.integer({ min: 0, max: 5 }).map((decimals) => Math.fround(integer / 10 ** decimals)))
const gap = fc.constant(Number.NaN)
/** Exactly between two decimals of as many digits. */
const half = fc.integer({ min: -(2 ** 23), max: 2 ** 23 }).map((integer) => integer / 8)
const shortest = (number: number) => realsOf(bitsOf(Float64Array.of(number)))[0]
const { url, drop } = await createTestDatabase()
const client = new Client({ connectionString: url })
await client.connect()
afterAll(async () => {
  await client.end()
  await drop()
})

describe('packed integers', () => {
  test('are restored exactly, whatever their size and number', () => {
    const integer = fc.oneof(
      fc.integer({ min: -8, max: 8 }),
      fc.integer({ min: -100_000, max: 100_000 }),
      fc.integer({ min: 1 - 2 ** 48, max: 2 ** 48 - 1 }),
    )
    fc.assert(
      fc.property(fc.array(integer, { maxLength: 300 }), (integers) => {
        const bits = new BitWriter()
        packIntegers(Float64Array.from(integers), bits)
        expect([...unpackIntegers(new BitReader(bits.finish()), integers.length)]).toEqual(integers)
      }),
      { numRuns: 300 },
    )
  })

  test('at equal distances take a few bytes', () => {
    const bits = new BitWriter()
    packIntegers(
      Float64Array.from({ length: 1440 }, (_, n) => n * 60_000),
      bits,
    )
    expect(bits.finish().length).toBeLessThan(100)
  })
})

describe('packed numbers', () => {
  test('of single precision are restored to the last bit, as PostgreSQL shows them, with their gaps', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(real, measured, half, gap), { maxLength: 200 }), (numbers) => {
        const back = unpackNumbers(packNumbers(Float64Array.from(numbers), asReal), numbers.length)
        expect([...back].map(Math.fround)).toEqual(numbers)
        for (const number of back) if (number && Math.abs(number) < 1e6) expect(number).toBe(shortest(number))
      }),
      { numRuns: 300 },
    )
  })

  test('of single precision below a million have the decimal that PostgreSQL shows for them', async () => {
    const numbers = fc
      .sample(fc.oneof(real, measured, half), 5000)
      .filter((number) => number !== 0 && Math.abs(number) < 1e6)
    const { rows } = await client.query<{ shown: string }>(
      'select number::real::text as shown from unnest($1::float8[]) with ordinality given (number, place) order by place',
      [numbers],
    )
    expect(numbers.map(shortest)).toEqual(rows.map(({ shown }) => Number(shown)))
  })

  test('of times to the microsecond are restored exactly', () => {
    const micros = fc.integer({ min: 0, max: 86_400_000_000 - 1 })
    fc.assert(
      fc.property(fc.array(micros, { maxLength: 100 }), (times) => {
        const ms = Float64Array.from(times, (time) => time / 1000)
        expect(unpackNumbers(packNumbers(ms, exactly), ms.length)).toEqual(ms)
      }),
    )
  })

  test('that are all missing take no bytes', () => {
    const none = new Float64Array(100).fill(Number.NaN)
    expect(packNumbers(none, asReal).length).toBe(0)
    expect(unpackNumbers(Buffer.alloc(0), 100)).toEqual(none)
  })

  test('of a room take a few bits each', () => {
    const steps = [0, 0.05, 0.02, -0.03, -0.05, 0.01]
    let value = 21
    const numbers = Float64Array.from({ length: 1440 }, (_, n) => {
      value += steps[(n * 7 + Math.floor(n / 5)) % steps.length] ?? 0
      return Math.fround(Number(value.toFixed(2)))
    })
    expect(packNumbers(numbers, asReal).length / numbers.length).toBeLessThan(0.6)
  })
})
