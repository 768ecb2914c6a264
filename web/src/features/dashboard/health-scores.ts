import type { RatingType } from '@eot/contract/rating-standards'
import type { HourScores } from '@eot/contract/ratings'

/** Returns the mean score of the rooms of several sites, or of a device; null: none of them has a score. */
export function scoreOf(
  { Scores }: Pick<HourScores, 'Scores'>,
  covers: readonly string[],
  type: RatingType,
): number | null {
  const covered = new Set(covers)
  const known = Scores.flatMap((place) => (covered.has(place.Id) ? (place[type] ?? []) : []))
  const rooms = known.reduce((sum, { Rooms }) => sum + Rooms, 0)
  return rooms === 0 ? null : Math.round(known.reduce((sum, { Sum }) => sum + Sum, 0) / rooms)
}
