import { expect, test } from 'vitest'
import { z } from 'zod'
import { epochMs, givenInstant, integer, numeric, PageQuery } from './wire.ts'

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
  // As JavaScript writes 0.0000001.
  ['1e-7', 1e-7],
])('%j in a query string is the number %d', (given, number) => {
  expect(numeric(z.number()).parse(given)).toBe(number)
})

test('a missing number has its default, an empty one is refused', () => {
  expect(PageQuery.parse({})).toMatchObject({ Page: 0, PageSize: 25 })
  expect(PageQuery.safeParse({ Page: '' }).success).toBe(false)
})

test.each([
  ['2026-12-01T00:00:00+02:00', '2026-11-30T22:00:00.000Z'],
  ['2026-11-30T22:00:00-03:30', '2026-12-01T01:30:00.000Z'],
  ['2026-11-30T22:00:00Z', '2026-11-30T22:00:00.000Z'],
])('the instant %s is %s in UTC', (given, utc) => {
  expect(givenInstant.parse(given)).toBe(utc)
})

test.each([
  '2026-12-01T00:00:00',
  '2026-12-01',
  '2026-02-30T00:00:00Z',
  'x',
  '',
  '9999-12-31T23:00:00-05:00',
])('the text %j is no instant', (given) => {
  expect(givenInstant.safeParse(given).success).toBe(false)
})
