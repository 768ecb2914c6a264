import type { Input, ReadingInput } from '../writer/input.ts'

/** If implausible times are further apart than this, their distance is meaningless too. */
const mostApartMs = 86_400_000

/**
 * Spreads the readings of a device whose clock runs ahead. All readings of one message would be moved to the instant of
 * arrival, where only one could be stored. Instead the newest gets that instant, and the others keep their distance from it.
 * Returns the readings that turn out to be from before the device came to its customer.
 */
export function spreadSkewed(inputs: readonly Input[]): ReadingInput[] {
  const skewed = inputs.filter(isSkewed)
  if (skewed.length < 2) return []
  const early: ReadingInput[] = []
  for (const readings of Map.groupBy(skewed, ({ device }) => device).values()) {
    const newest = Math.max(...readings.map(({ aheadMs }) => aheadMs))
    for (const reading of readings) {
      const before = newest - reading.aheadMs
      if (before > mostApartMs) continue
      reading.at -= before
      if (reading.at < (reading.device.arrivedAt ?? 0)) early.push(reading)
    }
  }
  return early
}

const isSkewed = (input: Input): input is ReadingInput => input.kind === 'reading' && input.aheadMs > 0
