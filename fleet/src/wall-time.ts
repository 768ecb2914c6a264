import { Temporal } from 'temporal-polyfill'

/** Parses a recorded time; undefined if invalid. `previousMs` is the time of the previous row. */
export type ReadTime = (text: string, previousMs: number | undefined) => number | undefined

const wallPattern = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d(?:\.\d+)?))?$/
const instantPattern = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i

/**
 * Converts recorded times to instants (epoch ms). Accepts wall time in the zone, times with an offset, and epoch
 * seconds or milliseconds. Within a repeated hour, rows belong to the first pass until the time goes backward, then to
 * the second. A skipped wall time is read with the offset before the clock change.
 */
export function wallTimeReader(timeZone: string): ReadTime {
  const minutes = new Map<string, { firstMs: number; secondMs: number }>()

  const startsOf = (minute: string) => {
    let starts = minutes.get(minute)
    if (!starts) {
      const wall = Temporal.PlainDateTime.from(minute)
      const pass = (disambiguation: 'compatible' | 'later') =>
        wall.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds
      const firstMs = pass('compatible')
      starts = { firstMs, secondMs: isRepeated(wall, timeZone) ? pass('later') : firstMs }
      minutes.set(minute, starts)
    }
    return starts
  }

  return (text, previousMs) => {
    const trimmed = text.trim()
    if (/^\d{9,11}$/.test(trimmed)) return Number(trimmed) * 1_000
    if (/^\d{12,14}$/.test(trimmed)) return Number(trimmed)
    if (instantPattern.test(trimmed)) return readable(Date.parse(trimmed.replace(' ', 'T')))
    const match = wallPattern.exec(trimmed)
    if (!match) return undefined
    const [, date = '', minute = '', seconds = '0'] = match
    try {
      const { firstMs, secondMs } = startsOf(`${date}T${minute}`)
      const pastMs = Math.round(Number(seconds) * 1_000)
      if (pastMs >= 60_000) return undefined
      const goesBack = previousMs !== undefined && firstMs + pastMs < previousMs
      return (goesBack ? secondMs : firstMs) + pastMs
    } catch (error) {
      if (error instanceof RangeError) return undefined // an impossible date such as 2013-02-30
      throw error
    }
  }
}

function isRepeated(wall: Temporal.PlainDateTime, timeZone: string): boolean {
  const earlier = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  const later = wall.toZonedDateTime(timeZone, { disambiguation: 'later' })
  // In a skipped hour the two also differ, but neither yields the given wall time.
  return earlier.epochMilliseconds !== later.epochMilliseconds && earlier.toPlainDateTime().equals(wall)
}

function readable(ms: number): number | undefined {
  return Number.isNaN(ms) ? undefined : ms
}
