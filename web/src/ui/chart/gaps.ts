export type Span = [fromMs: number, toMs: number]

/** Splits ascending samples wherever two are more than `longestMs` apart, so that no line bridges a gap. */
export function splitAtGaps<T>(samples: readonly T[], atMs: (sample: T) => number, longestMs: number): T[][] {
  const runs: T[][] = []
  let run: T[] = []
  let previousMs = 0
  for (const sample of samples) {
    const ms = atMs(sample)
    if (run.length > 0 && ms - previousMs > longestMs) {
      runs.push(run)
      run = []
    }
    run.push(sample)
    previousMs = ms
  }
  if (run.length > 0) runs.push(run)
  return runs
}

/**
 * Returns the times within [fromMs, toMs] without data for longer than `longestMs`, each from the last sample before it to
 * the first after it. The time before the very first sample counts too.
 */
export function silences(
  timesMs: readonly number[],
  fromMs: number,
  toMs: number,
  longestMs: number,
): Span[] {
  const spans: Span[] = []
  let previousMs: number | null = null
  for (const ms of [...timesMs, toMs]) {
    const startMs = Math.max(fromMs, previousMs ?? fromMs)
    const endMs = Math.min(toMs, ms)
    const lasted = ms - (previousMs ?? fromMs)
    if (lasted > longestMs && endMs > startMs) spans.push([startMs, endMs])
    previousMs = ms
  }
  return spans
}

/** Median spacing of ascending times. `ifUnknown` if there are fewer than two. */
export function usualSpacingMs(timesMs: readonly number[], ifUnknown: number): number {
  const apart = timesMs.slice(1).map((ms, n) => ms - (timesMs[n] ?? ms))
  apart.sort((a, b) => a - b)
  return apart[Math.floor(apart.length / 2)] ?? ifUnknown
}
