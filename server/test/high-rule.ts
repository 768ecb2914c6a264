import type { AlertRule } from '../src/features/alerts/alert-rule.ts'

/** A rule without holds, as a base for the rules of tests. */
export const highRule: AlertRule = {
  typeKey: 'ECO2',
  sensor: 'ECO2',
  column: 10,
  isHigh: true,
  isActive: true,
  raiseLevel: 100,
  clearLevel: 90,
  raiseHoldMs: 0,
  clearHoldMs: 0,
  cooldownMs: 0,
  quietEndMs: null,
}
