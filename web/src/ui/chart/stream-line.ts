import type { ReactNode } from 'react'
import type { Sample } from './sparkline.tsx'

/** A line of the streaming chart: the values of one sensor as shares of its own alert level. */
export interface StreamLine {
  key: string
  name: ReactNode
  /** The name for screen readers. */
  spoken: string
  /** A CSS color, such as the token of the kind. */
  color: string
  /** Ascending by time. */
  samples: readonly Sample[]
  /** Converts a value to its share of the alert level; 1 is the level. */
  share: (value: number) => number
  /** Formats the value, without its unit. */
  text: (value: number) => string
  unit: string
  /** Drawn thicker than the others, as for a sensor in alert. */
  strong: boolean
}

export interface StreamEpisode {
  id: string
  /** For example "Vape raised 10:36:04". */
  label: string
  /** For narrow charts, such as "10:36". */
  shortLabel: string
  startMs: number
  /** null: ongoing. */
  endMs: number | null
}

const scales = [
  { max: 0.3, ticks: [0, 0.1, 0.2] },
  { max: 0.6, ticks: [0, 0.25, 0.5] },
  { max: 1.4, ticks: [0, 0.5, 1] },
  { max: 2, ticks: [0, 0.5, 1, 1.5] },
  { max: 3, ticks: [0, 1, 2] },
  { max: 5, ticks: [0, 1, 2, 3, 4] },
  { max: 7.5, ticks: [0, 1, 2.5, 5] },
  { max: 10, ticks: [0, 1, 2.5, 5, 7.5] },
  { max: 20, ticks: [1, 5, 10, 15] },
  { max: 50, ticks: [1, 10, 20, 30, 40] },
] as const

/**
 * An axis that follows the values in steps, so that it does not move with every small change. While all values are
 * far below their alert levels it ends below the levels. Values above fifty times the level run along the upper edge.
 */
export function shareScale(shares: Iterable<number>): { max: number; ticks: readonly number[] } {
  let highest = 0
  for (const share of shares) highest = Math.max(highest, share)
  return scales.find(({ max }) => highest <= max * 0.98) ?? scales[scales.length - 1] ?? scales[0]
}

/** The sample times of all lines in ascending order, without duplicates. */
export function sharedTimes(lines: readonly StreamLine[], fromMs: number): number[] {
  const times = new Set<number>()
  for (const line of lines) for (const [ms] of line.samples) if (ms >= fromMs) times.add(ms)
  return [...times].sort((a, b) => a - b)
}

/** The value at exactly this time. */
export function valueAt(line: StreamLine, ms: number): number | undefined {
  let low = 0
  let high = line.samples.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((line.samples[middle]?.[0] ?? ms) < ms) low = middle + 1
    else high = middle
  }
  const found = line.samples[low]
  return found?.[0] === ms ? found[1] : undefined
}
