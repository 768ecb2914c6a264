import { dateFormat as format } from '../../texts/date-format.ts'
import { t } from '../../texts/i18n.ts'

/**
 * The time zone decides the hour. The browser's locale decides the language, and the clock unless the user chose one
 * (spec 5).
 */
export type Instant = string | number | Date
const epoch = (instant: Instant) => new Date(instant).getTime()

/** 8:41 PM or 20:41 */
export const clockTime = (instant: Instant, zone: string) =>
  format(zone, { hour: '2-digit', minute: '2-digit' }).format(epoch(instant))

/** 8:41:04 PM or 20:41:04 */
export const clockSeconds = (instant: Instant, zone: string) =>
  format(zone, { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(epoch(instant))

/** Tue, Nov 17, 2026, 10:36:04 AM CST. Shown on hover over all shorter forms. */
export const fullTime = (instant: Instant, zone: string) =>
  format(zone, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }).format(epoch(instant))

/**
 * As short as is unambiguous: 10:36:04 AM today, Mon 12:52 PM within a week, otherwise Nov 3, 12:52 PM. `ofToday`
 * formats a time of today.
 */
export function shortTime(instant: Instant, zone: string, now: number, ofToday = clockSeconds): string {
  const days = dayNumber(now, zone) - dayNumber(instant, zone)
  if (days === 0) return ofToday(instant, zone)
  if (days > 0 && days < 7) {
    return `${format(zone, { weekday: 'short' }).format(epoch(instant))} ${clockTime(instant, zone)}`
  }
  const sameYear = year(instant, zone) === year(now, zone)
  const day = format(zone, { day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) })
  return `${day.format(epoch(instant))}, ${clockTime(instant, zone)}`
}

/** A start time, as short as is unambiguous: the time today, Friday within a week, otherwise Nov 3. */
export function sinceText(instant: Instant, zone: string, now: number): string {
  const days = dayNumber(now, zone) - dayNumber(instant, zone)
  if (days === 0) return clockTime(instant, zone)
  if (days > 0 && days < 7) return format(zone, { weekday: 'long' }).format(epoch(instant))
  return format(zone, { day: 'numeric', month: 'short' }).format(epoch(instant))
}

/** "Central Time", and "America/Chicago (UTC−6)". */
export function zoneNames(zone: string, now: number): { name: string; detail: string } {
  const named = (timeZoneName: 'longGeneric' | 'long' | 'shortOffset') =>
    format(zone, { timeZoneName })
      .formatToParts(now)
      .find((part) => part.type === 'timeZoneName')?.value ?? zone
  const offset = named('shortOffset').replace('GMT', 'UTC').replace('-', '−')
  const generic = named('longGeneric')
  // Zones without daylight saving time have only their standard name.
  return { name: generic.startsWith('GMT') ? named('long') : generic, detail: `${zone} (${offset})` }
}

/**
 * The time at a place with its zone, such as "9:41 AM Eastern Time", with the weekday if the day differs. undefined:
 * it is the same as in `shownZone`.
 */
export function localTime(instant: Instant, placeZone: string, shownZone: string): string | undefined {
  const isSameDay = dayNumber(instant, placeZone) === dayNumber(instant, shownZone)
  const time = clockTime(instant, placeZone)
  if (isSameDay && time === clockTime(instant, shownZone)) return undefined
  const day = isSameDay ? '' : `${format(placeZone, { weekday: 'short' }).format(epoch(instant))} `
  return `${day}${time} ${zoneNames(placeZone, epoch(instant)).name}`
}

/** Days since the epoch in the zone's calendar. */
function dayNumber(instant: Instant, zone: string): number {
  const parts = format(zone, { year: 'numeric', month: 'numeric', day: 'numeric', calendar: 'iso8601' })
    .formatToParts(epoch(instant))
    .reduce<Record<string, number>>(
      (all, part) => Object.assign(all, { [part.type]: Number(part.value) }),
      {},
    )
  return Date.UTC(parts.year ?? 0, (parts.month ?? 1) - 1, parts.day ?? 1) / 86_400_000
}

const year = (instant: Instant, zone: string) => format(zone, { year: 'numeric' }).format(epoch(instant))

/** The two largest units: 6 min 12 s, 4 h 30 min, 2 d 4 h. 0 is shown as Ongoing (spec 9). */
export function durationText(seconds: number): string {
  return seconds === 0 ? t('duration.ongoing') : elapsedText(seconds)
}

export function elapsedText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [days, hours, minutes, rest] = [
    Math.floor(whole / 86_400),
    Math.floor(whole / 3600) % 24,
    Math.floor(whole / 60) % 60,
    whole % 60,
  ] as [number, number, number, number]
  if (days > 0)
    return join(t('duration.days', { count: days }), hours && t('duration.hours', { count: hours }))
  if (hours > 0) {
    return join(t('duration.hours', { count: hours }), minutes && t('duration.minutes', { count: minutes }))
  }
  if (minutes > 0) {
    return join(t('duration.minutes', { count: minutes }), rest && t('duration.seconds', { count: rest }))
  }
  return t('duration.seconds', { count: rest })
}

const join = (first: string, second: string | 0) => (second ? `${first} ${second}` : first)

/** 2 s ago, 4 min ago, 3 h ago. A single unit is precise enough. */
export function agoText(instant: Instant, now: number): string {
  const seconds = Math.floor((now - epoch(instant)) / 1000)
  if (seconds < 1) return t('duration.justNow')
  return t('duration.ago', { duration: largestUnit(seconds) })
}

function largestUnit(seconds: number): string {
  if (seconds >= 86_400) return t('duration.days', { count: Math.floor(seconds / 86_400) })
  if (seconds >= 3600) return t('duration.hours', { count: Math.floor(seconds / 3600) })
  if (seconds >= 60) return t('duration.minutes', { count: Math.floor(seconds / 60) })
  return t('duration.seconds', { count: seconds })
}

/** "Tue, Nov 17", with the year unless it is that of `now`. */
export function dayText(instant: Instant, zone: string, now: Instant): string {
  const ofYear = year(instant, zone) === year(now, zone) ? {} : ({ year: 'numeric' } as const)
  return format(zone, { weekday: 'short', day: 'numeric', month: 'short', ...ofYear }).format(epoch(instant))
}
