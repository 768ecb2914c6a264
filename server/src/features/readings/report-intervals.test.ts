import { expect, test } from 'vitest'
import { intervalAt, type ReportIntervals, samplesDue } from './report-intervals.ts'

const hour = 3_600_000
const [minutely, quick] = [60_000, 5_000]

test.each<[what: string, intervals: ReportIntervals, due: number]>([
  ['the interval that has always held', [{ since: Number.NEGATIVE_INFINITY, ms: minutely }], 60],
  ['the interval that held then, not the one of today', changedAt(2 * hour), 60],
  ['the new interval once it holds', changedAt(0), 720],
  ['the longer one if it changes within the hour', changedAt(hour / 2), 60],
  ['the first one before all others', [{ since: 5 * hour, ms: minutely }], 60],
])('the samples of an hour are counted by %s', (_what, intervals, due) => {
  expect(samplesDue(intervals, 0, hour)).toBe(due)
})

test('of many intervals, the last one that began applies', () => {
  const many: ReportIntervals = [
    { since: Number.NEGATIVE_INFINITY, ms: 1 },
    ...Array.from({ length: 9 }, (_, n) => ({ since: 10 * (n + 1), ms: n + 2 })),
  ]
  const applying = [-5, 0, 9, 10, 11, 49, 50, 89, 90, 1000].map((at) => intervalAt(many, at))
  expect(applying).toEqual([1, 1, 1, 2, 2, 5, 6, 9, 10, 10])
})

function changedAt(since: number): ReportIntervals {
  return [
    { since: Number.NEGATIVE_INFINITY, ms: minutely },
    { since, ms: quick },
  ]
}
