import { describe, expect, test } from 'vitest'
import { highRule } from '../../../test/high-rule.ts'
import { describeEffect, intervalMs, run, seconds } from '../../../test/run-rule.ts'
import { step, type TypeState } from './alert-engine.ts'
import type { AlertRule } from './alert-rule.ts'

/** The raise hold and the clear hold are two minutes; readings arrive every minute. */
const rule: AlertRule = { ...highRule, raiseHoldMs: 120_000, clearHoldMs: 120_000 }
const high = 120
const low = 50

type Readings = (readonly [second: number, value: number])[]

/** Returns the effects of the readings and of the hour of silence after them. */
function andThenSilence(readings: Readings, from?: TypeState, given = rule, interval = intervalMs) {
  const { state, happened } = run(given, readings, from, interval)
  const last = readings.at(-1)?.[0] ?? 0
  const after = step(state, { kind: 'tick', at: seconds(last + 3600) }, given, interval)
  return [...happened, ...after.effects.map(describeEffect)]
}

const open = run({ ...rule, raiseHoldMs: 0 }, [[0, high]]).state

describe('silence', () => {
  test.each<[string, Readings, [string, number][]]>([
    ['after a single high reading does not raise an alert', [[0, high]], []],
    [
      'raises an alert when the last reading of the hold is at most three report intervals old',
      [
        [0, high],
        [1, high],
      ],
      [['raise', 120]],
    ],
  ])('%s', (_title, readings, expected) => {
    expect(andThenSilence(readings)).toEqual(expected)
  })

  test.each([
    [180, [['raise', 240]]],
    [181, []],
  ])('of %i seconds before the end of a hold gives %j', (silentFor, expected) => {
    const longer = { ...rule, raiseHoldMs: 240_000 }
    const readings = [0, 60 - (silentFor - 180)].map((second) => [second, high] as const)
    expect(andThenSilence(readings, undefined, longer)).toEqual(expected)
  })

  test('after a single low reading does not end the alert', () => {
    expect(andThenSilence([[60, low]], open)).toEqual([])
  })

  test('after several low readings ends the alert within three report intervals', () => {
    const readings = [60, 120].map((second) => [second, low] as const)
    expect(andThenSilence(readings, open)).toEqual([['end Cleared', 180]])
  })

  test('starts only when the next report is overdue', () => {
    expect(andThenSilence([[0, high]], undefined, rule, 600_000)).toEqual([['raise', 120]])
  })
})

describe('a gap of more than three report intervals', () => {
  test('restarts the raise hold', () => {
    const readings = [0, 181, 241, 300, 301].map((second) => [second, high] as const)
    expect(run(rule, readings).happened).toEqual([['raise', 301]])
  })

  test('restarts the clear hold', () => {
    const readings = [60, 241, 300, 360, 361].map((second) => [second, low] as const)
    expect(run(rule, readings, open).happened).toEqual([['end Cleared', 361]])
  })

  test('does not restart a hold when the device always reports that slowly, whatever its configured interval', () => {
    const readings = [0, 600, 1200].map((second) => [second, high] as const)
    expect(run(rule, readings).happened).toEqual([['raise', 1200]])
    const back = [1800, 2400, 3000].map((second) => [second, low] as const)
    expect(run(rule, back, open).happened).toEqual([['end Cleared', 3000]])
  })
})

test('a hold completed by the clock counts even if its timer runs after the next sample', () => {
  const readings: Readings = [
    [0, high],
    [60, high],
    [150, low],
  ]
  expect(run(rule, readings).happened).toEqual([['raise', 120]])
})
