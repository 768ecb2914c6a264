/**
 * Converts between instants and local time in an IANA zone. `wall` is the local date and time as epoch ms as if it
 * were UTC, so that the UTC methods of Date read its parts.
 */
const dayMs = 86_400_000
const clocks = new Map<string, Intl.DateTimeFormat>()

/** Local time in the zone at an instant. RangeError: the zone does not exist. */
export function wallOf(instant: number, zone: string): number {
  const shown: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of clockOf(zone).formatToParts(instant)) shown[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour, minute, second } = shown
  const ms = ((instant % 1000) + 1000) % 1000
  return Date.UTC(year, month - 1, day, hour, minute, second) + ms
}

/**
 * The instant of a local time: the first one if a clock change repeats the time; if a change skips it, as long after
 * the change as it would have been.
 */
export function instantOf(wall: number, zone: string): number {
  // Clocks change at most once within two days.
  const [before, after] = [wall - offsetAt(wall - dayMs, zone), wall - offsetAt(wall + dayMs, zone)]
  return wallOf(before, zone) !== wall && wallOf(after, zone) === wall ? after : before
}

/** The first moment of a day; `daysAhead` 0 is the day of the instant. Not midnight if a clock change skips it. */
export function dayStart(instant: number, zone: string, daysAhead = 0): number {
  return instantOf((Math.floor(wallOf(instant, zone) / dayMs) + daysAhead) * dayMs, zone)
}

/** The last full minute or hour of local time. */
export function floorTo(unitMs: number, instant: number, zone: string): number {
  return instant - (wallOf(instant, zone) % unitMs)
}

/** How far a zone is ahead of UTC at an instant, in ms. */
export const offsetAt = (instant: number, zone: string): number => wallOf(instant, zone) - instant

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  clocks.set(zone, made)
  return made
}
