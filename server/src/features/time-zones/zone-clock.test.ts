import fc from 'fast-check'
import { expect, test } from 'vitest'
import { zoneClock } from './zone-clock.ts'

const at = (iso: string) => Date.parse(iso)

test.each([
  ['Europe/Berlin', '2026-03-29T10:00:00Z', '2026-03-28T23:00:00Z', 'a day with 23 hours'],
  ['Europe/Berlin', '2026-10-25T20:00:00Z', '2026-10-24T22:00:00Z', 'a day with 25 hours'],
  ['America/Chicago', '2026-11-20T03:00:00Z', '2026-11-19T06:00:00Z', 'the evening before in UTC'],
  ['Asia/Kolkata', '2026-11-20T18:31:00Z', '2026-11-20T18:30:00Z', 'an offset of half an hour'],
  ['America/Santiago', '2026-09-06T12:00:00Z', '2026-09-06T04:00:00Z', 'a midnight that is skipped'],
])('the day in %s at %s begins at %s (%s)', (zone, instant, start) => {
  expect(new Date(zoneClock(zone).dayStart(at(instant))).toISOString()).toBe(new Date(start).toISOString())
})

test('hours begin on the full hour of local time', () => {
  expect(zoneClock('Asia/Kolkata').hourStart(at('2026-11-20T18:45:00Z'))).toBe(at('2026-11-20T18:30:00Z'))
  expect(zoneClock('Europe/Berlin').hourStart(at('2026-11-20T18:45:00Z'))).toBe(at('2026-11-20T18:00:00Z'))
})

test('an offset that changes within a quarter of an hour begins a new hour', () => {
  const clock = zoneClock('Antarctica/Casey')
  expect(clock.offsetAt(at('2020-10-03T16:00:30Z'))).toBe(8 * 3_600_000)
  expect(clock.offsetAt(at('2020-10-03T16:01:00Z'))).toBe(11 * 3_600_000)
  expect(clock.hourStart(at('2020-10-03T16:00:30Z'))).toBe(at('2020-10-03T16:00:00Z'))
  expect(clock.hourStart(at('2020-10-03T16:20:00Z'))).toBe(at('2020-10-03T16:01:00Z'))
})

test('each bucket contains the given instant and nests in the next larger one', () => {
  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/Chicago',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'America/Santiago',
    'Pacific/Apia',
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2028-01-01T00:00:00Z') }),
      (zone, instant) => {
        const clock = zoneClock(zone)
        const [minute, hour, day] = [
          clock.minuteStart(instant),
          clock.hourStart(instant),
          clock.dayStart(instant),
        ]
        expect(minute).toBeLessThanOrEqual(instant)
        expect(hour).toBeLessThanOrEqual(minute)
        expect(day).toBeLessThanOrEqual(hour)
        expect(clock.hourStart(hour)).toBe(hour)
        expect(clock.dayStart(hour)).toBe(day)
        expect(clock.dayStart(day)).toBe(day)
        expect(instant - hour).toBeLessThan(3_600_000)
        expect(instant - day).toBeLessThan(25.5 * 3_600_000)
      },
    ),
    { numRuns: 2000 },
  )
})
