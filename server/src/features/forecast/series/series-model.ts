import { type Vector, week } from './vector.ts'

/** Continues a history by a number of hours. The history begins where that of the fit began, and may be longer. */
export type Continuation = (history: Vector, horizon: number) => Vector

/** A way to forecast a series of hourly values without gaps. The first value may be of any hour. */
export interface SeriesModel {
  name: string
  fit(history: Vector): Continuation
}

/** Returns whether there are the two weeks that are needed to distinguish a weekly rhythm from a daily one. */
export const hasWeeks = (history: Vector): boolean => history.length >= 2 * week
