import type { Quality } from '@eot/contract/quality'
import type { Point } from '@eot/contract/sensors'
import type { SensorKey } from '@eot/contract/vocabulary'
import { describe, expect, test } from 'vitest'
import type { ReportIntervals } from '../readings/index.ts'
import { judgeQuality, type Known } from './judge-quality.ts'

const minute = 60_000
const hour = 60 * minute
const start = Date.UTC(2026, 10, 16)
const minutely: ReportIntervals = [{ since: Number.NEGATIVE_INFINITY, ms: minute }]

const raw = { lengthMs: 0, endOf: (at: number) => at }
const intervalsOf = (lengthMs: number) => ({ lengthMs, endOf: (at: number) => at + lengthMs })

/** Returns `count` readings, one each minute, from a number of minutes after the start. */
const readings = (count: number, valueAt: (n: number) => number, from = 0): Point[] =>
  Array.from({ length: count }, (_, n) => {
    const value = valueAt(from + n)
    return [start + (from + n) * minute, value, value, value, 1]
  })

/** Returns the spans of a quality in minutes after the start. */
function found(quality: Quality, sensor: SensorKey, points: readonly Point[], known: Partial<Known> = {}) {
  const range = { from: start, to: (points.at(-1)?.[0] ?? start) + minute }
  const all = { range, shape: raw, intervals: minutely, rejected: [], skews: [], ...known }
  return judgeQuality(sensor, points, all)
    .filter(({ Quality }) => Quality === quality)
    .map(({ From, To }) => [(From - start) / minute, (To - start) / minute])
}

const waving = (n: number) => 20 + Math.round(100 * Math.sin(n / 30)) / 100

describe('a gap', () => {
  const silent = (minutes: number) => [...readings(30, waving), ...readings(30, waving, 29 + minutes)]

  test('is a silence of more than three report intervals, from when the next reading was due', () => {
    expect(found('Gap', 'temperature', silent(3))).toEqual([])
    expect(found('Gap', 'temperature', silent(4))).toEqual([[30, 33]])
  })

  test('may be at either end of the range, or all of it, but not in the future', () => {
    const range = { from: start - 10 * minute, to: start + 100 * minute }
    expect(found('Gap', 'temperature', readings(30, waving), { range })).toEqual([
      [-10, 0],
      [30, 100],
    ])
    expect(found('Gap', 'temperature', [], { range })).toEqual([[-10, 100]])
    expect(found('Gap', 'temperature', [], { range: { from: start, to: start - hour } })).toEqual([])
  })

  test('depends on the interval at that time, and on how often the sensor reports', () => {
    const slow = readings(120, waving).filter((_, n) => n % 10 === 0)
    expect(found('Gap', 'temperature', slow.slice(0, 5))).toHaveLength(4)
    const intervals: ReportIntervals = [
      { since: Number.NEGATIVE_INFINITY, ms: 10 * minute },
      { since: start + 60 * minute, ms: minute },
    ]
    const faster = [...slow.slice(0, 6), ...readings(20, waving, 60)]
    expect(found('Gap', 'temperature', faster, { intervals })).toEqual([])
    // A device whose interval is not known.
    expect(found('Gap', 'temperature', slow)).toEqual([])
  })

  test('is an interval without readings, or one with fewer than 75 % of them that is long enough to hide a gap', () => {
    const hours = [60, 60, 44, 45, 0, 60].flatMap((count, n): Point[] =>
      count === 0 ? [] : [[start + n * hour, 20, 19, 21, count]],
    )
    const known = { shape: intervalsOf(hour), range: { from: start, to: start + 6 * hour } }
    expect(found('Gap', 'temperature', hours, known)).toEqual([
      [120, 180],
      [240, 300],
    ])
    // The last hour has not ended.
    const running = [...hours.slice(0, 2), [start + 2 * hour, 20, 19, 21, 3] satisfies Point]
    const until = { ...known, range: { from: start, to: start + 2.1 * hour } }
    expect(found('Gap', 'temperature', running, until)).toEqual([])
    // If an hour has four samples, three may be missing by chance.
    const rare = [{ since: Number.NEGATIVE_INFINITY, ms: 15 * minute }] satisfies Partial<ReportIntervals>
    const sparse = [4, 2, 4].map((count, n): Point => [start + n * hour, 20, 19, 21, count])
    const asked = { ...known, range: { from: start, to: start + 3 * hour } }
    expect(found('Gap', 'temperature', sparse, { ...asked, intervals: [rare[0] ?? minutely[0]] })).toEqual([])
  })
})

