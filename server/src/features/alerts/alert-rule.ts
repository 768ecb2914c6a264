import { clearLevelFor } from '@eot/contract/rule-inheritance'
import type { EffectiveRule } from '@eot/contract/rules'
import type { RuleOverride, RuleOverrides } from '@eot/contract/settings'
import {
  type AlertTypeKey,
  alertTypes,
  type SensorKey,
  sensorKeys,
  sensorKinds,
} from '@eot/contract/vocabulary'
import { defaultRules, type RuleDefaults } from './default-rules.ts'

/** A rule as the engine evaluates it: levels in canonical units, times in milliseconds. */
export interface AlertRule {
  typeKey: AlertTypeKey
  sensor: SensorKey
  /** The sensor's column in a reading. */
  column: number
  isHigh: boolean
  isActive: boolean
  raiseLevel: number
  clearLevel: number
  raiseHoldMs: number
  clearHoldMs: number
  cooldownMs: number
  quietEndMs: number | null
}

export interface RuleLayers {
  model: RuleOverrides
  /** Ordered from the root down to the device's site. */
  sites: RuleOverrides[]
  device: RuleOverrides
  /** The model's sensor kinds; other kinds get no rule. */
  kinds: readonly string[]
}

interface Resolved extends RuleDefaults {
  typeKey: AlertTypeKey
  sensor: SensorKey
  source: EffectiveRule['Source']
}

/** Takes each field from the device, else the nearest site, else the model, else the default. */
function resolve(layers: RuleLayers): Resolved[] {
  const resolved: Resolved[] = []
  for (const type of alertTypes) {
    const defaults = defaultRules.get(type.Key)
    if (!defaults || type.Sensor === null || !layers.kinds.includes(type.Sensor)) continue
    const rule: Resolved = { ...defaults, typeKey: type.Key, sensor: type.Sensor, source: 'System' }
    override(rule, layers.model[type.Key], 'Model')
    for (const site of layers.sites) override(rule, site[type.Key], 'Site')
    override(rule, layers.device[type.Key], 'Device')
    keepLevelsApart(rule)
    resolved.push(rule)
  }
  return resolved
}

function override(rule: Resolved, changes: RuleOverride | undefined, source: Resolved['source']): void {
  if (!changes || Object.keys(changes).length === 0) return
  rule.source = source
  rule.isActive = changes.IsActive ?? rule.isActive
  if (changes.RaiseLevel !== undefined) {
    rule.clearLevel = clearLevelFor(changes.RaiseLevel, rule)
    rule.raiseLevel = changes.RaiseLevel
  }
  rule.clearLevel = changes.ClearLevel ?? rule.clearLevel
  rule.raiseHold = changes.RaiseHold ?? rule.raiseHold
  rule.clearHold = changes.ClearHold ?? rule.clearHold
  rule.cooldown = changes.Cooldown ?? rule.cooldown
}

/** Keeps the clear level on the correct side of the raise level; otherwise an alert would end while its cause lasts. */
function keepLevelsApart(rule: Resolved): void {
  rule.clearLevel =
    rule.direction === 'high'
      ? Math.min(rule.clearLevel, rule.raiseLevel)
      : Math.max(rule.clearLevel, rule.raiseLevel)
}

export function alertRules(layers: RuleLayers): AlertRule[] {
  return resolve(layers).map((rule) => ({
    typeKey: rule.typeKey,
    sensor: rule.sensor,
    column: sensorKeys.indexOf(rule.sensor),
    isHigh: rule.direction === 'high',
    isActive: rule.isActive,
    raiseLevel: rule.raiseLevel,
    clearLevel: rule.clearLevel,
    raiseHoldMs: rule.raiseHold * 1000,
    clearHoldMs: rule.clearHold * 1000,
    cooldownMs: rule.cooldown * 1000,
    quietEndMs: rule.quietEnd === null ? null : rule.quietEnd * 1000,
  }))
}

/** Returns the same rules in the API's terms, with the source of each. */
export function effectiveRules(layers: RuleLayers): Omit<EffectiveRule, 'Levels'>[] {
  return resolve(layers).map((rule) => ({
    AlertType: rule.typeKey,
    Sensor: rule.sensor,
    Direction: rule.direction,
    IsActive: rule.isActive,
    RaiseLevel: rule.raiseLevel,
    ClearLevel: rule.clearLevel,
    RaiseHold: rule.raiseHold,
    ClearHold: rule.clearHold,
    Cooldown: rule.cooldown,
    Source: rule.source,
  }))
}

export type DefaultValues = Required<RuleOverride>

/** Returns the built-in rule of an alert type; undefined for a type without a rule. */
export function systemRule(typeKey: AlertTypeKey): DefaultValues | undefined {
  const rule = defaultRules.get(typeKey)
  return (
    rule && {
      IsActive: rule.isActive,
      RaiseLevel: rule.raiseLevel,
      ClearLevel: rule.clearLevel,
      RaiseHold: rule.raiseHold,
      ClearHold: rule.clearHold,
      Cooldown: rule.cooldown,
    }
  )
}

export interface RuleProblem {
  type: AlertTypeKey
  field: keyof RuleOverride | null
  message: string
}

/**
 * Returns what is wrong with the rules set at a level: levels that the sensor cannot reach, or on the wrong side of each other.
 */
export function ruleProblems(given: RuleOverrides): RuleProblem[] {
  return alertTypes.flatMap(({ Key: type, Sensor }) => {
    const rule = given[type]
    const defaults = defaultRules.get(type)
    const kind = sensorKinds.find(({ key }) => key === Sensor)
    if (!rule) return []
    if (!defaults || !kind) return [{ type, field: null, message: 'This alert type has no rule' }]
    const problem = (field: keyof RuleOverride, message: string): RuleProblem => ({ type, field, message })
    const outside = (['RaiseLevel', 'ClearLevel'] as const)
      .filter((field) => (rule[field] ?? kind.min) < kind.min || (rule[field] ?? kind.min) > kind.max)
      .map((field) => problem(field, `Expected a value from ${kind.min} to ${kind.max}`))
    if (outside.length > 0) return outside
    const { RaiseLevel, ClearLevel } = rule
    if (RaiseLevel === undefined || ClearLevel === undefined) return []
    if (defaults.direction === 'high' && ClearLevel > RaiseLevel)
      return [problem('ClearLevel', 'Must not be above the raise level')]
    if (defaults.direction === 'low' && ClearLevel < RaiseLevel)
      return [problem('ClearLevel', 'Must not be below the raise level')]
    return []
  })
}
