import type { RuleOverrides } from '@eot/contract/settings'
import { alertTypes, sensorKeys } from '@eot/contract/vocabulary'
import { describe, expect, test } from 'vitest'
import { alertRules, effectiveRules, type RuleLayers } from './alert-rule.ts'

const layers = (given: Partial<RuleLayers>): RuleLayers => ({
  model: {},
  sites: [],
  device: {},
  kinds: sensorKeys,
  ...given,
})
const ruleOf = (type: string, given: Partial<RuleLayers>) =>
  alertRules(layers(given)).find(({ typeKey }) => typeKey === type)

test('every alert type of a sensor in the model has a rule, and types of other sensors have none', () => {
  const ofSensors = alertTypes.flatMap(({ Key, Sensor }) => (Sensor === null ? [] : [Key]))
  expect(alertRules(layers({})).map(({ typeKey }) => typeKey)).toEqual(ofSensors)
  expect(alertRules(layers({ kinds: ['temperature'] })).map(({ typeKey }) => typeKey)).toEqual([
    'Temperature',
    'TemperatureLow',
  ])
})

test('each field comes from the nearest level that sets it: the device, then the lowest site, then the model', () => {
  const given = {
    model: { CO: { RaiseHold: 1, ClearHold: 1, Cooldown: 1, IsActive: false } },
    sites: [{ CO: { ClearHold: 2, Cooldown: 2 } }, { CO: { Cooldown: 3 } }],
    device: { CO: { IsActive: true } },
  }
  expect(ruleOf('CO', given)).toMatchObject({
    raiseHoldMs: 1000,
    clearHoldMs: 2000,
    cooldownMs: 3000,
    isActive: true,
  })
  expect(effectiveRules(layers(given)).find(({ AlertType }) => AlertType === 'CO')?.Source).toBe('Device')
})

describe('a new raise level', () => {
  // Inherited: temperature 30 and 28.5, low 16 and 17.5.
  test.each<[string, string, RuleOverrides, number]>([
    [
      'scales the clear level in proportion to the inherited pair',
      'Temperature',
      { Temperature: { RaiseLevel: 60 } },
      57,
    ],
    [
      'scales it below zero too, on the clear side',
      'Temperature',
      { Temperature: { RaiseLevel: -15 } },
      -15.75,
    ],
    ['scales it for a low rule too', 'TemperatureLow', { TemperatureLow: { RaiseLevel: -16 } }, -14.5],
    ['keeps the absolute distance at zero', 'TemperatureLow', { TemperatureLow: { RaiseLevel: 0 } }, 1.5],
    [
      'leaves a clear level set together with it unchanged',
      'Temperature',
      { Temperature: { RaiseLevel: 40, ClearLevel: 20 } },
      20,
    ],
    [
      'is never exceeded by the clear level',
      'Temperature',
      { Temperature: { RaiseLevel: 40, ClearLevel: 50 } },
      40,
    ],
  ])('%s', (_title, type, device, clearLevel) => {
    expect(ruleOf(type, { device })?.clearLevel).toBeCloseTo(clearLevel, 9)
  })
})
