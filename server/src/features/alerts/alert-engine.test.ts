import { describe, expect, test } from 'vitest'
import { highRule as high } from '../../../test/high-rule.ts'
import { describeEffect, intervalMs, run, seconds } from '../../../test/run-rule.ts'
import { dueAt, flapRaises, flapWindowMs, step, type TypeState } from './alert-engine.ts'
import type { AlertRule } from './alert-rule.ts'

const low: AlertRule = { ...high, typeKey: 'TemperatureLow', isHigh: false, raiseLevel: 16, clearLevel: 17 }

describe('raising and clearing', () => {
  test.each<[string, AlertRule, [number, number][], [string, number][]]>([
    [
      'a value at the raise level raises an alert',
      high,
      [
        [0, 99],
        [5, 100],
      ],
      [['raise', 5]],
    ],
    [
      'a value between the two levels does not end the alert',
      high,
      [
        [0, 100],
        [5, 91],
      ],
      [['raise', 0]],
    ],
    [
      'a value at the clear level ends the alert',
      high,
      [
        [0, 100],
        [5, 90],
      ],
      [
        ['raise', 0],
        ['end Cleared', 5],
      ],
    ],
    [
      'a higher value updates the peak',
      high,
      [
        [0, 100],
        [5, 120],
        [10, 110],
      ],
      [
        ['raise', 0],
        ['peak', 5],
      ],
    ],
    [
      'a low rule compares in the opposite direction',
      low,
      [
        [0, 17],
        [5, 15],
        [10, 14],
        [15, 17],
      ],
      [
        ['raise', 5],
        ['peak', 10],
        ['end Cleared', 15],
      ],
    ],
    [
      'an alert is raised only after the whole raise hold',
      { ...high, raiseHoldMs: 10_000 },
      [
        [0, 100],
        [5, 80],
        [10, 100],
        [15, 100],
        [20, 100],
      ],
      [['raise', 20]],
    ],
    [
      'an alert ends only after the whole clear hold',
      { ...high, clearHoldMs: 10_000 },
      [
        [0, 100],
        [5, 80],
        [10, 95],
        [15, 80],
        [25, 80],
      ],
      [
        ['raise', 0],
        ['end Cleared', 25],
      ],
    ],
    [
      'no alert is raised during the cooldown, but the hold keeps counting',
      { ...high, cooldownMs: 30_000 },
      [
        [0, 100],
        [5, 80],
        [10, 100],
        [34, 100],
        [35, 100],
      ],
      [
        ['raise', 0],
        ['end Cleared', 5],
        ['raise', 35],
      ],
    ],
    ['an inactive rule raises no alert', { ...high, isActive: false }, [[0, 200]], []],
  ])('%s', (_title, rule, samples, expected) => {
    expect(run(rule, samples).happened).toEqual(expected)
  })

  test('an alert lasts at least one second', () => {
    const { state } = run(high, [[0, 100]])
    const { effects } = step(state, { kind: 'end', at: seconds(0), reason: 'EndedByUser' }, high, intervalMs)
    expect(effects).toEqual([{ kind: 'end', at: seconds(1), reason: 'EndedByUser' }])
  })

  test('switching a rule off ends its open alert', () => {
    const { state } = run(high, [[0, 100]])
    expect(run({ ...high, isActive: false }, [[5, 100]], state).happened).toEqual([['end RuleChanged', 5]])
  })

  test('after an alert is ended by hand, a new one is raised only once the value has been clear', () => {
    const open = run(high, [[0, 100]]).state
    const ended = step(open, { kind: 'end', at: seconds(5), reason: 'EndedByUser' }, high, intervalMs).state
    expect(
      run(
        high,
        [
          [10, 120],
          [15, 95],
          [20, 120],
        ],
        ended,
      ).happened,
    ).toEqual([])
    expect(
      run(
        high,
        [
          [10, 120],
          [15, 90],
          [20, 120],
        ],
        ended,
      ).happened,
    ).toEqual([['raise', 20]])
  })
})

