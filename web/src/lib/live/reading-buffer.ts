import type { ReadingsMessage } from '@eot/contract/live'
import type { Series } from '@eot/contract/sensors'

/** What a device reported at one time: [epoch ms, {kind: value}]. */
export type Reading = ReadingsMessage['Samples'][number]

/**
 * Merges new readings into held ones: ascending, each time once, nothing before `oldestMs`. New readings may be late,
 * duplicates, or contain other kinds for a time already held.
 */
export function mergeReadings(
  held: readonly Reading[],
  news: readonly Reading[],
  oldestMs: number,
): readonly Reading[] {
  const fresh = news.filter(([ms]) => ms >= oldestMs)
  const kept = (held[0]?.[0] ?? oldestMs) < oldestMs ? held.filter(([ms]) => ms >= oldestMs) : held
  if (fresh.length === 0) return kept
  const lastMs = kept.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY
  const ascending = fresh.every(([ms], n) => ms > (fresh[n - 1]?.[0] ?? lastMs))
  if (ascending) return [...kept, ...fresh]
  const byTime = new Map<number, Record<string, number>>(kept)
  for (const [ms, values] of fresh) byTime.set(ms, { ...byTime.get(ms), ...values })
  return [...byTime].sort(([a], [b]) => a - b)
}

/** Converts a raw series to readings. Values of the same time are combined. */
export function readingsOf(series: Series['Series']): Reading[] {
  const byTime = new Map<number, Record<string, number>>()
  for (const { Sensor, Points } of series) {
    for (const [ms, value] of Points) {
      const values = byTime.get(ms) ?? {}
      values[Sensor] = value
      byTime.set(ms, values)
    }
  }
  return [...byTime].sort(([a], [b]) => a - b)
}

/** The values of one kind, ascending by time. */
export function samplesOf(readings: readonly Reading[], kind: string): [ms: number, value: number][] {
  return readings.flatMap(([ms, values]): [number, number][] => {
    const value = values[kind]
    return value === undefined ? [] : [[ms, value]]
  })
}

/** Whether readings may be missing between the held ones and the new ones. */
export function leavesGap(held: readonly Reading[], news: readonly Reading[], intervalMs: number): boolean {
  const lastMs = held.at(-1)?.[0]
  const firstMs = news[0]?.[0]
  return lastMs !== undefined && firstMs !== undefined && firstMs - lastMs > 1.5 * intervalMs
}
