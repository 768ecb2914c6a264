import { Temporal } from 'temporal-polyfill'

const dayMs = 86_400_000

/** An instant in local time. */
export interface LocalTime {
  /** Local calendar days since 1970-01-01. */
  readonly day: number
  /** 0 = Sunday. */
  readonly weekday: number
  /** Hours since local midnight, [0, 24). */
  readonly hour: number
  /** Fraction of the year, [0, 1), from the start of January. */
  readonly yearPart: number
}

/**
 * Converts instants (epoch ms) to local time. The UTC offset is cached between two transitions, since generating
 * history converts millions of instants.
 */
export function siteClock(timeZone: string): (atMs: number) => LocalTime {
  let fromMs = 0
  let toMs = 0
  let offsetMs = 0
  return (atMs) => {
    if (atMs < fromMs || atMs >= toMs) {
      const zoned = Temporal.Instant.fromEpochMilliseconds(Math.floor(atMs)).toZonedDateTimeISO(timeZone)
      offsetMs = zoned.offsetNanoseconds / 1e6
      fromMs = atMs
      toMs = zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY
    }
    const wallMs = atMs + offsetMs
    const day = Math.floor(wallMs / dayMs)
    const years = day / 365.2425
    return {
      day,
      weekday: (((day + 4) % 7) + 7) % 7,
      hour: (wallMs - day * dayMs) / 3_600_000,
      yearPart: years - Math.floor(years),
    }
  }
}
