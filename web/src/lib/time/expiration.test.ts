import { expect, test } from 'vitest'
import { endOfDay, lastDayBefore } from './expiration.ts'

test.each([
  ['America/Chicago', '2028-08-14', '2028-08-15T05:00:00.000Z'],
  ['Asia/Tokyo', '2028-08-14', '2028-08-14T15:00:00.000Z'],
  ['UTC', '2028-08-14', '2028-08-15T00:00:00.000Z'],
  ['America/New_York', '2028-03-12', '2028-03-13T04:00:00.000Z'],
])('in %s, the day %s ends at %s, and is the last one before', (zone, day, end) => {
  expect(endOfDay(day, zone)).toBe(end)
  expect(lastDayBefore(end, zone)).toBe(day)
})

test('invalid text is kept, so that the server reports the error', () => {
  expect(endOfDay('soon', 'UTC')).toBe('soon')
})
