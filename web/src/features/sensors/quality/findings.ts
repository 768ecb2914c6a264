import type { QualitySpan } from '@eot/contract/quality'

/** A span and the sensors it applies to. */
export interface Finding extends QualitySpan {
  sensors: string[]
}

/** Merges the spans of several sensors, in order of time. A silent device, or one whose clock is ahead, is a single finding. */
export function findingsOf(
  series: readonly { sensor: string; quality: readonly QualitySpan[] }[],
): Finding[] {
  const found = new Map<string, Finding>()
  for (const { sensor, quality } of series)
    for (const span of quality) {
      const key = `${span.Quality} ${span.From} ${span.To}`
      const known = found.get(key)
      if (known) known.sensors.push(sensor)
      else found.set(key, { ...span, sensors: [sensor] })
    }
  return [...found.values()].sort((a, b) => a.From - b.From || a.To - b.To)
}

/** Returns the longest findings, in order of time. */
export const longestOf = (findings: readonly Finding[], most: number): Finding[] =>
  findings
    .toSorted((a, b) => b.To - b.From - (a.To - a.From))
    .slice(0, most)
    .sort((a, b) => a.From - b.From)
