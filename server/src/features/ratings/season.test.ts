import { expect, test } from 'vitest'
import { zoneClock } from '../time-zones/index.ts'
import { seasonAt } from './season.ts'
import { isSouthern } from './southern-zones.ts'

test.each([
  ['2026-04-30T12:00:00Z', 'America/Chicago', 'Winter'],
  ['2026-05-01T12:00:00Z', 'America/Chicago', 'Summer'],
  ['2026-09-30T12:00:00Z', 'Europe/Berlin', 'Summer'],
  ['2026-10-01T12:00:00Z', 'Europe/Berlin', 'Winter'],
  ['2026-10-31T12:00:00Z', 'Australia/Sydney', 'Winter'],
  ['2026-11-01T12:00:00Z', 'Australia/Sydney', 'Summer'],
  ['2026-03-31T12:00:00Z', 'Pacific/Auckland', 'Winter'],
  ['2026-01-15T12:00:00Z', 'Australia/Brisbane', 'Summer'],
  ['2026-07-15T12:00:00Z', 'Africa/Johannesburg', 'Winter'],
  ['2026-01-15T12:00:00Z', 'Brazil/East', 'Summer'],
  ['2026-07-01T12:00:00Z', 'UTC', 'Summer'],
])('%s in %s is %s', (at, zone, season) => {
  expect(seasonAt(Date.parse(at), zone)).toBe(season)
})

test('every zone whose clocks are ahead in January lies south of the equator', () => {
  const odd = Intl.supportedValuesOf('timeZone').filter((zone) => {
    const clock = zoneClock(zone)
    return clock.offsetAt(Date.UTC(2026, 0, 15)) > clock.offsetAt(Date.UTC(2026, 6, 15)) && !isSouthern(zone)
  })
  expect(odd).toEqual([])
})
