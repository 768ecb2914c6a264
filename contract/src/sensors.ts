import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { sensorKeys } from './vocabulary.ts'
import { epochMs, id, many, OnlyPage, timeZone } from './wire.ts'

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

export const Series = z.strictObject({
  Interval: z.enum(intervals),
  TimeZone: z.string(),
  Series: z.array(
    z.strictObject({
      Sensor: z.string(),
      Unit: z.string(),
      DeviceId: id.optional(),
      /** [start of the bucket in epoch ms, mean, min, max, count] */
      Points: z.array(z.tuple([z.number(), z.number(), z.number(), z.number(), z.int()])),
    }),
  ),
})
export type Series = z.output<typeof Series>
export type Point = Series['Series'][number]['Points'][number]

export const sensors = {
  series: endpoint({
    method: 'GET',
    path: '/data/sensors',
    summary:
      'Get sensor values in [startTime, endTime); interval defaults to the finest that yields at most 2,000 points',
    access: 'signedIn',
    query: z.strictObject({
      ...OnlyPage.shape,
      DeviceId: many(id),
      type: many(z.enum(sensorKeys)),
      startTime: epochMs.optional(),
      endTime: epochMs.optional(),
      interval: z.enum(intervals).optional(),
      timeZone: timeZone.optional(),
      SiteId: id.optional(),
    }),
    answer: Series,
  }),
}
