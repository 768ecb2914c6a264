import type { EffectiveRule } from '@eot/contract/rules'

export interface SensorLimits {
  /** An alert is raised at this value or above. null: never. */
  high: number | null
  /** An alert is raised at this value or below. null: never. */
  low: number | null
}

/** The levels at which a sensor raises alerts at a device. Disabled rules have none. */
export function sensorLimits(rules: readonly EffectiveRule[], sensor: string): SensorLimits {
  return levels(rules.filter((rule) => rule.Sensor === sensor && rule.IsActive))
}

/** The same, including disabled rules, whose levels still show what counts as high or low. */
export function nominalLimits(rules: readonly EffectiveRule[], sensor: string): SensorLimits {
  return levels(rules.filter((rule) => rule.Sensor === sensor))
}

/** Whether the sensor can raise any alert. */
export function hasLevel(rules: readonly EffectiveRule[], sensor: string): boolean {
  const { high, low } = sensorLimits(rules, sensor)
  return high !== null || low !== null
}

function levels(rules: readonly EffectiveRule[]): SensorLimits {
  const level = (direction: 'high' | 'low') =>
    rules.find((rule) => rule.Direction === direction)?.RaiseLevel ?? null
  return { high: level('high'), low: level('low') }
}

export type LimitState =
  | { state: 'unlimited' }
  | { state: 'within' }
  | { state: 'above' | 'below'; level: number }

export function limitState(value: number, limits: SensorLimits): LimitState {
  const { high, low } = limits
  if (high !== null && value >= high) return { state: 'above', level: high }
  if (low !== null && value <= low) return { state: 'below', level: low }
  return { state: high === null && low === null ? 'unlimited' : 'within' }
}

/**
 * How close a value is to its alert level; 1 is at the level. Between two levels the low one is 0 and the high one 1.
 * A single low level is approached from above, so the share grows as the value falls. undefined: there is no level.
 */
export function shareOfLevel({ high, low }: SensorLimits): ((value: number) => number) | undefined {
  if (high !== null && low !== null && high > low) return (value) => (value - low) / (high - low)
  if (high !== null && high > 0) return (value) => value / high
  if (low !== null && low > 0) return (value) => Math.min(MOST, low / Math.max(value, low / MOST))
  return undefined
}

const MOST = 10

export interface LimitRuler {
  /** Parts of the ruler from left to right. The critical ones are beyond a level. */
  parts: readonly { key: string; critical: boolean; share: number }[]
  position: number
  active: number
}

/** Share of the ruler reserved for values beyond a level. */
const BEYOND = 0.3

/** The ruler of a kind without a standard: the allowed range, and what is beyond it. */
export function limitRuler(value: number, { high, low }: SensorLimits): LimitRuler | undefined {
  if (high !== null && low !== null && high > low) {
    const spanned = (high - low) / (1 - 2 * BEYOND)
    return rulerOf(value, low - spanned * BEYOND, spanned, { high, low })
  }
  if (high !== null) return rulerOf(value, 0, high > 0 ? high / (1 - BEYOND) : 1, { high, low: null })
  if (low !== null) return rulerOf(value, 0, low > 0 ? low / BEYOND : 1, { high: null, low })
  return undefined
}

function rulerOf(value: number, from: number, span: number, { high, low }: SensorLimits): LimitRuler {
  const parts = [
    ...(low === null ? [] : [{ key: 'below', critical: true, share: BEYOND }]),
    { key: 'within', critical: false, share: 1 - BEYOND * (low !== null && high !== null ? 2 : 1) },
    ...(high === null ? [] : [{ key: 'above', critical: true, share: BEYOND }]),
  ]
  const { state } = limitState(value, { high, low })
  const active = parts.findIndex(({ key }) => key === (state === 'unlimited' ? 'within' : state))
  return { parts, position: Math.min(1, Math.max(0, (value - from) / span)), active }
}
