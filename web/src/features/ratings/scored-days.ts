import type { RatingSeries } from '@eot/contract/ratings'
import { dayStart } from '../../texts/zoned-time.ts'

/** Returns the days of [from, to), in epoch ms, each with its score; −1: none. */
export function scoredDays(
  points: RatingSeries['Points'],
  { from, to }: { from: number; to: number },
  zone: string,
): [startMs: number, score: number][] {
  const scores = new Map(points.map(([start, score]) => [start, score]))
  const days: [number, number][] = []
  for (let at = from; at < to; at = dayStart(at, zone, 1)) days.push([at, scores.get(at) ?? -1])
  return days
}
