import { arrivalOf } from '../devices/arrival.ts'
import type { Input, ReadingInput } from '../writer/input.ts'

/** If implausible times are further apart than this, their distance is meaningless too. */
const mostApartMs = 86_400_000

/**
 * Spreads the readings of a device whose clock runs ahead. All readings of one message would be moved to the instant of
 * arrival, where only one could be stored. Instead the newest gets that instant, and the others keep their distance from it.
 * Returns the readings that turn out to be from before the device came to its customer.
 */
export function spreadSkewed(inputs: readonly Input[]): ReadingInput[] {
  const early: ReadingInput[] = []
  for (const readings of Map.groupBy(inputs.filter(isSkewed), ({ device }) => device).values()) {
    const [first] = readings
    if (first && readings.length === 1) placeSkewed(first)
    else if (first) {
      const newest = Math.max(...readings.map(({ aheadMs }) => aheadMs))
      const arrival = arrivalOf(first.device, first.receivedAt)
      for (const reading of readings) {
        const before = newest - reading.aheadMs
        reading.at = arrival - (before > mostApartMs ? 0 : before)
        if (reading.at < (reading.device.arrivedAt ?? 0)) early.push(reading)
      }
    }
  }
  return early
}

/**
 * Treats the only reading of a message like one without a time if the clock of its device runs ahead. After an outage, many of them
 * arrive in the same millisecond.
 */
export function placeSkewed(reading: ReadingInput): void {
  if (!isSkewed(reading)) return
  reading.at = arrivalOf(reading.device, reading.receivedAt)
  reading.isArrivalTime = true
}

const isSkewed = (input: Input): input is ReadingInput => input.kind === 'reading' && input.aheadMs > 0
