export type Span = [fromMs: number, toMs: number]

/** Cuts ascending samples wherever two lie further apart than `longestMs`, so that no line bridges silence. */
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
 * The stretches within [fromMs, toMs] in which nothing came for longer than `longestMs`, from the last
 * sample before to the first after. What lies before the first sample of all is silence too.
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

/** Spacing of ascending samples that half of them keep to; `ifUnknown` where there are not two. */
export function usualSpacingMs(timesMs: readonly number[], ifUnknown: number): number {
  const apart = timesMs.slice(1).map((ms, n) => ms - (timesMs[n] ?? ms))
  apart.sort((a, b) => a - b)
  return apart[Math.floor(apart.length / 2)] ?? ifUnknown
}
