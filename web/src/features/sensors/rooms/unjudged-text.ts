import { clockTime, elapsedText } from '../../../lib/time/time.ts'
import { t } from '../../../texts/i18n.ts'
import type { Unjudged } from './rooms.ts'

/** Why the value of a room says nothing about it now. */
export function unjudgedText(unjudged: Unjudged, now: number, zone: string): string {
  if (unjudged.reason === 'old') return t('rooms.old', { age: elapsedText((now - unjudged.since) / 1000) })
  if (unjudged.reason === 'stuck') return t('rooms.stuck', { time: clockTime(unjudged.since, zone) })
  return t(unjudged.reason === 'none' ? 'rooms.none' : 'rooms.unwatched')
}
