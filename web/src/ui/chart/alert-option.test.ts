import { expect, test } from 'vitest'
import { alertTimes } from './alert-option.ts'
import { withBreaks } from './plot-option.ts'

test('a chart without given edges spans its points and the raise time', () => {
  expect(alertTimes({ startMs: 50_000 }, [100_000, 200_000])).toEqual({ fromMs: 50_000, toMs: 200_000 })
})

test('given edges are kept, whatever the points', () => {
  const given = { fromMs: 0, toMs: 900_000, startMs: 50_000 }
  expect(alertTimes(given, [100_000])).toEqual({ fromMs: 0, toMs: 900_000 })
})

test('an alert without any points still has a width to be drawn in', () => {
  const { fromMs, toMs } = alertTimes({ startMs: 50_000 }, [])
  expect(toMs).toBeGreaterThan(fromMs)
})

test('runs are drawn with a break between them and none before or after them', () => {
  const runs = [
    [
      [0, 1],
      [5, 2],
    ],
    [
      [50, 3],
      [55, 4],
    ],
  ] as const
  expect(withBreaks(runs)).toEqual([
    [0, 1],
    [5, 2],
    [49, null],
    [50, 3],
    [55, 4],
  ])
  expect(withBreaks([])).toEqual([])
})

test('a single sample between two gaps is visible', () => {
  expect(withBreaks([[[7, 1]]])).toEqual([{ value: [7, 1], symbol: 'circle', symbolSize: 3 }])
})
