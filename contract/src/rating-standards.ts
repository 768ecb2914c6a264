/** The types of ratings (spec 3): the air of a room, and how comfortable it is. */
export const ratingTypes = ['AirQuality', 'Comfort'] as const
export type RatingType = (typeof ratingTypes)[number]

/** The published limits by which air quality is rated. */
export const ratingStandards = ['EPA', 'WHO', 'UBA', 'Indoor'] as const
export type RatingStandard = (typeof ratingStandards)[number]
/** The standard of a site if it is set neither there nor above. */
export const defaultStandard: RatingStandard = 'EPA'

/** Best first, each with its lowest score. */
export const ratingBands = [
  ['Excellent', 90],
  ['Good', 80],
  ['Fair', 60],
  ['Poor', 0],
] as const
export type RatingBand = (typeof ratingBands)[number][0]

/** Returns the band of a score from 0 to 100. */
export const bandOf = (score: number): RatingBand =>
  ratingBands.find(([, least]) => score >= least)?.[0] ?? 'Poor'

/** Share of the expected samples below which a window has no value. */
export const leastSamples = 0.75
