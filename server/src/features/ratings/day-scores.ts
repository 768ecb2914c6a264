import { leastSamples } from '@eot/contract/rating-standards'
import { type ScoreColumn, type Scores, scoreColumns } from './score-columns.ts'

/** The number of hours with a score that a day needs for a score; the same on days on which the clocks change. */
export const leastHours = 24 * leastSamples

/** Returns the scores of a day: the means of those of its hours, if there are enough. */
export function dayScores(hours: readonly Scores[]): Scores {
  const meanOf = (column: ScoreColumn) => {
    const known = hours.flatMap((hour) => hour[column] ?? [])
    return known.length < leastHours
      ? null
      : Math.round(known.reduce((sum, score) => sum + score, 0) / known.length)
  }
  // One entry per column.
  return Object.fromEntries(scoreColumns.map((column) => [column, meanOf(column)])) as Scores
}
