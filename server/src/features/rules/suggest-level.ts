/** The most extreme value of an alert, and its disposition. */
export interface JudgedPeak {
  peak: number
  disposition: 'Real' | 'False' | 'Unknown' | null
}

interface Scale {
  isHigh: boolean
  /** The difference between two neighboring values of the sensor. */
  step: number
  /** The level in effect. */
  level: number
}

/** Fewer false alarms may be a coincidence. */
export const leastFalse = 3

/**
 * Returns the level with the greatest number of avoided false alarms minus missed alerts without a disposition. It lies just
 * beyond the peak of a false alarm and misses no alert marked real. Returns undefined if no level avoids at least `leastFalse`
 * more false alarms than it misses alerts.
 */
export function suggestLevel(
  alerts: readonly JudgedPeak[],
  { isHigh, step, level }: Scale,
): number | undefined {
  // Counted from the level in effect, so that a low level works like a high one.
  const beyond = (value: number) => Math.round((isHigh ? value - level : level - value) / step)
  const steps = alerts.map(({ peak, disposition }) => ({ at: beyond(peak), disposition }))
  const mostRaised = Math.min(
    ...steps.flatMap(({ at, disposition }) => (disposition === 'Real' ? at : [])),
    Number.POSITIVE_INFINITY,
  )
  const gainOf = (raised: number) =>
    steps
      .filter(({ at }) => at < raised)
      .reduce((gain, { disposition }) => gain + (disposition === 'False' ? 1 : -1), 0)
  const candidates = new Set(
    steps.flatMap(({ at, disposition }) =>
      disposition === 'False' && at + 1 > 0 && at + 1 <= mostRaised ? at + 1 : [],
    ),
  )
  // If several levels are equally good, the lowest comes first.
  const best = [...candidates]
    .toSorted((a, b) => a - b)
    .map((raised) => ({ raised, gain: gainOf(raised) }))
    .reduce<{ raised: number; gain: number } | undefined>(
      (found, one) => (found && found.gain >= one.gain ? found : one),
      undefined,
    )
  if (!best || best.gain < leastFalse) return undefined
  const raised = best.raised * step
  const decimals = Math.max(0, -Math.floor(Math.log10(step)))
  return Number((isHigh ? level + raised : level - raised).toFixed(decimals))
}
