import { bandOf } from '@eot/contract/rating-standards'
import type { RatedQuantity, Rating } from '@eot/contract/ratings'
import type { Measurement } from '../../lib/units.ts'
import { t } from '../../texts/i18n.ts'
import { sensorName } from '../sensors/sensor-names.ts'
import { readingText, unitText } from '../sensors/shown-reading.ts'

export type ScoredRating = Pick<Rating, 'Type' | 'Score' | 'Quantities' | 'Lead' | 'Rooms'>

/** "Air quality is fair", or why it has no score. */
export function ratingIs({ Type, Score, Rooms }: Pick<Rating, 'Type' | 'Score' | 'Rooms'>): string {
  const type = t(`ratings.type.${Type}`)
  if (Score !== null) return t(`ratings.is.${bandOf(Score)}`, { type })
  return t(Rooms.Known === 0 ? 'ratings.noRooms' : 'ratings.noScore', { type })
}

/** "Air quality is fair: CO₂ (estimated) takes 16 of the 22 points lost". */
export function ratingHeadline(rating: ScoredRating): string {
  const is = ratingIs(rating)
  if (rating.Score === null) return is
  const lead = rating.Quantities.find(({ Sensor }) => Sensor === rating.Lead)
  if (!lead) return t('ratings.nothingLost', { is })
  const words = { is, sensor: sensorName(lead.Sensor), points: lead.Points, count: 100 - rating.Score }
  return t('ratings.led', words)
}

/** Explains why nothing is listed that would raise the score. */
export const noGainsText = ({ Score }: Pick<Rating, 'Score'>): string =>
  t(Score === null ? 'ratings.unknownGains' : 'ratings.noGains')

/** "4 below yesterday"; undefined without a score then or now. */
export function changeText({ Score, Before }: Pick<Rating, 'Score' | 'Before'>): string | undefined {
  if (Score === null || Before === null) return undefined
  if (Score === Before) return t('ratings.same')
  return t(Score > Before ? 'ratings.above' : 'ratings.below', { count: Math.abs(Score - Before) })
}

/** Describes how the value of a quantity was computed, or why it does not count. */
export function methodText(quantity: RatedQuantity): string {
  if (quantity.Value === null) return t('ratings.noValue')
  if (quantity.CountedIn) return t('ratings.countedIn', { sensor: sensorName(quantity.CountedIn) })
  if (quantity.IsDark) return t('ratings.dark')
  if (quantity.Dissatisfied !== undefined)
    return t('ratings.dissatisfied', { percent: Math.round(quantity.Dissatisfied) })
  return t(`ratings.method.${quantity.Method}`, { hours: quantity.Hours })
}

export const quantityText = (value: number, sensor: string, measurement: Measurement): string => {
  const unit = unitText(sensor, measurement)
  return `${readingText(value, sensor, measurement)}${unit ? ` ${unit}` : ''}`
}

/** "100 − 16 − 4 = 80". */
export function sumText({ Score, Quantities }: ScoredRating): string {
  const taken = Quantities.filter(({ Points }) => Points > 0).map(({ Points }) => Points)
  return t('ratings.sum', { terms: [100, ...taken].join(' − '), score: Score })
}
