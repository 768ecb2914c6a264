import type { RatingStandard, RatingType } from '@eot/contract/rating-standards'

/** The scores stored of each hour and day: the air by each standard, and comfort. The order is that of the bytes of a month. */
export const scoreColumns = ['epa', 'who', 'uba', 'indoor', 'comfort'] as const
export type ScoreColumn = (typeof scoreColumns)[number]
export type Scores = Record<ScoreColumn, number | null>

const ofStandard: Record<RatingStandard, ScoreColumn> = {
  EPA: 'epa',
  WHO: 'who',
  UBA: 'uba',
  Indoor: 'indoor',
}

export const columnOf = (type: RatingType, standard: RatingStandard): ScoreColumn =>
  type === 'Comfort' ? 'comfort' : ofStandard[standard]

export const hasScore = (scores: Scores): boolean => scoreColumns.some((column) => scores[column] !== null)

/** Each month has bytes for this many days. */
export const daysOfMonth = 31
const noScore = 255

export const emptyMonth = (): Buffer => Buffer.alloc(scoreColumns.length * daysOfMonth, noScore)

/** Returns where the days of a column begin in the bytes of a month. */
export const offsetOf = (column: ScoreColumn): number => scoreColumns.indexOf(column) * daysOfMonth

/** Sets the scores of a day, 1 to 31. */
export function setDay(month: Buffer, day: number, scores: Scores): void {
  for (const column of scoreColumns) month[offsetOf(column) + day - 1] = scores[column] ?? noScore
}

export const scoreIn = (days: Uint8Array, day: number): number | null => {
  const score = days[day - 1] ?? noScore
  return score === noScore ? null : score
}
