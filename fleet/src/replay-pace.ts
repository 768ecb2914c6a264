import { type Clock, pause } from './clock.ts'
import type { Sample } from './kinds.ts'

/** Factor relative to the recorded pace; `max` is as fast as the server acknowledges. */
export type Speed = number | 'max'

export interface Pace {
  readonly speed: Speed
  /** The earliest timestamp of all recordings, which is replayed at `startMs` of the clock. */
  readonly originMs: number
  readonly startMs: number
  readonly clock: Clock
  readonly samplesPerMessage: number
}

/** Returns the next message when it is due, and undefined after the last. May be called concurrently. */
export function dealSamples(
  samples: readonly Sample[],
  pace: Pace,
): () => Promise<readonly Sample[] | undefined> {
  const { speed, clock } = pace
  let dealt = 0
  const dueAt = ({ at }: Sample) =>
    speed === 'max' ? Number.NEGATIVE_INFINITY : pace.startMs + (at - pace.originMs) / speed
  return async () => {
    for (;;) {
      const first = samples[dealt]
      if (!first) return undefined
      const waitMs = dueAt(first) - clock.now()
      if (waitMs <= 0) break
      await pause(clock, waitMs)
    }
    const from = dealt
    while (dealt - from < pace.samplesPerMessage) {
      const sample = samples[dealt]
      if (!sample || dueAt(sample) > clock.now()) break
      dealt++
    }
    return samples.slice(from, dealt)
  }
}
