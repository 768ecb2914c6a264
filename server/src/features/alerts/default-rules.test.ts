import { sensorKinds } from '@eot/contract/vocabulary'
import { describe, expect, test } from 'vitest'
import { alertRules } from './alert-rule.ts'

const rules = alertRules({ model: {}, sites: [], device: {}, kinds: sensorKinds.map(({ key }) => key) })
const atOnce = ['Vape', 'Aggression', 'Tamper']
const held = rules.filter(({ sensor }) =>
  ['temperature', 'humidity', 'CO', 'ECO2', 'NH3', 'NO2', 'gas', 'IAQ', 'particulate', 'TVOC'].includes(
    sensor,
  ),
)
/** Kinds whose zero does not mean absence, with 3 % of their indoor range. */
const byRange: Readonly<Record<string, number>> = { temperature: 1.5, humidity: 3 }

describe('without any configured rules', () => {
  test('each of the 17 kinds has a rule', () => {
    expect(new Set(rules.map(({ sensor }) => sensor)).size).toBe(17)
  })

  test.each(rules.filter(({ typeKey }) => atOnce.includes(typeKey)))(
    '$typeKey raises an alert at once',
    (rule) => {
      expect(rule.raiseHoldMs).toBe(0)
    },
  )

  test.each(held)('$typeKey has a raise hold of two to five minutes', ({ raiseHoldMs }) => {
    expect(raiseHoldMs).toBeGreaterThanOrEqual(120_000)
    expect(raiseHoldMs).toBeLessThanOrEqual(300_000)
  })

  test.each(rules)('$typeKey clears at 90 % of its raise level, or 3 % of its range below it', (rule) => {
    const { raiseLevel, isHigh } = rule
    const range = byRange[rule.sensor]
    const byShare = isHigh ? raiseLevel * 0.9 : raiseLevel / 0.9
    const expected = range === undefined ? byShare : raiseLevel + (isHigh ? -range : range)
    expect(Math.abs(rule.clearLevel / expected - 1)).toBeLessThan(0.005)
  })
})
