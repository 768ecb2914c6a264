import { zoneClock } from '../time-zones/index.ts'
import { isSouthern } from './southern-zones.ts'
import type { Season } from './thermal-comfort.ts'

/**
 * Returns the season by which people at a place dress: summer from May to September, or from November to March south of the
 * equator.
 */
export function seasonAt(at: number, timeZone: string): Season {
  const clock = zoneClock(timeZone)
  const local = new Date(at + clock.offsetAt(at))
  const month = local.getUTCMonth() + 1
  const isSummer = isSouthern(timeZone) ? month >= 11 || month <= 3 : month >= 5 && month <= 9
  return isSummer ? 'Summer' : 'Winter'
}
