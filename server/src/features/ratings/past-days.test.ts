import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayScores } from './day-scores.ts'
import { localDay } from './local-day.ts'
import { daysBetween, histogramsByDate, pointOf } from './past-days.ts'
import {
  daysOfMonth,
  emptyMonth,
  offsetOf,
  type Scores,
  scoreColumns,
  scoreIn,
  setDay,
} from './score-columns.ts'

const none: Scores = { epa: null, who: null, uba: null, indoor: null, comfort: null }

test('a day has the mean of its hours if at least 18 of them have a score', () => {
  const hours = (count: number) => Array.from({ length: count }, (_, n) => ({ ...none, epa: 80 + (n % 2) }))
  expect(dayScores(hours(17))).toEqual(none)
  expect(dayScores(hours(18))).toEqual({ ...none, epa: 81 })
  expect(dayScores([...hours(20), none, none])).toEqual({ ...none, epa: 81 })
})

test('days written to the bytes of a month can be read again', () => {
  const score = fc.option(fc.integer({ min: 0, max: 100 }))
  const scores = fc.record({ epa: score, who: score, uba: score, indoor: score, comfort: score })
  fc.assert(
    fc.property(fc.dictionary(fc.integer({ min: 1, max: 31 }).map(String), scores), (days) => {
      const month = emptyMonth()
      for (const [day, given] of Object.entries(days)) setDay(month, Number(day), given)
      for (const column of scoreColumns) {
        const found = month.subarray(offsetOf(column), offsetOf(column) + daysOfMonth)
        for (let day = 1; day <= 31; day += 1) expect(scoreIn(found, day)).toBe(days[day]?.[column] ?? null)
      }
    }),
  )
})

test('the point of a day has the mean and the percentiles of its rooms', () => {
  const days = Array.from({ length: 10 }, (_, n) => {
    const month = emptyMonth()
    setDay(month, 17, { ...none, epa: (n + 1) * 10 })
    return month.subarray(0, 31)
  })
  const halves = [days.slice(0, 5), days.slice(5)].map((rooms) => Buffer.concat(rooms))
  const histogram = histogramsByDate(halves.map((ofRooms) => ({ month: '2026-11-01', days: ofRooms }))).get(
    '2026-11-17',
  )
  expect(histogram && pointOf(5, histogram)).toEqual([5, 55, 10, 90, 10])
  expect(pointOf(5, new Uint32Array(101))).toBeUndefined()
})

test('days are calendar days, also when the clocks change', () => {
  const from = Date.parse('2026-10-24T22:00:00Z')
  expect(localDay(from, 'Europe/Berlin')).toEqual({
    since: from,
    until: from + 25 * 3_600_000,
    month: '2026-10-01',
    day: 25,
  })
  const days = daysBetween(from, from + 3 * 86_400_000, 'Europe/Berlin')
  expect(days.map(({ date }) => date)).toEqual(['2026-10-25', '2026-10-26', '2026-10-27'])
})
