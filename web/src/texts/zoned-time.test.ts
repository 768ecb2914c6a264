import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { dayStart, floorTo, instantOf, offsetAt, wallOf } from './zoned-time.ts'

/**
 * Offsets of whole, half and quarter hours; changes at 0:00, 2:00 and 3:00, by an hour or half an hour; a zone
 * without changes.
 */
const zones = [
  'America/Chicago',
  'America/St_Johns',
  'America/Santiago',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Pacific/Chatham',
  'UTC',
]
const startMs = Date.UTC(2025, 0, 1)
const dayMs = 86_400_000
const hourMs = 3_600_000
const range = (fromMs: number, toMs: number, stepMs: number) =>
  Array.from({ length: (toMs - fromMs) / stepMs }, (_, step) => fromMs + step * stepMs)
/** From 2025 on. The step divides no round unit, so that all hours and minutes occur. */
const instants = (days: number) => range(startMs, startMs + days * dayMs, 27_777_777)

const zoned = (instant: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
const plainOf = (wall: number) => Temporal.PlainDateTime.from(new Date(wall).toISOString().slice(0, -1))

/** Local times around the clock changes of two years, each of which is by at most an hour. */
function wallsAtChanges(zone: string): number[] {
  const walls: number[] = []
  let change = zoned(startMs, zone).getTimeZoneTransition('next')
  for (; change && change.year < 2027; change = change.getTimeZoneTransition('next')) {
    const wall = wallOf(change.epochMilliseconds, zone)
    walls.push(...range(wall - 3 * hourMs, wall + 3 * hourMs, 77_777))
  }
  return walls
}

test.each(zones)(
  'over two years in %s, local times, days and hours are the same as with Temporal',
  (zone) => {
    const wrong = instants(730).filter((instant) => {
      const time = zoned(instant, zone)
      const wall = wallOf(instant, zone)
      return (
        !plainOf(wall).equals(time.toPlainDateTime()) ||
        instantOf(wall, zone) !== plainOf(wall).toZonedDateTime(zone).epochMilliseconds ||
        dayStart(instant, zone, -6) !== time.subtract({ days: 6 }).startOfDay().epochMilliseconds ||
        floorTo(60_000, instant, zone) !==
          time.round({ smallestUnit: 'minute', roundingMode: 'floor' }).epochMilliseconds
      )
    })
    expect(wrong.map((instant) => zoned(instant, zone).toString())).toEqual([])
  },
)

test.each(zones)(
  'any local time in %s, even a skipped one, converts to the same instant as with Temporal',
  (zone) => {
    const wrong = [...instants(365), ...wallsAtChanges(zone)].filter(
      (wall) => instantOf(wall, zone) !== plainOf(wall).toZonedDateTime(zone).epochMilliseconds,
    )
    expect(wrong.map((wall) => plainOf(wall).toString())).toEqual([])
  },
)

test('the tested local times surround the clock changes', () => {
  expect(zones.filter((zone) => wallsAtChanges(zone).length === 0)).toEqual([
    'Asia/Kathmandu',
    'Asia/Kolkata',
    'UTC',
  ])
})

test('a zone that does not exist throws', () => {
  expect(() => wallOf(0, 'Mars/Olympus')).toThrow(RangeError)
})

test.each([
  ['2026-03-29T00:59:59Z', 'Europe/Berlin', 60],
  ['2026-03-29T01:00:00Z', 'Europe/Berlin', 120],
  ['2026-04-04T15:00:00Z', 'Australia/Lord_Howe', 630],
])('at %s, %s is %i minutes ahead of UTC', (at, zone, minutes) => {
  expect(offsetAt(Date.parse(at), zone)).toBe(minutes * 60_000)
})
