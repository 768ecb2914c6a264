import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TestIngest, testIngest } from '../../../test/test-ingest.ts'
import { joinedReals, joinedTimes, toDecimalReals, toEpochMs } from './joined-columns.ts'
import { shortestDecimal } from './packed-numbers.ts'

async function sent(
  { pool }: TestIngest,
  rows: readonly { at: Date; first: number | null; second: number | null }[],
) {
  const { rows: read } = await pool.query<{
    times: Buffer
    first: Buffer
    second: Buffer
    texts: (string | null)[][]
  }>(
    `select ${joinedTimes('at')} as times, ${joinedReals('first')} as first, ${joinedReals('second')} as second,
       array_agg(array[first::text, second::text]) as texts
     from (
       select at, first, second
       from unnest($1::timestamptz[], $2::real[], $3::real[]) with ordinality as row (at, first, second, nth) order by nth
     ) row`,
    [rows.map(({ at }) => at), rows.map(({ first }) => first), rows.map(({ second }) => second)],
  )
  return read[0]
}

const value = fc.option(
  fc.oneof(
    fc.float({ noNaN: true, noDefaultInfinity: true }),
    fc.integer({ min: -2_000_000, max: 2_000_000 }).map((whole) => Math.fround(whole / 100)),
    fc.integer({ min: -100, max: 100_000 }).map((whole) => Math.fround(whole / 10)),
  ),
)

test('times and values equal what PostgreSQL prints', async () => {
  const app = await testIngest(Date.UTC(2026, 10, 26))
  const at = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  const row = fc.record({ at, first: value, second: value })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 40 }), async (rows) => {
      const read = await sent(app, rows)
      if (!read) throw new Error('nothing was read')
      expect([...toEpochMs(read.times)]).toEqual(rows.map(({ at }) => at.getTime()))
      const columns = [read.first, read.second].map(toDecimalReals)
      const shown = [0, 1].map((column) =>
        read.texts.map((texts) => (texts[column] == null ? Number.NaN : Number(texts[column]))),
      )
      expect(columns.map((column) => [...column])).toEqual(shown)
    }),
    { numRuns: 200 },
  )
})

test.each([
  [Math.fround(21.3), 21.3],
  [Math.fround(0.1), 0.1],
  [Math.fround(-0.000001), -0.000001],
  [Math.fround(1.2345678e12), 1.2345678e12],
  [16_777_216, 16_777_216],
  [0, 0],
])('the shortest decimal of %d', (real, decimal) => expect(shortestDecimal(real)).toBe(decimal))