describe('a stuck value', () => {
  const stuckFor = (minutes: number, value: number, sensor: SensorKey) =>
    found('Stuck', sensor, [...readings(30, waving), ...readings(minutes + 1, () => value, 30)])

  test.each<[sensor: SensorKey, value: number, minutes: number, isStuck: boolean]>([
    ['temperature', 21.37, 180, true],
    ['temperature', 21.37, 179, false],
    // Rounded values stay the same in a quiet room, in whole degrees for days.
    ['temperature', 21.4, 71 * 60, false],
    ['temperature', 21.4, 72 * 60, true],
    ['temperature', 21, 200 * 60, false],
    ['humidity', 40.25, 180, true],
    ['humidity', 40, 71 * 60, false],
    ['humidity', 40, 72 * 60, true],
    ['noise', 35.5, 180, true],
    ['noise', 35, 71 * 60, false],
    ['ECO2', 847, 180, true],
    ['ECO2', 400, 100 * 60, false],
    ['IAQ', 25, 100 * 60, false],
    ['TVOC', 0, 100 * 60, false],
    ['gas', 120, 180, true],
    // Rare events.
    ['vape', 12, 100 * 60, false],
    ['light', 0, 100 * 60, false],
    ['CO', 1, 100 * 60, false],
  ])('of %s: %d for %d minutes: %s', (sensor, value, minutes, isStuck) => {
    expect(stuckFor(minutes, value, sensor)).toEqual(isStuck ? [[30, 30 + minutes]] : [])
  })

  test('ends with a gap', () => {
    const silentFor = (missing: number) => [
      ...readings(101, () => 847),
      ...readings(101, () => 847, 101 + missing),
    ]
    expect(found('Stuck', 'ECO2', silentFor(2))).toEqual([[0, 203]])
    expect(found('Stuck', 'ECO2', silentFor(3))).toEqual([])
  })

  test('does not vary within an interval either', () => {
    const quarters = (max: number) =>
      Array.from(
        { length: 20 },
        (_, n): Point => [start + n * 15 * minute, 847, 847, n === 10 ? max : 847, 15],
      )
    const known = { shape: intervalsOf(15 * minute) }
    expect(found('Stuck', 'ECO2', quarters(847), known)).toEqual([[0, 286]])
    expect(found('Stuck', 'ECO2', quarters(848), known)).toEqual([])
  })

  test('needs at least twelve readings to be detected', () => {
    const rarely = (count: number) => readings(count * 60, () => 847).filter((_, n) => n % 60 === 0)
    const intervals: ReportIntervals = [{ since: Number.NEGATIVE_INFINITY, ms: hour }]
    expect(found('Stuck', 'ECO2', rarely(11), { intervals })).toEqual([])
    expect(found('Stuck', 'ECO2', rarely(12), { intervals })).toEqual([[0, 660]])
  })
})

describe('noise', () => {
  const jumping = (by: number, base: number) => readings(120, (n) => base + (n % 2) * by)

  test.each<[sensor: SensorKey, base: number, by: number, isNoisy: boolean]>([
    ['temperature', 21, 0.5, true],
    ['temperature', 21, 0.4, false],
    ['humidity', 40, 2, true],
    ['humidity', 40, 1.5, false],
    ['ECO2', 600, 100, true],
    ['ECO2', 600, 90, false],
    // A tenth of a high value is usual.
    ['ECO2', 3000, 200, false],
    ['noise', 40, 30, false],
  ])('of %s is jumping from %d by %d and back: %s', (sensor, base, by, isNoisy) => {
    expect(found('Noisy', sensor, jumping(by, base))).toEqual(isNoisy ? [[0, 120]] : [])
  })

  test('is neither a ramp nor a single jump, and is not detected in few or long points', () => {
    expect(
      found(
        'Noisy',
        'temperature',
        readings(120, (n) => 20 + n),
      ),
    ).toEqual([])
    expect(
      found(
        'Noisy',
        'temperature',
        readings(120, (n) => (n < 60 ? 20 : 30)),
      ),
    ).toEqual([])
    const tenth = jumping(5, 20).filter((_, n) => n % 9 === 0)
    expect(found('Noisy', 'temperature', tenth)).toEqual([])
    expect(found('Noisy', 'temperature', jumping(5, 20), { shape: intervalsOf(15 * minute) })).toEqual([])
  })

  test('is also detected within intervals', () => {
    const minutes = readings(60, (n) => 20 + (n % 2) / 10).map(
      ([at, mean]): Point => [at, mean, mean - 1, mean + 1, 12],
    )
    expect(found('Noisy', 'temperature', minutes, { shape: intervalsOf(minute) })).toEqual([[0, 60]])
  })
})

test('rejected values and a clock that is ahead are spans of the range', () => {
  const at = (n: number) => start + n * minute
  const known = {
    range: { from: at(0), to: at(60) },
    rejected: [at(-1), at(0), at(1), at(10), at(13), at(59)],
    skews: [{ from: at(-20), to: at(5) }],
  }
  expect(found('OutOfRange', 'CO', readings(60, waving), known)).toEqual([
    [0, 2],
    [10, 14],
    [59, 60],
  ])
  expect(found('ClockSkew', 'CO', readings(60, waving), known)).toEqual([[0, 5]])
})
