import { z } from 'zod'
import { constants } from './constants.ts'
import { DeviceState } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { latestValues } from './latest-values.ts'
import { QualitySpan } from './quality.ts'
import { sensorKeys } from './vocabulary.ts'
import { epochMs, flag, IdParams, id, many, OnlyPage, ScopeQuery, someOf, timeZone } from './wire.ts'

export const intervals = [
  'Raw',
  'OneMinute',
  'FiveMinutes',
  'FifteenMinutes',
  'OneHour',
  'SixHours',
  'OneDay',
  'OneWeek',
  'OneMonth',
  'Year',
] as const
export type Interval = (typeof intervals)[number]

/** Maximum number of points in a series, for any time range. */
export const maxPoints = 2000

/** [start of the bucket in epoch ms, mean, min, max, count] */
const PointTuple = z.tuple([z.number(), z.number(), z.number(), z.number(), z.int()])

/** Where values are missing or unreliable, by start time. Only on request. */
const quality = z.array(QualitySpan).optional()

/**
 * [start of the bucket in epoch ms, p5, p50, p95, and the largest possible error of each, in the same order]. 0: it is exact.
 * Each is the smallest sample that at least 5, 50 or 95 % of the samples do not exceed (the nearest rank).
 */
const PointPercentiles = z.tuple([
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
])
export type PointPercentiles = z.output<typeof PointPercentiles>

/** Percentiles of all samples of a series, and the largest possible error of each. 0: it is exact. */
export const RangePercentiles = z.strictObject({
  P5: z.number(),
  P50: z.number(),
  P95: z.number(),
  P5Error: z.number(),
  P50Error: z.number(),
  P95Error: z.number(),
})
export type RangePercentiles = z.output<typeof RangePercentiles>

const percentiles = {
  /** Absent: not requested, or there are no samples. */
  RangePercentiles: RangePercentiles.optional(),
  /** One for each point, in the same order. Absent: not requested. */
  PointPercentiles: z.array(PointPercentiles).optional(),
}

export const Series = z.strictObject({
  Interval: z.enum(intervals),
  TimeZone: z.string(),
  Series: z.array(
    z.strictObject({
      Sensor: z.string(),
      Unit: z.string(),
      DeviceId: id.optional(),
      Points: z.array(PointTuple),
      Quality: quality,
      ...percentiles,
    }),
  ),
})
export type Series = z.output<typeof Series>
export type Point = Series['Series'][number]['Points'][number]

/** The series of a device with the additional data shown in their graphs. */
export const SensorGraphs = z.strictObject({
  Interval: z.enum(intervals),
  TimeZone: z.string(),
  Graphs: z.array(
    z.strictObject({
      Sensor: z.string(),
      Unit: z.string(),
      Points: z.array(PointTuple),
      Quality: quality,
      ...percentiles,
      /** Levels of the active alert rules, in the sensor's unit. */
      Levels: z.array(
        z.strictObject({ AlertType: z.string(), Direction: z.enum(['high', 'low']), RaiseLevel: z.number() }),
      ),
    }),
  ),
})
export type SensorGraphs = z.output<typeof SensorGraphs>

export const LatestValues = z.strictObject({ ...DeviceState.shape, ...latestValues })
export type LatestValues = z.output<typeof LatestValues>

/** Maximum number of points in all series of a response about the devices of a site, which limits its time and memory. */
export const maxSitePoints = 100_000

const range = {
  startTime: epochMs.optional(),
  endTime: epochMs.optional(),
  timeZone: timeZone.optional().meta({
    description:
      "The time zone in which points begin; default: that of the site. Points of an hour or longer consist of whole hours of the device's site, and points of a week or longer of whole days: each belongs to the point in which it begins, and is counted whole if it begins before endTime. The first point is the one that contains startTime, and is complete too",
  }),
  /** Adds p5, p50 and p95 of the whole range, with `Points` also of each point. They take longer than the rest. */
  percentiles: z.enum(['Range', 'Points']).optional(),
}
const asksQuality = {
  quality: flag.default(false).meta({
    description:
      'Also tells where values are missing or cannot be relied on. In a file, each value then has its quality, and each gap a row of its own',
  }),
}

const withPercentiles =
  'percentiles=Range adds p5, p50 and p95 of the range, percentiles=Points also those of each point'
const intervalOf = (usual: 'OneHour' | 'OneDay') => z.enum(intervals).exclude(['Raw']).default(usual)

export const sensors = {
  graphs: endpoint({
    method: 'GET',
    path: '/devices/:id/sensorgraphs',
    summary: `Get what the graphs of a device show in [startTime, endTime): the values of its sensors, with the levels of its alert rules; ${withPercentiles}`,
    access: 'ViewDevices',
    params: IdParams,
    query: z.strictObject({
      ...OnlyPage.shape,
      ...range,
      ...asksQuality,
      type: many(z.enum(sensorKeys)),
      interval: z.enum(intervals).optional(),
    }),
    answer: SensorGraphs,
  }),
  ofSite: endpoint({
    method: 'GET',
    path: '/data/sensors/site',
    summary: `Get the sensor values of all devices at a site and its sub-sites together in [startTime, endTime), by default of the last 30 days; ${withPercentiles}`,
    access: 'signedIn',
    query: z.strictObject({
      ...ScopeQuery.shape,
      ...OnlyPage.shape,
      ...range,
      type: many(z.enum(sensorKeys)),
      /** A longer one is used if there would be more than 2,000 points. */
      interval: intervalOf(constants.sensorIntervalSite),
    }),
    answer: Series,
  }),
  ofEachDevice: endpoint({
    method: 'GET',
    path: '/data/sensors/graphical/all',
    summary: `Get the values of sensors in [startTime, endTime), by default of the last day, for each device at a site and its sub-sites, sorted by name; ${withPercentiles}`,
    access: 'signedIn',
    query: z.strictObject({
      ...ScopeQuery.shape,
      ...OnlyPage.shape,
      ...range,
      ...asksQuality,
      type: someOf(z.enum(sensorKeys)),
      /** A longer one is used if there would be more than 2,000 points in a series or 100,000 in the response. */
      interval: intervalOf(constants.sensorIntervalDevice),
    }),
    answer: Series,
  }),
  latest: endpoint({
    method: 'GET',
    path: '/data/sensors/latest',
    summary:
      'Get the newest values of sensors for each device at a site and its sub-sites that has one of them, sorted by name',
    access: 'ViewDevices',
    query: z.strictObject({ ...ScopeQuery.shape, ...OnlyPage.shape, type: many(z.enum(sensorKeys)) }),
    answer: z.array(LatestValues),
  }),
  series: endpoint({
    method: 'GET',
    path: '/data/sensors',
    summary: `Get sensor values in [startTime, endTime); interval defaults to the finest that yields at most 2,000 points; ${withPercentiles}`,
    access: 'signedIn',
    query: z.strictObject({
      ...OnlyPage.shape,
      ...asksQuality,
      DeviceId: many(id),
      ...range,
      type: many(z.enum(sensorKeys)),
      interval: z.enum(intervals).optional(),
      SiteId: id.optional(),
    }),
    answer: Series,
  }),
}
