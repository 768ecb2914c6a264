import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { wallTimeReader } from './wall-time.ts'

const read = wallTimeReader('America/Los_Angeles')
const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString())

test.each([
  ['2013-08-23 23:05:00', '2013-08-24T06:05:00.000Z'],
  ['2013-08-23T23:05', '2013-08-24T06:05:00.000Z'],
  ['2013-12-23 23:05:00.250', '2013-12-24T07:05:00.250Z'],
  ['2013-08-23T23:05:00Z', '2013-08-23T23:05:00.000Z'],
  ['2013-08-23 23:05:00+02:00', '2013-08-23T21:05:00.000Z'],
  ['1377300300', '2013-08-23T23:25:00.000Z'],
  ['1377300300500', '2013-08-23T23:25:00.500Z'],
])('%s is read as %s', (text, expected) => {
  expect(iso(read(text, undefined))).toBe(expected)
})

test.each([
  '',
  'yesterday',
  '2013-02-30 10:00:00',
  '2013-08-23',
  '2013-08-23 25:00:00',
  '2013-08-23 10:00:61',
])('"%s" is not a valid time', (text) => {
  expect(read(text, undefined)).toBeUndefined()
})

test('a wall time skipped by the clock change is read with the offset before the change', () => {
  expect(iso(read('2013-03-10 02:30:00', undefined))).toBe('2013-03-10T10:30:00.000Z')
})

test('a repeated hour is read first as daylight saving time, then as standard time', () => {
  const walls = ['00:50', '01:10', '01:30', '01:50', '01:10', '01:30', '01:30', '01:50', '02:10']
  let previousMs: number | undefined
  const instants = walls.map((wall) => {
    previousMs = read(`2013-11-03 ${wall}:00`, previousMs)
    return iso(previousMs)?.slice(11, 16)
  })
  expect(instants).toEqual(['07:50', '08:10', '08:30', '08:50', '09:10', '09:30', '09:30', '09:50', '10:10'])
})

test('instants recorded in wall time are restored exactly across every clock change', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('America/St_Johns', 'Australia/Lord_Howe', 'Europe/Berlin', 'America/Los_Angeles'),
      fc.constantFrom('2026-02-01T00:00:00Z', '2026-08-01T00:00:00Z'),
      // Rows further apart than the clock change do not show which of the two passes they belong to.
      fc.integer({ min: 1, max: 29 }),
      fc.integer({ min: 0, max: 59 }),
      (timeZone, since, stepMinutes, offsetMinutes) => {
        const change = Temporal.Instant.from(since).toZonedDateTimeISO(timeZone).getTimeZoneTransition('next')
        const startMs = (change?.epochMilliseconds ?? 0) - (100 * stepMinutes + offsetMinutes) * 60_000
        const reader = wallTimeReader(timeZone)
        let previousMs: number | undefined
        for (let n = 0; n < 200; n++) {
          const ms = startMs + n * stepMinutes * 60_000
          const wall = Temporal.Instant.fromEpochMilliseconds(ms)
            .toZonedDateTimeISO(timeZone)
            .toPlainDateTime()
          previousMs = reader(wall.toString({ smallestUnit: 'second' }), previousMs)
          expect(previousMs).toBe(ms)
        }
      },
    ),
    { numRuns: 50 },
  )
})
