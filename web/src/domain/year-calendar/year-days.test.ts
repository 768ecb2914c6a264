import { expect, test } from 'vitest'
import { instantOf } from '../../texts/zoned-time.ts'
import { calendarOf } from './year-days.ts'

const zone = 'America/Chicago'
const day = (year: number, month: number, date: number) => instantOf(Date.UTC(year, month - 1, date), zone)

test('a year begins on its weekday, and its weeks on Monday', () => {
  // January 1, 2026 was a Thursday.
  const points = Array.from({ length: 12 }, (_, n): [number, number] => [day(2026, 1, 1 + n), n])
  const weeks = calendarOf(points, zone).map(({ days }) => days.map((one) => one?.value))
  expect(weeks.slice(0, 3)).toEqual([
    [undefined, undefined, undefined, 0, 1, 2, 3],
    [4, 5, 6, 7, 8, 9, 10],
    [11, null, null, null, null, null, null],
  ])
})

test('a year continues to December 31', () => {
  const weeks = calendarOf([[day(2026, 1, 1), 1]], zone)
  expect(weeks).toHaveLength(53)
  expect(weeks.at(-1)?.days.map((one) => one?.value)).toEqual([
    null,
    null,
    null,
    null,
    undefined,
    undefined,
    undefined,
  ])
  expect(calendarOf([], zone)).toEqual([])
})

test('days on which clocks change have 23 and 25 hours', () => {
  const days = calendarOf([[day(2026, 1, 1), 1]], zone).flatMap((week) => week.days)
  const hoursOf = (at: number) => {
    const found = days.find((one) => one?.startMs === at)
    return found && (found.endMs - found.startMs) / 3_600_000
  }
  expect(hoursOf(day(2026, 3, 8))).toBe(23)
  expect(hoursOf(day(2026, 11, 1))).toBe(25)
})
