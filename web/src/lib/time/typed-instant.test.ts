import { expect, test } from 'vitest'
import { toLocalInput } from './time-range.ts'
import { typedInstant } from './typed-instant.ts'

const zone = 'America/Chicago'

test.each([
  ['with seconds', '2027-03-01T15:20:41.250Z'],
  ['in the second of two equal hours', '2027-11-07T07:30:40.000Z'],
])('an instant %s stays as it is while its time is not changed', (_what, before) => {
  expect(typedInstant(toLocalInput(Date.parse(before), zone), zone, before)).toBe(before)
})

test('a changed time is converted to an instant in the zone, and invalid text is kept', () => {
  expect(typedInstant('2027-03-01T10:00', zone, '2027-03-01T15:20:41.250Z')).toBe('2027-03-01T16:00:00.000Z')
  expect(typedInstant('2027-03-01T10:00', zone)).toBe('2027-03-01T16:00:00.000Z')
  expect(typedInstant('soon', zone)).toBe('soon')
})
