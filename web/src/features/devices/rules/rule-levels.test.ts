import type { EffectiveRule, RuleLevel } from '@eot/contract/rules'
import { describe, expect, test } from 'vitest'
import { levelCells, openLevels, sitesOverruling } from './rule-levels.ts'

const level = (Level: RuleLevel['Level'], Values: RuleLevel['Values']): RuleLevel => ({
  Level,
  Id: null,
  Name: null,
  Version: null,
  Values,
})
const rule = (...Levels: RuleLevel[]): EffectiveRule => ({
  AlertType: 'Vape',
  Sensor: 'vape',
  Direction: 'high',
  IsActive: true,
  RaiseLevel: 50,
  ClearLevel: 45,
  RaiseHold: 0,
  ClearHold: 30,
  Cooldown: 60,
  Source: 'System',
  Levels,
})
const raises = (...levels: RuleLevel[]) =>
  levelCells(rule(...levels)).map(({ raise, isEffective }) => [raise, isEffective])

describe('the four columns of a rule', () => {
  test('show the value of the system if nothing overrules it', () => {
    expect(raises(level('System', { RaiseLevel: 50 }), level('Model', {}), level('Device', {}))).toEqual([
      [50, true],
      [undefined, false],
      [undefined, false],
      [undefined, false],
    ])
  })

  test('show the nearest of several sites, and only the value furthest to the right counts', () => {
    const levels = [
      level('System', { RaiseLevel: 50 }),
      level('Site', { RaiseLevel: 40 }),
      { ...level('Site', { RaiseLevel: 45 }), Name: 'Lincoln School' },
      level('Site', {}),
      level('Device', { RaiseLevel: 56 }),
    ]
    expect(levelCells(rule(...levels))[2]?.setter?.Name).toBe('Lincoln School')
    expect(raises(...levels)).toEqual([
      [50, false],
      [undefined, false],
      [45, false],
      [56, true],
    ])
  })

  test('mark a level that sets something else than the raise level', () => {
    const cells = levelCells(rule(level('System', { RaiseLevel: 50 }), level('Site', { RaiseHold: 60 })))
    expect(cells.map(({ isTouched }) => isTouched)).toEqual([false, false, true, false])
  })
})

describe('the levels where a rule can be set', () => {
  const named = (Level: RuleLevel['Level'], Id: string, Values: RuleLevel['Values'] = {}): RuleLevel => ({
    ...level(Level, Values),
    Id,
    Version: 1,
  })
  const nested = rule(
    level('System', { RaiseLevel: 50 }),
    named('Model', 'model'),
    level('Site', {}),
    named('Site', 'district'),
    named('Site', 'school', { RaiseLevel: 40 }),
    named('Site', 'building'),
    named('Device', 'device', { RaiseLevel: 30 }),
  )
  const ids = (levels: readonly RuleLevel[]) => levels.map(({ Id }) => Id)

  test('are those that the user may change, nearest first', () => {
    expect(ids(openLevels(nested, false))).toEqual(['device', 'building', 'school', 'district'])
    expect(ids(openLevels(nested, true))).toEqual(['device', 'building', 'school', 'district', 'model'])
  })

  test.each([
    ['model', ['school']],
    ['district', ['school']],
    ['school', []],
    ['device', []],
  ])('are overruled: the %s by the sites %j', (id, expected) => {
    const chosen = nested.Levels.find(({ Id }) => Id === id)
    expect(chosen && ids(sitesOverruling(nested, chosen))).toEqual(expected)
  })
})
