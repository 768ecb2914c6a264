import { expect, test } from 'vitest'
import type { RangePreset } from './range-presets.ts'
import { fromLocalInput, rangeOf, toLocalInput } from './time-range.ts'

const at = (text: string) => Date.parse(text)
const iso = (range: { startTime: number; endTime: number }) => [
  new Date(range.startTime).toISOString().replace('.000', ''),
  new Date(range.endTime).toISOString().replace('.000', ''),
]

/** Tuesday, November 17, 2026, 10:42:16 in Chicago, at UTC−6. */
const tuesday = at('2026-11-17T16:42:16Z')

test.each<[RangePreset, string, string]>([
  ['lasthour', '2026-11-17T15:42:00Z', '2026-11-17T16:43:00Z'],
  ['last4hours', '2026-11-17T12:00:00Z', '2026-11-17T17:00:00Z'],
  ['last12hours', '2026-11-17T04:00:00Z', '2026-11-17T17:00:00Z'],
  ['last24hours', '2026-11-16T16:00:00Z', '2026-11-17T17:00:00Z'],
  ['today', '2026-11-17T06:00:00Z', '2026-11-18T06:00:00Z'],
  ['yesterday', '2026-11-16T06:00:00Z', '2026-11-17T06:00:00Z'],
  ['2daysago', '2026-11-15T06:00:00Z', '2026-11-16T06:00:00Z'],
  ['last7days', '2026-11-11T06:00:00Z', '2026-11-18T06:00:00Z'],
  ['last28days', '2026-10-21T05:00:00Z', '2026-11-18T06:00:00Z'],
  ['last30days', '2026-10-19T05:00:00Z', '2026-11-18T06:00:00Z'],
  ['thisweek', '2026-11-16T06:00:00Z', '2026-11-18T06:00:00Z'],
  ['thismonth', '2026-11-01T05:00:00Z', '2026-11-18T06:00:00Z'],
  ['thisyear', '2026-01-01T06:00:00Z', '2026-11-18T06:00:00Z'],
  ['alltime', '1970-01-01T00:00:00Z', '2026-11-18T06:00:00Z'],
])('%s in Chicago is %s to %s', (preset, start, end) => {
  expect(iso(rangeOf(preset, 'America/Chicago', tuesday))).toEqual([start, end])
})

test.each<[string, RangePreset, string, string, string]>([
  // Clocks go forward on March 29, 2026 in Berlin: the day has 23 hours.
  ['2026-03-29T10:00:00Z', 'today', 'Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  // They go back on October 25, 2026: 25 hours.
  ['2026-10-25T12:00:00Z', 'today', 'Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
  // Hours are elapsed hours, even across the repeated one.
  ['2026-10-25T01:30:00Z', 'last4hours', 'Europe/Berlin', '2026-10-24T21:00:00Z', '2026-10-25T02:00:00Z'],
  // A week that includes the change starts and ends at local midnight.
  ['2026-10-27T12:00:00Z', 'last7days', 'Europe/Berlin', '2026-10-20T22:00:00Z', '2026-10-27T23:00:00Z'],
  // In Beirut midnight itself was skipped on March 29, 2026: the day starts at 01:00.
  ['2026-03-29T10:00:00Z', 'today', 'Asia/Beirut', '2026-03-28T22:00:00Z', '2026-03-29T21:00:00Z'],
  // Half-hour time zones round down to their own hour.
  ['2026-11-17T10:42:00Z', 'last4hours', 'Asia/Kolkata', '2026-11-17T06:30:00Z', '2026-11-17T11:30:00Z'],
  // A Monday starts its week; a Sunday ends it.
  ['2026-11-16T12:00:00Z', 'thisweek', 'Europe/Berlin', '2026-11-15T23:00:00Z', '2026-11-16T23:00:00Z'],
  ['2026-11-15T12:00:00Z', 'thisweek', 'Europe/Berlin', '2026-11-08T23:00:00Z', '2026-11-15T23:00:00Z'],
])('at %s, %s in %s is %s to %s', (now, preset, zone, start, end) => {
  expect(iso(rangeOf(preset, zone, at(now)))).toEqual([start, end])
})

test('a custom range is the chosen one; a missing end means the end of today, a missing start everything before', () => {
  expect(rangeOf('custom', 'UTC', tuesday, { startTime: 5, endTime: 9 })).toEqual({
    startTime: 5,
    endTime: 9,
  })
  expect(iso(rangeOf('custom', 'UTC', tuesday))).toEqual(['1970-01-01T00:00:00Z', '2026-11-18T00:00:00Z'])
})

test('an instant survives conversion to a local input and back', () => {
  const text = toLocalInput(at('2026-11-17T16:36:00Z'), 'America/Chicago')
  expect(text).toBe('2026-11-17T10:36')
  expect(fromLocalInput(text, 'America/Chicago')).toBe(at('2026-11-17T16:36:00Z'))
})

test('a skipped local time means the one after the change', () => {
  expect(fromLocalInput('2026-03-29T02:30', 'Europe/Berlin')).toBe(at('2026-03-29T01:30:00Z'))
})

test('invalid text is not a time', () => {
  expect(fromLocalInput('soon', 'UTC')).toBeUndefined()
})
