import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { dateOf, dayOfDate, localDay, localHours, weekdayOf } from './local-hours.ts'

const zones = [
  'UTC',
  'America/Chicago',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Apia',
]

test.each(zones)('in %s, every hour has the local day and hour', (zone) => {
  const [first, end] = [dayOfDate('2026-03-01'), dayOfDate('2026-11-20')]
  for (const { at, day, hour } of localHours(zone, first, end)) {
    const shown = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
    expect([shown.toPlainDate().toString(), shown.hour]).toEqual([dateOf(day), hour])
    expect(localDay(zone, at)).toBe(day)
    expect(weekdayOf(day)).toBe(shown.dayOfWeek % 7)
  }
})

test.each([
  ['2026-03-08', 23],
  ['2026-06-01', 24],
  ['2026-11-01', 25],
])('%s has %d hours in Chicago', (date, count) => {
  const day = dayOfDate(date)
  const hours = localHours('America/Chicago', day, day + 1)
  expect(hours).toHaveLength(count)
  expect(hours.every(({ at }, index) => index === 0 || at - (hours[index - 1]?.at ?? 0) === 3_600_000)).toBe(
    true,
  )
})