describe('timers', () => {
  const held = { ...high, raiseHoldMs: 60_000, clearHoldMs: 30_000 }
  const tick = (state: TypeState | undefined, second: number, rule = held) =>
    step(state, { kind: 'tick', at: seconds(second) }, rule, intervalMs).effects.map(describeEffect)

  test('a completed hold raises an alert without another sample', () => {
    const { state } = run(held, [
      [0, 120],
      [20, 120],
    ])
    expect(dueAt(state ?? { phase: 'rest' }, held, intervalMs)).toBe(seconds(60))
    expect(tick(state, 59)).toEqual([])
    expect(tick(state, 60)).toEqual([['raise', 60]])
  })

  test('a momentary alert ends by itself when the moment is not repeated', () => {
    const rule = { ...high, quietEndMs: 120_000 }
    const { state } = run(rule, [
      [0, 120],
      [30, 120],
    ])
    expect(tick(state, 149, rule)).toEqual([])
    expect(tick(state, 150, rule)).toEqual([['end Quiet', 150]])
  })

  test.each<[string, number, [string, number][]]>([
    ['a low value', 40, []],
    ['the next high value', 130, [['raise', 200]]],
  ])(
    'an expired quiet time ends the alert before %s is handled, even if its timer runs late',
    (_, value, then) => {
      const rule = { ...high, quietEndMs: 120_000 }
      const { happened } = run(rule, [
        [0, 120],
        [200, value],
      ])
      expect(happened).toEqual([['raise', 0], ['end Quiet', 120], ...then])
    },
  )
})

describe('samples out of order', () => {
  const late = (state: TypeState | undefined, second: number, value: number, rule = high, nowSecond = 100) =>
    step(
      state,
      { kind: 'sample', at: seconds(second), value, inOrder: false, now: seconds(nowSecond) },
      rule,
      intervalMs,
    )

  test('a late momentary value still raises an alert', () => {
    expect(late(undefined, 50, 120).effects.map(describeEffect)).toEqual([['raise', 50]])
  })
  test('a late value from an episode that has ended does not raise it again', () => {
    const { state } = run(high, [
      [40, 120],
      [60, 80],
    ])
    expect(late(state, 50, 120).effects).toEqual([])
  })
  test('a value more than fifteen minutes late raises no alert', () => {
    expect(late(undefined, 0, 120, high, 901).effects).toEqual([])
  })
  test('a late momentary value does not make the alert end sooner', () => {
    const rule = { ...high, quietEndMs: 120_000 }
    const { state } = run(rule, [[0, 120]])
    expect(dueAt(late(state, 50, 120, rule).state, rule, intervalMs)).toBe(seconds(170))
    expect(dueAt(late(late(state, 50, 120, rule).state, 20, 120, rule).state, rule, intervalMs)).toBe(
      seconds(170),
    )
  })
  test('a late low value does not end the alert', () => {
    const { state } = run(high, [[60, 120]])
    expect(late(state, 50, 10).effects).toEqual([])
  })
})

describe('flapping', () => {
  test('a signal that oscillates around the raise level for an hour raises one alert', () => {
    const sway = Array.from(
      { length: 720 },
      (_, index) => [index * 5, 100 * (1 + 0.02 * Math.sin(index))] as const,
    )
    expect(run(high, sway).happened.filter(([what]) => what === 'raise')).toHaveLength(1)
  })

  test('a kind that reports moments also raises one alert, however slowly the signal oscillates', () => {
    const rule = { ...high, quietEndMs: 120_000 }
    const sway = Array.from(
      { length: 720 },
      (_, index) => [index * 5, 100 * (1 + 0.02 * Math.sin(index / 50))] as const,
    )
    expect(run(rule, sway).happened.filter(([what]) => what !== 'peak')).toEqual([['raise', 0]])
  })

  test('after too many raises the next alert stays open until the signal has been calm', () => {
    const rule = { ...high }
    const swings = Array.from({ length: 40 }, (_, index) => [index * 60, index % 2 ? 50 : 150] as const)
    const { happened, state } = run(rule, swings)
    expect(happened.filter(([what]) => what === 'raise')).toHaveLength(flapRaises + 1)
    expect(state?.unstable).toBe(true)
    const calmMinutes = Array.from({ length: 31 }, (_, index) => [(40 + index) * 60, 50] as const)
    const calm = run(rule, calmMinutes, state)
    expect(calm.happened.at(-1)?.[0]).toBe('end Cleared')
  })

  test('an unstable alert of a device that only reports moments ends after a full quiet window', () => {
    const rule = { ...high, quietEndMs: 120_000 }
    const moments = Array.from({ length: flapRaises + 1 }, (_, index) => [index * 240, 120] as const)
    const last = flapRaises * 240
    const { happened, state } = run(rule, moments)
    expect(happened.at(-1)).toEqual(['raise', last])
    expect(state?.unstable).toBe(true)
    const calmAt = last + flapWindowMs / 1000
    expect(dueAt(state ?? { phase: 'rest' }, rule, intervalMs)).toBe(seconds(calmAt))
    expect(run(rule, [[calmAt - 1, 120]], state).happened).toEqual([])
    expect(run(rule, [[calmAt + 1, 120]], state).happened.at(0)).toEqual(['end Quiet', calmAt])
  })
})
