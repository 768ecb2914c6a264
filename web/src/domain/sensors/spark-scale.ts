import type { SensorKey } from '@eot/contract/vocabulary'
import { findKind } from '../../lib/units.ts'

/**
 * The minimum span of a sparkline, in the unit of the kind. Smaller changes are noise of the sensor or of a quiet
 * room, and look flat.
 */
const leastSpans: Record<SensorKey, number> = {
  vape: 20,
  sound: 20,
  aggression: 20,
  noise: 20,
  temperature: 2,
  tamper: 1,
  humidity: 10,
  light: 100,
  motion: 40,
  CO: 5,
  ECO2: 200,
  NH3: 5,
  NO2: 20,
  gas: 20,
  IAQ: 50,
  particulate: 10,
  TVOC: 200,
}

/** Returns the scale of a kind's sparklines. No value is below `least`, which is then the lower edge. */
export function sparkScale(kind: string): { leastRange: number; least: number } {
  const known = findKind(kind)
  return known ? { leastRange: leastSpans[known.key], least: known.min } : { leastRange: 1, least: -Infinity }
}
