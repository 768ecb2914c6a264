import { weatherIcons } from '@eot/contract/weather'
import { expect, test } from 'vitest'
import { outdoorInterval, outdoorPoints } from './outdoor-series.ts'
import { daysOf, iconOf, isStale, type Outdoors, pastDaysOf, pauseMs } from './outlook.ts'

const hourMs = 3_600_000
const at = (iso: string) => new Date(iso)
const hoursFrom = (iso: string, count: number): Outdoors[] =>
  Array.from({ length: count }, (_, n) => ({
    at: new Date(Date.parse(iso) + n * hourMs),
    temperature: n,
    humidity: 50,
    code: 0,
    isDay: true,
  }))

test.each([
  [[0], 'ClearDay', 'ClearNight'],
  [[1, 2], 'FewCloudsDay', 'FewCloudsNight'],
  [[3], 'Cloudy', 'Cloudy'],
  [[45, 48], 'Fog', 'Fog'],
  [[51, 53, 55, 56, 57, 61, 63, 65, 66, 67], 'Rain', 'Rain'],
  [[71, 73, 75, 77, 85, 86], 'Snow', 'Snow'],
  [[80, 81, 82], 'ShowersDay', 'ShowersNight'],
  [[95, 96, 99], 'Thunderstorm', 'Thunderstorm'],
])('the codes %j are %s by day and %s by night', (codes, day, night) => {
  for (const code of codes) {
    expect(iconOf({ code, isDay: true })).toBe(day)
    expect(iconOf({ code, isDay: false })).toBe(night)
    expect(iconOf({ code, isDay: null })).toBe(day)
  }
})

test('every icon of the specification is used, and an unreported code has none', () => {
  const used = new Set(
    Array.from({ length: 100 }, (_, code) => [true, false].map((isDay) => iconOf({ code, isDay }))).flat(),
  )
  expect([...used].toSorted()).toEqual([...weatherIcons].toSorted())
  expect(iconOf({ code: null, isDay: true })).toBeNull()
})

test.each([
  ['of 24 hours', 'America/Chicago', '2026-11-25T06:00Z', 24],
  ['of 25 hours when the clocks are set back', 'America/Chicago', '2026-11-01T05:00Z', 25],
  ['of 23 hours when they are set forward', 'America/Chicago', '2026-03-08T06:00Z', 23],
  ['of 24.5 hours on Lord Howe', 'Australia/Lord_Howe', '2026-04-04T13:00Z', 25],
])('a day %s has all of its hours and no other', (_title, zone, midnight, length) => {
  const hours = hoursFrom(midnight, 48)
  const [today, tomorrow] = daysOf(hours, zone, at(midnight))
  expect(today).toMatchObject({ Min: 0, Max: length - 1 })
  expect(tomorrow?.Min).toBe(length)
  expect(new Date(`${today?.Date}T00:00Z`).getTime() + 24 * hourMs).toBe(
    Date.parse(`${tomorrow?.Date}T00:00Z`),
  )
})

test('a day with too many missing hours is left out, and one with a few missing hours is not', () => {
  const hours = hoursFrom('2026-11-25T00:00Z', 72)
  const days = daysOf(
    [...hours.slice(0, 20), ...hours.slice(24, 43), ...hours.slice(48)],
    'UTC',
    at('2026-11-25T09:00Z'),
  )
  expect(days.map(({ Date: date }) => date)).toEqual(['2026-11-25', '2026-11-27'])
})

test('the icon of a day is the most severe weather of its daylight', () => {
  const codes = (day: number, night: number) =>
    hoursFrom('2026-11-25T00:00Z', 24).map((hour, n) => ({
      ...hour,
      isDay: n > 7 && n < 17,
      code: n === 3 ? night : n === 12 ? day : 1,
    }))
  const icon = (hours: Outdoors[]) => daysOf(hours, 'UTC', at('2026-11-25T09:00Z'))[0]?.Icon
  expect(icon(codes(71, 99))).toBe('Snow')
  expect(icon(codes(1, 99))).toBe('FewCloudsDay')
  expect(icon(codes(1, 99).map((hour) => ({ ...hour, isDay: false })))).toBe('Thunderstorm')
  expect(icon(codes(1, 1).map((hour) => ({ ...hour, code: null })))).toBeNull()
})

test('weather is stale after an hour', () => {
  const now = at('2026-11-25T10:00Z')
  expect(isStale(at('2026-11-25T09:00Z'), now)).toBe(false)
  expect(isStale(at('2026-11-25T08:59Z'), now)).toBe(true)
})

test.each([
  [1, 0, 60_000],
  [2, 0, 120_000],
  [6, 0, 1_920_000],
  [7, 0, hourMs],
  [500, 0, hourMs],
  [1, 300_000, 300_000],
  [7, 300_000, hourMs],
])(
  'after %d failures, with a requested pause of %d ms, no request is sent for %d ms',
  (failures, asked, expected) => {
    expect(pauseMs(failures, asked)).toBe(expected)
  },
)

test.each([
  [null, 92],
  ['2026-11-25T09:40Z', 2],
  ['2026-11-20T10:00Z', 6],
  ['2025-11-20T10:00Z', 92],
])('after the last answer at %s, %d past days are requested', (fetchedAt, days) => {
  expect(pastDaysOf(fetchedAt === null ? null : at(fetchedAt), at('2026-11-25T10:00Z'), 92)).toBe(days)
})

test.each([
  [24, undefined, 'OneHour'],
  [24, 'OneMinute', 'OneHour'],
  [24, 'Raw', 'OneHour'],
  [24, 'OneDay', 'OneDay'],
  [365 * 24, undefined, 'SixHours'],
  [10 * 365 * 24, undefined, 'OneWeek'],
] as const)('%d hours in intervals of %s are shown by %s', (length, wished, interval) => {
  expect(outdoorInterval({ from: 0, to: length * hourMs }, wished)).toBe(interval)
})

test('the points of an interval have the mean, minimum and maximum of its hours', () => {
  const hours = hoursFrom('2026-10-31T22:00Z', 4).map((hour, n) => ({
    ...hour,
    humidity: n === 0 ? null : 40 + n,
  }))
  const by = { interval: 'OneDay', timeZone: 'Europe/Berlin' } as const
  expect(outdoorPoints(hours, ({ temperature }) => temperature, by)).toEqual([
    [Date.parse('2026-10-30T23:00Z'), 0, 0, 0, 1],
    [Date.parse('2026-10-31T23:00Z'), 2, 1, 3, 3],
  ])
  expect(outdoorPoints(hours, ({ humidity }) => humidity, by)).toEqual([
    [Date.parse('2026-10-31T23:00Z'), 42, 41, 43, 3],
  ])
})
