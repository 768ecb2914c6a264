import { describe, expect, test } from 'vitest'
import { highRule as high } from '../../../test/high-rule.ts'
import { intervalMs, run, seconds } from '../../../test/run-rule.ts'
import { step, type TypeState } from './alert-engine.ts'

describe('a momentary alert ended by hand', () => {
  const rule = { ...high, quietEndMs: 120_000 }
  const endedAt = (second: number, state: TypeState | undefined) =>
    step(state, { kind: 'end', at: seconds(second), reason: 'EndedByUser' }, rule, intervalMs).state
  const ended = endedAt(10, run(rule, [[0, 120]]).state)

  test('does not suppress the next one when the device never reports a low value', () => {
    expect(run(rule, [[121, 120]], ended).happened).toEqual([['raise', 121]])
  })

  test('is not raised again while the condition lasts', () => {
    const goesOn = [60, 170, 280, 390].map((second) => [second, 120] as const)
    expect(run(rule, goesOn, ended).happened).toEqual([])
  })
})

describe('a rule changed during a hold', () => {
  const held = { ...high, raiseHoldMs: 60_000 }
  const readings = [0, 55].map((second) => [second, 120] as const)
  const { state: pending } = run(held, readings)
  const atEnd = { kind: 'tick', at: seconds(60) } as const

  test.each([
    ['when the rule was switched off', { ...held, isActive: false }],
    ['when the level is now above the value', { ...held, raiseLevel: 150 }],
  ])('raises no alert at the end of the hold %s', (_title, rule) => {
    expect(step(pending, atEnd, rule, intervalMs)).toMatchObject({ state: { phase: 'rest' }, effects: [] })
  })
})
