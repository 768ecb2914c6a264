import { Temporal } from 'temporal-polyfill'

const dayMs = 86_400_000

/** An instant as people at the site live it. */
export interface LocalTime {
  /** Whole local days since 1970-01-01. */
  readonly day: number
  /** 0 = Sunday. */
  readonly weekday: number
  /** Hours since local midnight, [0, 24). */
  readonly hour: number
  /** Part of the year gone by, [0, 1), 0 at the start of January. */
  readonly yearPart: number
}

/**
 * Reads instants (epoch milliseconds) in a time zone. The offset is looked up once per stretch between two
 * changes of the clocks, since the back-fill of history asks millions of times.
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
