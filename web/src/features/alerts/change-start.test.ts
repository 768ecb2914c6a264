import type { Alert } from '@eot/contract/alerts'
import type { Point } from '@eot/contract/sensors'
import { expect, test } from 'vitest'
import { changeStart } from './change-start.ts'
import { laneVerdict } from './lane-verdict.ts'

const startMs = Date.parse('2026-11-17T16:00:00Z')
const minuteMs = 60_000

/** One value a minute, the first twenty minutes before the raise. */
const points = (...values: number[]): Point[] =>
  values.map((value, at) => [startMs + (at - 20) * minuteMs, value, value, value, 1])
const minutes = (count: number, value: number) => Array.from({ length: count }, () => value)

const high = { StartAt: '2026-11-17T16:00:00Z', Threshold: 35, ClearLevel: 32, Value: 90 } as Alert // no other field is used
const low = { ...high, Threshold: 16, ClearLevel: 17, Value: 14 } as Alert

test.each<[string, Alert, Point[], minutesBefore: number]>([
  ['crossed its limit five minutes before the raise', high, points(...minutes(15, 3), ...minutes(8, 90)), 7],
  [
    'fell below its limit two minutes before the raise',
    low,
    points(...minutes(18, 20), ...minutes(4, 12)),
    4,
  ],
  [
    'crossed its limit twice counts from the second time',
    high,
    points(...minutes(5, 90), 3, ...minutes(16, 90)),
    16,
  ],
  ['was never normal counts from its first reading', high, points(...minutes(22, 90)), 21],
  ['has no reading counts from the raise', high, [], 1],
])('a value that %s', (_which, alert, given, minutesBefore) => {
  expect((startMs - changeStart(given, alert)) / minuteMs).toBe(minutesBefore)
})

test('without a limit the comparison starts when the alert was raised', () => {
  expect(changeStart(points(1, 2), { ...high, Threshold: null })).toBe(startMs)
})

test('a sensor that rose and fell again during the hold time counts as risen', () => {
  const own = points(...minutes(14, 3), ...minutes(10, 90))
  const vape = points(...minutes(14, 1), ...minutes(5, 85), ...minutes(5, 2))
  const verdict = laneVerdict(vape, { startMs: changeStart(own, high), endMs: startMs + 4 * minuteMs }, 2)
  expect(verdict).toEqual({ kind: 'rose', value: 85 })
})
