import type { ReadingInput } from './input.ts'

/** Further apart than this, times that cannot be true say nothing about each other either. */
const mostApartMs = 86_400_000

/**
 * Samples of one message that a clock running ahead would all put to the instant of arrival, where only one could be
 * stored: the newest stays there, and the others come as long before it as the device says.
 */
export function spreadSkewed(readings: readonly ReadingInput[], samples: readonly unknown[]): void {
  const skewed = readings
    .filter(({ isSkewed }) => isSkewed)
    .map((reading) => ({ reading, claimedAt: claimedTime(samples[reading.index]) }))
  const newest = Math.max(...skewed.map(({ claimedAt }) => claimedAt))
  for (const { reading, claimedAt } of skewed) {
    const before = newest - claimedAt
    if (before <= mostApartMs) reading.at = reading.receivedAt - before
  }
}

/** Of a sample that was taken, so that it is one of the two forms a time has. */
function claimedTime(sample: unknown): number {
  const { at, At = at } = sample as { at?: number | string; At?: number | string } // see above
  return typeof At === 'number' ? Math.round(At) : Date.parse(At ?? '')
}
