import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { getTypeParser } from './type-parsers.ts'

const instant = pg.types.builtins.TIMESTAMPTZ
const parse = getTypeParser(instant, 'text')
const standard = pg.types.getTypeParser(instant, 'text')

test('instants are read as the driver reads them', () => {
  fc.assert(
    fc.property(
      fc.date({
        min: new Date('1000-01-01T00:00Z'),
        max: new Date('9999-12-31T23:59Z'),
        noInvalidDate: true,
      }),
      fc.integer({ min: 0, max: 999_999 }),
      fc.integer({ min: 0, max: 6 }),
      (date, micros, digits) => {
        const fraction = digits === 0 ? '' : `.${String(micros).padStart(6, '0').slice(0, digits)}`
        const text = `${date.toISOString().slice(0, 19).replace('T', ' ')}${fraction}+00`
        expect(parse(text)).toEqual(standard(text))
      },
    ),
  )
})

test.each([
  'infinity',
  '-infinity',
  '0001-01-01 00:00:00+00',
  '0044-03-15 12:00:00+00 BC',
  '12026-11-01 00:00:00.5+00',
  '2026-11-01 08:30:00+02',
  '2026-11-01 08:30:00.5-03:30',
])('unusual ones too: %s', (text) => {
  expect(parse(text)).toEqual(standard(text))
})
