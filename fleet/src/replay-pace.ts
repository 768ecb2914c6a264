import { type Clock, pause } from './clock.ts'
import type { Sample } from './kinds.ts'

/** How many times faster than recorded; `max` is as fast as the server acknowledges. */
export type Speed = number | 'max'

export interface Pace {
  readonly speed: Speed
  /** The first instant of all recordings, which is played at `startMs` of the clock. */
  readonly originMs: number
  readonly startMs: number
  readonly clock: Clock
  readonly samplesPerMessage: number
}

/** Deals out the samples in messages, each when its time has come; undefined after the last. Several may ask at once. */
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
