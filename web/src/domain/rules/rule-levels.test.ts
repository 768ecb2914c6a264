import type { EffectiveRule, RuleLevel } from '@eot/contract/rules'
import { describe, expect, test } from 'vitest'
import {
  fieldsToSet,
  levelCells,
  nearest,
  openLevels,
  overrideWith,
  type RuleField,
  type RuleValues,
  sitesOverruling,
} from './rule-levels.ts'

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

  test('mark a level that sets something other than the raise level', () => {
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

  test('are overruled only by sites that set the same fields; a raise level also determines the clear level', () => {
    const model = nested.Levels.find(({ Id }) => Id === 'model')
    const overruling = (...fields: RuleField[]) => model && ids(sitesOverruling(nested, model, fields))
    expect(overruling('RaiseHold')).toEqual([])
    expect(overruling('ClearLevel')).toEqual(['school'])
  })
})

describe('what a level sets after a rule was edited', () => {
  const system = level('System', {
    IsActive: true,
    RaiseLevel: 50,
    ClearLevel: 45,
    RaiseHold: 0,
    ClearHold: 30,
    Cooldown: 60,
  })
  const isSame = (one: number, other: number) => one.toFixed(2) === other.toFixed(2)
  /** The levels may be given together with the values in effect, if these differ from the system's. */
  function edited(
    at: 'Site' | 'Device',
    levels: { Site?: RuleLevel['Values']; Device?: RuleLevel['Values'] },
    change: Partial<RuleValues>,
  ) {
    const chain = [system, level('Site', levels.Site ?? {}), level('Device', levels.Device ?? {})].map(
      (one) => ({ ...one, Id: one.Level }),
    )
    const before = rule(...chain)
    Object.assign(before, levels.Site, levels.Device)
    const chosen = nearest(before, at)
    if (!chosen) throw new Error('the chain has every level')
    const { RaiseLevel, ClearLevel, RaiseHold, IsActive } = before
    const values = { RaiseLevel, ClearLevel, RaiseHold, IsActive, ...change }
    const fields = fieldsToSet(before, chosen, values)
    return overrideWith(before, chosen, { values, fields }, isSame)
  }

  test('is only the field that was changed; the others follow later changes above', () => {
    expect(edited('Device', {}, { RaiseHold: 60 })).toEqual({ RaiseHold: 60 })
    expect(edited('Device', {}, { IsActive: false })).toEqual({ IsActive: false })
  })

  test('does not include a clear level that keeps the inherited distance from the raise level', () => {
    expect(edited('Device', {}, { RaiseLevel: 60, ClearLevel: 54 })).toEqual({ RaiseLevel: 60 })
    expect(edited('Device', {}, { RaiseLevel: 60, ClearLevel: 50 })).toEqual({
      RaiseLevel: 60,
      ClearLevel: 50,
    })
    expect(edited('Device', {}, { RaiseLevel: 60 })).toEqual({ RaiseLevel: 60, ClearLevel: 45 })
  })

  test('does not include a value that equals the inherited one again', () => {
    const own = { RaiseLevel: 60, ClearLevel: 54, RaiseHold: 60 }
    expect(edited('Device', { Device: own }, { RaiseLevel: 50, ClearLevel: 45 })).toEqual({ RaiseHold: 60 })
  })

  test('keeps what the form does not show', () => {
    const own = { Cooldown: 7, ClearHold: 9 }
    expect(edited('Device', { Device: own }, { RaiseHold: 60 })).toEqual({ ...own, RaiseHold: 60 })
    expect(edited('Site', { Site: own }, { RaiseHold: 60 })).toEqual({ ...own, RaiseHold: 60 })
  })

  test('includes what the device sets, if the rule is saved for a level above it', () => {
    expect(edited('Site', { Device: { RaiseHold: 60 } }, { IsActive: false })).toEqual({
      RaiseHold: 60,
      IsActive: false,
    })
  })
})
