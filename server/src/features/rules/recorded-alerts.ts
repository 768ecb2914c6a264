import type { TrialEpisode } from '../alerts/index.ts'

/** The stored minutes on which rules are tried. */
export const minuteMs = 60_000

interface Recorded {
  startedAt: Date
  endedAt: Date | null
}

/** Returns whether an alert of a trial that ends at `to` is the recorded one. */
export const isSameAlert =
  (to: number) =>
  (tried: TrialEpisode, { startedAt, endedAt }: Recorded): boolean =>
    // A minute is dated by its start, while the recorded alert starts within it.
    tried.startAt - minuteMs < (endedAt?.getTime() ?? to) &&
    (tried.endAt ?? to) + minuteMs > startedAt.getTime()
