import { z } from 'zod'
import { alertType } from './alerts.ts'
import { endpoint } from './endpoint.ts'
import { forecastSensors } from './forecast-sensors.ts'
import { readableLine } from './text.ts'
import { IdParams, id, many, Named, numeric, OnlyPage, ScopeQuery } from './wire.ts'

/** The largest number of days that a forecast covers. */
export const forecastDays = 7
/** Days of measured values that a forecast needs. */
export const neededForecastDays = 21

/** A day in the calendar of the site. */
const date = z.iso.date().meta({ examples: ['2026-12-24', '2027-01-01'] })

/** Half of the values are expected between `Low50` and `High50`, and 8 of 10 between `Low80` and `High80`. */
const ranges = { Low50: z.number(), High50: z.number(), Low80: z.number(), High80: z.number() }

export const ExpectedAlerts = z.strictObject({ Mean: z.number(), ...ranges })
export type ExpectedAlerts = z.output<typeof ExpectedAlerts>

const ExpectedHour = z.strictObject({
  /** Epoch ms. */
  StartAt: z.number(),
  /** In local time of the site. */
  Hour: z.int().min(0).max(23),
  ...ExpectedAlerts.shape,
})

export const ExpectedDay = z.strictObject({
  Date: date,
  StartAt: z.number(),
  /** The name of the closed day; null: the site is open. */
  Closed: z.string().nullable(),
  ...ExpectedAlerts.shape,
  Hours: z.array(ExpectedHour),
})
export type ExpectedDay = z.output<typeof ExpectedDay>

/** A forecast of a past day, made before the day began, and the actual count. */
export const ScoredDay = z.strictObject({
  Date: date,
  Mean: z.number(),
  Low80: z.number(),
  High80: z.number(),
  Count: z.int(),
  /** The forecast of the simple rule: the count of the same weekday a week before. */
  LastWeek: z.int(),
  Hours: z.array(
    z.strictObject({
      /** The hour of the day in local time of the site. A repeated hour occurs twice, and a skipped one not at all. */
      Hour: z.int(),
      Mean: z.number(),
      Low80: z.number(),
      High80: z.number(),
      Count: z.int(),
    }),
  ),
})
export type ScoredDay = z.output<typeof ScoredDay>

export const WeeklyForecast = z.strictObject({
  TimeZone: z.string(),
  /** Days since the first alert or reading at these sites, at most 182. */
  DaysOfData: z.int(),
  NeededDays: z.int(),
  /** No device has reported since the day before, although some did earlier, so that nothing can be expected. */
  IsSilent: z.boolean(),
  /** The day on which there will be enough data, if devices report; null: there is enough, or none at all. */
  StartsOn: date.nullable(),
  /** Alerts of the last seven days. */
  LastWeek: z.int(),
  /** null if there is not enough recent data. The fields below are then empty too. */
  Expected: ExpectedAlerts.nullable(),
  Days: z.array(ExpectedDay),
  /** The coming hour with the most expected alerts; null if no hour expects at least one every other week. */
  Busiest: z
    .strictObject({
      ...ExpectedHour.shape,
      /** Alerts in this hour of the last eight weeks, and the device with the most of them. */
      Past: z.int(),
      Device: z.strictObject({ ...Named.shape, Count: z.int() }).nullable(),
    })
    .nullable(),
  /** The last past days with a forecast, at most 28, oldest first. */
  Scored: z.array(ScoredDay),
})
export type WeeklyForecast = z.output<typeof WeeklyForecast>

/** Whether there is a forecast, or why not: too few days, too many hours without values, or none in the last day. */
export const SeriesState = z.enum(['Ready', 'TooShort', 'Gaps', 'Silent'])

const ExpectedValue = z.strictObject({
  /** Start of the hour in epoch ms. */
  StartAt: z.number(),
  /** The most likely mean of the hour. */
  Value: z.number(),
  ...ranges,
})

/** The errors of forecasts of the next day, in the last 28 days. */
export const SensorScore = z.strictObject({
  Sensor: z.string(),
  Unit: z.string(),
  /** Forecasts of one sensor for one day. */
  Forecasts: z.int(),
  /** Mean absolute error of an hour; `SimpleMiss` is that of the same hour a week before. */
  Miss: z.number(),
  SimpleMiss: z.number(),
  /** Shares of the hours within the bands. */
  Inside50: z.number(),
  Inside80: z.number(),
})
export type SensorScore = z.output<typeof SensorScore>

