import { clockTime, elapsedText, shortTime } from '../../../lib/time/time.ts'
import { t } from '../../../texts/i18n.ts'
import type { Unjudged } from './rooms.ts'

/** Explains why the value of a room does not describe its current state. */
export function unjudgedText(unjudged: Unjudged, now: number, zone: string): string {
  if (unjudged.reason === 'old') return t('rooms.old', { age: elapsedText((now - unjudged.since) / 1000) })
  if (unjudged.reason === 'stuck')
    return t('rooms.stuck', { time: shortTime(unjudged.since, zone, now, clockTime) })
  if (unjudged.reason === 'silent')
    return unjudged.since === undefined
      ? t('sensors.notSent')
      : t('rooms.silent', { time: shortTime(unjudged.since, zone, now, clockTime) })
  return t(unjudged.reason === 'none' ? 'rooms.none' : 'rooms.unwatched')
}
