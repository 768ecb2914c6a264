import { expect, test } from 'vitest'
import { z } from 'zod'
import { epochMs, integer, numeric, PageQuery } from './wire.ts'

test.each(['0', '7', '25', '1764547200000', 25])('%j in a query string is a whole number', (given) => {
  expect(integer(0).parse(given)).toBe(Number(given))
})

test.each([
  '',
  ' ',
  ' 7',
  '7 ',
  '0x10',
  '1e3',
  '+7',
  '.5',
  '7.',
  '1_000',
  'Infinity',
  'NaN',
  '2.5',
  '-1',
  '9'.repeat(400),
])('%j in a query string is no whole number', (given) => {
  for (const schema of [integer(0), integer(0).optional(), epochMs])
    expect(schema.safeParse(given).success).toBe(false)
})

test.each([
  ['-40', -40],
  ['0.5', 0.5],
  // What JavaScript writes for 0.0000001.
  ['1e-7', 1e-7],
])('%j in a query string is the number %d', (given, number) => {
  expect(numeric(z.number()).parse(given)).toBe(number)
})

test('a missing number has its default, an empty one is refused', () => {
  expect(PageQuery.parse({})).toMatchObject({ Page: 0, PageSize: 25 })
  expect(PageQuery.safeParse({ Page: '' }).success).toBe(false)
})
