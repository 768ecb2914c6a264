import { zoneClock } from '../time-zones/index.ts'
import type { Season } from './thermal-comfort.ts'

/**
 * The season by which people at a place dress: summer from May to September, or from November to March where summer time is
 * in force in January. Zones without summer time count as northern.
 */
export function seasonAt(at: number, timeZone: string): Season {
  const clock = zoneClock(timeZone)
  const local = new Date(at + clock.offsetAt(at))
  const [year, month] = [local.getUTCFullYear(), local.getUTCMonth() + 1]
  const isSouthern = clock.offsetAt(Date.UTC(year, 0, 15)) > clock.offsetAt(Date.UTC(year, 6, 15))
  const isSummer = isSouthern ? month >= 11 || month <= 3 : month >= 5 && month <= 9
  return isSummer ? 'Summer' : 'Winter'
}