export const SensorForecast = z.strictObject({
  Sensor: z.string(),
  Unit: z.string(),
  DeviceId: id,
  TimeZone: z.string(),
  State: SeriesState,
  /** Days since the first measured one, at most 42. */
  DaysOfData: z.int(),
  NeededDays: z.int(),
  /** The name of the model that was most accurate in the back-test. */
  Model: z.string().nullable(),
  /** From the beginning of today. */
  Hours: z.array(ExpectedValue),
  Score: SensorScore.nullable(),
})
export type SensorForecast = z.output<typeof SensorForecast>

export const RoomPeak = z.strictObject({ Device: Named, Site: Named, Peak: ExpectedValue })
export type RoomPeak = z.output<typeof RoomPeak>

/** A day on which a site and those below it are closed. */
export const ClosedDay = z.strictObject({
  Date: date,
  Name: readableLine.min(1, 'Please enter a name').max(60),
})
export type ClosedDay = z.output<typeof ClosedDay>

const ClosedDays = z.strictObject({
  /** By date. */
  Days: z.array(ClosedDay),
  /** Closed days of the sites above, which also apply here. */
  Inherited: z.array(ClosedDay),
})

/** The largest number of closed days of a site, and of those in a request. */
export const mostClosedDays = 366

const sensor = z.enum(forecastSensors)

export const forecast = {
  weekly: endpoint({
    method: 'GET',
    path: '/forecast/weekly',
    summary: 'Forecast the alerts of the coming days at a site and its sub-sites, hour by hour',
    access: 'ViewForecast',
    query: z.strictObject({
      ...ScopeQuery.shape,
      ...OnlyPage.shape,
      type: many(alertType),
      Days: numeric(
        z.int().min(1).max(forecastDays, `A forecast reaches at most ${forecastDays} days ahead`),
      ).default(forecastDays),
    }),
    answer: WeeklyForecast,
  }),
  sensor: endpoint({
    method: 'GET',
    path: '/forecast/sensors',
    summary: 'Forecast a sensor of a device for seven days from the beginning of today, hour by hour',
    access: 'ViewForecast',
    query: z.strictObject({ ...OnlyPage.shape, DeviceId: id, Sensor: sensor }),
    answer: SensorForecast,
  }),
  rooms: endpoint({
    method: 'GET',
    path: '/forecast/rooms',
    summary:
      'List the highest hour that a sensor is expected to have tomorrow in each room, highest first, of at most 500 rooms',
    access: 'ViewForecast',
    query: z.strictObject({
      ...ScopeQuery.shape,
      ...OnlyPage.shape,
      Sensor: sensor,
      /** A device whose room is listed, too, if it has a forecast but there are too many rooms with a higher peak. */
      DeviceId: id.optional(),
    }),
    answer: z.array(RoomPeak),
  }),
  scores: endpoint({
    method: 'GET',
    path: '/forecast/scores',
    summary: 'Tell how far the forecasts of sensors at a site and its sub-sites were from what was measured',
    access: 'ViewForecast',
    query: z.strictObject({ ...ScopeQuery.shape, ...OnlyPage.shape }),
    answer: z.array(SensorScore),
  }),
  closedDays: endpoint({
    method: 'GET',
    path: '/sites/:id/closeddays',
    summary: 'List the days on which a site is closed',
    access: 'ViewForecast',
    params: IdParams,
    query: OnlyPage,
    answer: ClosedDays,
  }),
  changeClosedDays: endpoint({
    method: 'PUT',
    path: '/sites/:id/closeddays',
    summary: 'Add and remove days on which a site and those below it are closed; the other days stay',
    access: 'EditSite',
    params: IdParams,
    body: z.strictObject({
      /** The name of a day that is already closed is replaced. */
      Add: z.array(ClosedDay).max(mostClosedDays).default([]),
      Remove: z.array(date).max(mostClosedDays).default([]),
      /** The complete list, which replaces all days of the site. Sent by the portal of release 0.1 instead of Add and Remove. */
      Days: z.array(ClosedDay).max(mostClosedDays).optional(),
    }),
    answer: ClosedDays,
  }),
}
