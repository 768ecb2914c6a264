import type { Input, ReadingInput } from '../writer/input.ts'

/** Further apart than this, times that cannot be true say nothing about each other either. */
const mostApartMs = 86_400_000

/**
 * Readings of one device that came together, and that its clock running ahead would all put to the instant of arrival,
 * where only one could be stored: the newest stays there, and the others come as long before it as the device says.
 */
export function spreadSkewed(inputs: readonly Input[]): void {
  const skewed = inputs.filter(isSkewed)
  if (skewed.length < 2) return
  for (const readings of Map.groupBy(skewed, ({ device }) => device).values()) {
    const newest = Math.max(...readings.map(({ aheadMs }) => aheadMs))
    for (const reading of readings) {
      const before = newest - reading.aheadMs
      if (before <= mostApartMs) reading.at -= before
    }
  }
}

const isSkewed = (input: Input): input is ReadingInput => input.kind === 'reading' && input.aheadMs > 0
