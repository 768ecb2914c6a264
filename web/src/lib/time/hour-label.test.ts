import { afterEach, expect, test } from 'vitest'
import { setClock } from '../../texts/date-format.ts'
import { hourLabel } from './hour-label.ts'

afterEach(() => setClock(undefined))

test.each([
  ['24h', ['00', '01', '11', '12', '23']],
  ['12h', ['12 AM', '1', '11', '12 PM', '11']],
] as const)('hours on an axis follow the clock of the reader: %s', (clock, expected) => {
  setClock(clock)
  expect([0, 1, 11, 12, 23].map(hourLabel)).toEqual(expected)
})
