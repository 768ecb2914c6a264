import type { EffectiveRule } from '@eot/contract/rules'
import { describe, expect, test } from 'vitest'
import {
  hasLevel,
  limitRuler,
  limitState,
  nominalLimits,
  sensorLimits,
  shareOfLevel,
} from './sensor-limit.ts'

const rule = (over: Partial<EffectiveRule>): EffectiveRule => ({
  AlertType: 'Vape',
  Sensor: 'vape',
  Direction: 'high',
  IsActive: true,
  RaiseLevel: 50,
  ClearLevel: 35,
  RaiseHold: 0,
  ClearHold: 60,
  Cooldown: 0,
  Source: 'System',
  Levels: [],
  ...over,
})

describe('the limits of a sensor', () => {
  test('come from the rules of its own kind', () => {
    const rules = [rule({}), rule({ Sensor: 'temperature', RaiseLevel: 30 })]
    expect(sensorLimits(rules, 'temperature')).toEqual({ high: 30, low: null })
  })

  test('can be both an upper and a lower one', () => {
    const rules = [
      rule({ Sensor: 'temperature', RaiseLevel: 30 }),
      rule({ Sensor: 'temperature', RaiseLevel: 14, Direction: 'low' }),
    ]
    expect(sensorLimits(rules, 'temperature')).toEqual({ high: 30, low: 14 })
  })

  test('do not come from a disabled rule', () => {
    expect(sensorLimits([rule({ IsActive: false })], 'vape')).toEqual({ high: null, low: null })
    expect(hasLevel([rule({ IsActive: false })], 'vape')).toBe(false)
    expect(hasLevel([rule({ Direction: 'low' })], 'vape')).toBe(true)
  })
})

test('a value at its raise level counts as beyond it', () => {
  expect(limitState(50, { high: 50, low: null })).toEqual({ state: 'above', level: 50 })
  expect(limitState(49.9, { high: 50, low: null }).state).toBe('within')
  expect(limitState(14, { high: 30, low: 14 })).toEqual({ state: 'below', level: 14 })
  expect(limitState(9, { high: null, low: null })).toEqual({ state: 'unlimited' })
})

test('a disabled rule still gives the nominal limit', () => {
  expect(nominalLimits([rule({ IsActive: false })], 'vape')).toEqual({ high: 50, low: null })
})

describe('the share of the alert level', () => {
  test('is 1 at the level', () => {
    expect(shareOfLevel({ high: 50, low: null })?.(50)).toBe(1)
    expect(shareOfLevel({ high: null, low: 20 })?.(20)).toBe(1)
  })

  test('for a low level grows as the value falls, and stays finite at zero', () => {
    const share = shareOfLevel({ high: null, low: 20 })
    expect(share?.(40)).toBe(0.5)
    expect(share?.(10)).toBe(2)
    expect(share?.(0)).toBe(10)
  })

  test('between two levels goes from 0 at the low one to 1 at the high one', () => {
    const share = shareOfLevel({ high: 30, low: 16 })
    expect(share?.(16)).toBe(0)
    expect(share?.(23)).toBe(0.5)
    expect(share?.(30)).toBe(1)
  })

  test('is undefined without a level', () => {
    expect(shareOfLevel({ high: null, low: null })).toBeUndefined()
  })
})

describe('the ruler of a limit', () => {
  test('has the level at seven tenths', () => {
    expect(limitRuler(50, { high: 50, low: null })).toMatchObject({ position: 0.7, active: 1 })
    expect(limitRuler(25, { high: 50, low: null })).toMatchObject({ position: 0.35, active: 0 })
  })

  test('for a low level shows critical values on the left', () => {
    const ruler = limitRuler(10, { high: null, low: 20 })
    expect(ruler?.parts.map(({ critical }) => critical)).toEqual([true, false])
    expect(ruler?.active).toBe(0)
    expect(ruler?.position).toBeCloseTo(0.15)
  })

  test('between two levels has their middle in the middle', () => {
    expect(limitRuler(22, { high: 30, low: 14 })?.position).toBeCloseTo(0.5)
  })

  test('does not exist without a level', () => {
    expect(limitRuler(5, { high: null, low: null })).toBeUndefined()
  })
})
