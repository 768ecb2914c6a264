import { z } from 'zod'
import { constants } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { ratingBands, ratingStandards, ratingTypes } from './rating-standards.ts'
import { sensorKeys } from './vocabulary.ts'
import { epochMs, IdParams, id, instant, integer, Named, OnlyPage, ScopeQuery } from './wire.ts'

const type = z.enum(ratingTypes)
const standard = z.enum(ratingStandards)
const sensor = z.enum(sensorKeys)
const band = z.enum(ratingBands.map(([name]) => name))
/** 0 to 100; null: fewer than 75 % of the samples, so no score. */
const score = z.int().min(0).max(100).nullable()
/** How a value is computed from samples: the mean, the NowCast of the EPA, or the level exceeded 90 % of the time. */
const method = z.enum(['Mean', 'NowCast', 'L90'])
/** Sensors with enough samples, and those of the model that are rated. */
const sensorCounts = z.strictObject({ Rated: z.int(), Known: z.int() })

/** A quantity and the points that it takes from 100. The points of all quantities and the score add up to 100. */
export const RatedQuantity = z.strictObject({
  Sensor: sensor,
  /** Mean of the rooms, in the unit of the sensor; null without enough samples. */
  Value: z.number().nullable(),
  Unit: z.string(),
  Method: method,
  /** The number of hours that the value covers. */
  Hours: z.int(),
  /** Predicted percentage of people dissatisfied, of the temperature only. */
  Dissatisfied: z.number().optional(),
  /** Estimated from another gas sensor instead of measured. */
  IsEstimated: z.boolean(),
  /** Set if it would count twice: the quantity, estimated from the same sensor, that counts for both. */
  CountedIn: sensor.nullable(),
  /** Darkness in which nobody works does not count. */
  IsDark: z.boolean(),
  Points: z.int(),
  /** The band of the quantity by itself. */
  Band: band.nullable(),
})
export type RatedQuantity = z.output<typeof RatedQuantity>

/** The rating of a site: the mean of its rooms, each with the same weight. */
export const Rating = z.strictObject({
  Type: type,
  SiteId: id,
  At: instant,
  /** The standard for air quality at the site. Sub-sites may have another; comfort has a single one. */
  Standard: standard,
  Score: score,
  Band: band.nullable(),
  /** The score 24 hours before. */
  Before: score,
  /** The quantity that costs the most. */
  Lead: sensor.nullable(),
  Quantities: z.array(RatedQuantity),
  Sensors: sensorCounts,
  /** Share of the expected samples in the last hour, 0 to 1. */
  Samples: z.number().min(0).max(1),
  Rooms: z.strictObject({
    Rated: z.int(),
    Known: z.int(),
    Excellent: z.int(),
    Good: z.int(),
    Fair: z.int(),
    Poor: z.int(),
  }),
})
export type Rating = z.output<typeof Rating>

/** A device with its rating. */
export const RatedRoom = z.strictObject({
  Id: id,
  Name: z.string(),
  Site: Named,
  Score: score,
  Band: band.nullable(),
  Lead: z.strictObject({ Sensor: sensor, Value: z.number(), Unit: z.string() }).nullable(),
  Sensors: sensorCounts,
  Samples: z.number().min(0).max(1),
  LatestAt: instant.nullable(),
  /** Scores of the last 24 full hours, oldest first. */
  Hours: z.array(score),
})
export type RatedRoom = z.output<typeof RatedRoom>

/** The gain of the rating if one quantity were within the best band everywhere. */
export const RatingGain = z.strictObject({
  Sensor: sensor,
  Points: z.int(),
  /** The number of rooms in which it is not. */
  Rooms: z.int(),
  /** The best band in the sensor's unit, or for the temperature the greatest percentage dissatisfied. null: no bound. */
  Least: z.number().nullable(),
  Greatest: z.number().nullable(),
  /** The room that would gain the most. */
  Worst: Named,
  /** The site with the most of these rooms, and how many. */
  Site: z.strictObject({ ...Named.shape, Rooms: z.int() }),
})
export type RatingGain = z.output<typeof RatingGain>

export const RatingDetails = z.strictObject({
  ...Rating.shape,
  /** The worst first; those without a score last. */
  Worst: z.array(RatedRoom),
  /** The most first. */
  Gains: z.array(RatingGain),
  /** The score by each standard, only for air quality. */
  Alternatives: z.array(z.strictObject({ Standard: standard, Score: score })),
})
export type RatingDetails = z.output<typeof RatingDetails>

