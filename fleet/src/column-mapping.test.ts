import { expect, test } from 'vitest'
import { parseMapping, sixDigits } from './column-mapping.ts'

test('a mapping is parsed into columns, kinds and factors', () => {
  expect(parseMapping('co2=ECO2, pir = motion*3.3333333 ,Lux=light * 1e-1')).toEqual([
    { column: 'co2', kind: 'ECO2', scale: 1 },
    { column: 'pir', kind: 'motion', scale: 3.3333333 },
    { column: 'Lux', kind: 'light', scale: 0.1 },
  ])
})

test.each(['co2', 'co2=eco2', 'co2=ECO2*', 'co2=ECO2*x', '', 'a=ECO2,,b=CO', 'a=toString'])(
  'the mapping "%s" is rejected',
  (text) => {
    expect(() => parseMapping(text)).toThrow(RangeError)
  },
)

test('values keep six significant digits', () => {
  expect([29.9167 * (100 / 30), 1669.4999, 0.00012345678, 0, -12.3456789].map(sixDigits)).toEqual([
    99.7223, 1669.5, 0.000123457, 0, -12.3457,
  ])
})
