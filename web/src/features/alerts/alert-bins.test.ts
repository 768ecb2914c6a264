import type { Alert } from '@eot/contract/alerts'
import { expect, test } from 'vitest'
import { alertBins, medianDuration } from './alert-bins.ts'

const alert = (StartAt: string, Sensor = 'vape', Duration = 60) =>
  ({ StartAt, EndAt: Duration ? StartAt : null, Duration, Sensor, Type: { Key: 'Vape' } }) as Alert // no other field is used

const day = { startTime: Date.parse('2026-11-17T00:00:00Z'), endTime: Date.parse('2026-11-18T00:00:00Z') }

test('alerts are counted by start time, stacked with the most frequent kind at the bottom', () => {
  const { bars, stepMs } = alertBins(
    [
      alert('2026-11-17T10:01:00Z'),
      alert('2026-11-17T10:14:00Z', 'noise'),
      alert('2026-11-17T10:14:59Z'),
      alert('2026-11-17T10:15:00Z'),
    ],
    day,
  )
  expect(stepMs).toBe(15 * 60_000)
  expect(bars.map((bar) => bar.parts.map((part) => [part.color, part.count]))).toEqual([
    [
      ['var(--k-vape)', 2],
      ['var(--k-noise)', 1],
    ],
    [['var(--k-vape)', 1]],
  ])
})

test('an alert that began before the range is not counted as a start in it', () => {
  expect(alertBins([alert('2026-11-16T23:59:59Z'), alert('2026-11-18T00:00:00Z')], day).bars).toEqual([])
})

test('a range of several years still has a readable number of bars', () => {
  const years = { startTime: 0, endTime: day.endTime }
  const { stepMs } = alertBins([], years)
  expect((years.endTime - years.startTime) / stepMs).toBeLessThanOrEqual(120)
})

test.each([
  [[], undefined],
  [[5], 5],
  [[9, 1], 5],
  [[3, 9, 1], 3],
  [[3, 0, 9, 1], 3],
])('for alerts lasting %o s the median, excluding ongoing ones, is %s', (durations, median) => {
  expect(medianDuration(durations.map((seconds) => alert('2026-11-17T10:00:00Z', 'vape', seconds)))).toBe(
    median,
  )
})