/** Scores over time. */
export const RatingSeries = z.strictObject({
  Type: type,
  TimeZone: z.string(),
  StartDate: instant,
  EndDate: instant,
  Interval: z.enum(['OneHour', 'OneDay']),
  /** Mean of the points. */
  Score: score,
  /** [start in epoch ms, mean of the rooms, 10th percentile, 90th percentile, rooms with a score] */
  Points: z.array(z.tuple([z.number(), z.int(), z.int(), z.int(), z.int()])),
})
export type RatingSeries = z.output<typeof RatingSeries>

/** How many rooms have a score, at least one, and the sum of their scores, so that places can be combined. */
const roomScores = z.strictObject({ Sum: z.int(), Rooms: z.int() }).nullable()

/** The scores of rooms in the last rated hour. */
export const HourScores = z.strictObject({
  /** When the hour ended at the site. */
  At: instant,
  /** Without those that have no score. */
  Scores: z.array(
    z.strictObject({
      /** The site, without its sub-sites, or the device. */
      Id: id,
      AirQuality: roomScores,
      Comfort: roomScores,
    }),
  ),
})
export type HourScores = z.output<typeof HourScores>

/** The limits by which a quantity is rated. */
export const QuantityLimits = z.strictObject({
  Sensor: sensor,
  Method: method,
  Hours: z.int(),
  /** Unit of the limits, which may differ from that of the sensor. */
  Unit: z.string(),
  /** [value, points that it costs by itself]; linear in between. */
  Limits: z.array(z.tuple([z.number(), z.number()])),
  Source: z.string(),
})

export const RatingTypeInfo = z.strictObject({
  Key: type,
  Name: z.string(),
  Standards: z.array(
    z.strictObject({
      /** null: the only one. */
      Key: standard.nullable(),
      Name: z.string(),
      Quantities: z.array(QuantityLimits),
    }),
  ),
})
export type RatingTypeInfo = z.output<typeof RatingTypeInfo>

/** A type by which devices at a site and below are rated. */
export const SiteRatingType = z.strictObject({
  Key: type,
  Name: z.string(),
  /** The rated sensors of the models there. */
  Sensors: z.array(sensor),
  /** In effect at the site, for air quality. */
  Standard: standard.nullable(),
})
export type SiteRatingType = z.output<typeof SiteRatingType>

const site = { ...ScopeQuery.shape, ...OnlyPage.shape }
/** Default: the type that the user, or else the site, has chosen to see first. */
const chosenType = { Type: type.optional() }
const window = {
  /** In epoch ms. Default: the start of the current day at the site (spec 9). */
  startDate: epochMs.optional(),
  /** Exclusive. Default: the end of the current day at the site. */
  endDate: epochMs.optional(),
}
/** The longest window, of ten years. */
export const longestWindowDays = 3660

export const ratings = {
  now: endpoint({
    method: 'GET',
    path: '/ratings',
    summary:
      'Get the rating of a site and its sub-sites now, with its worst rooms and what would improve it most',
    access: 'ViewRatings',
    query: z.strictObject({
      ...site,
      ...chosenType,
      /** Only this device. */
      DeviceId: id.optional(),
      /** The number of worst rooms. */
      results: integer(1, 1000).default(constants.topResults),
    }),
    answer: RatingDetails,
  }),
  lastHour: endpoint({
    method: 'GET',
    path: '/ratings/lasthour',
    summary: 'List the scores of each site below a site, or of each device, in the last rated hour',
    access: 'ViewRatings',
    query: z.strictObject({ ...site, by: z.enum(['Site', 'Device']).default('Site') }),
    answer: HourScores,
  }),
  live: endpoint({
    method: 'GET',
    path: '/ratingslive',
    summary:
      'Get the ratings of [startDate, endDate), by default the current day, by hour, or by day if longer than 14 days',
    access: 'ViewRatings',
    query: z.strictObject({ ...site, ...chosenType, ...window }),
    answer: RatingSeries,
  }),
  overTime: endpoint({
    method: 'GET',
    path: '/analyticsdata/ratingslive',
    summary: 'Get the ratings of each day or hour in [startDate, endDate), by default of the current day',
    access: 'ViewRatings',
    query: z.strictObject({
      ...site,
      ...chosenType,
      ...window,
      /** Hours for at most 31 days. */
      interval: z.enum(['OneHour', 'OneDay', 'Day']).default(constants.ratingsInterval),
    }),
    answer: RatingSeries,
  }),
  types: endpoint({
    method: 'GET',
    path: '/ratingstypes/all',
    summary: 'List the types of ratings with their standards, limits and sources',
    access: 'signedIn',
    query: OnlyPage,
    answer: z.array(RatingTypeInfo),
  }),
  typesOfSite: endpoint({
    method: 'GET',
    path: '/sites/:id/ratingstypes',
    summary: 'List the types by which devices of a site and its sub-sites are rated',
    access: 'signedIn',
    params: IdParams,
    query: OnlyPage,
    answer: z.array(SiteRatingType),
  }),
}
