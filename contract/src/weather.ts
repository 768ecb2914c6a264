import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { intervals, Series } from './sensors.ts'
import { epochMs, id, instant, Named, OnlyPage, timeZone } from './wire.ts'

/** The weather icons (spec 3). */
export const weatherIcons = [
  'ClearDay',
  'ClearNight',
  'FewCloudsDay',
  'FewCloudsNight',
  'Cloudy',
  'ShowersDay',
  'ShowersNight',
  'Rain',
  'Thunderstorm',
  'Snow',
  'Fog',
] as const
export const WeatherIcon = z.enum(weatherIcons)
export type WeatherIcon = z.output<typeof WeatherIcon>

const outdoors = {
  At: instant,
  /** °C */
  Temperature: z.number(),
  /** %RH */
  Humidity: z.number().nullable(),
  /** null: not reported. */
  Icon: WeatherIcon.nullable(),
}
export const WeatherHour = z.strictObject(outdoors)
export type WeatherHour = z.output<typeof WeatherHour>

export const WeatherDay = z.strictObject({
  /** In the time zone of the site. */
  Date: z.iso.date(),
  /** °C */
  Min: z.number(),
  Max: z.number(),
  /** The most severe weather of its daylight. */
  Icon: WeatherIcon.nullable(),
})
export type WeatherDay = z.output<typeof WeatherDay>

export const WeatherState = z.enum([
  /** No weather service is configured. */
  'Off',
  /** Neither the site nor one above it has an address or a point. */
  'NoAddress',
  'AddressNotFound',
  /** The first request to the service is pending. */
  'Pending',
  /** The service has never answered. */
  'Failed',
  'Ready',
])

export const Weather = z.strictObject({
  State: WeatherState,
  TimeZone: z.string(),
  /** The place of the weather. null: not known. */
  Place: z
    .strictObject({
      /** The service's name for the address. null: a point was set manually. */
      Name: z.string().nullable(),
      Latitude: z.number(),
      Longitude: z.number(),
      /** The site with the address or point: the site itself or the nearest above. null for one above the caller's. */
      Site: Named.nullable(),
    })
    .nullable(),
  Current: WeatherHour.nullable(),
  /** The hours of the next day and a half, as far as they are known. */
  Hours: z.array(WeatherHour),
  /** Today and the days after it. */
  Days: z.array(WeatherDay),
  /** When the service last answered. */
  UpdatedAt: instant.nullable(),
  /** Whether that is too long ago to count as the current weather. */
  IsStale: z.boolean(),
  /** Whether a request to the service is pending, so that another call a few seconds later may return newer data. */
  IsRefreshing: z.boolean(),
  /** Must be shown with the data. null if off. */
  Attribution: z.strictObject({ Name: z.string(), Url: z.url(), License: z.string() }).nullable(),
})
export type Weather = z.output<typeof Weather>

export const weather = {
  get: endpoint({
    method: 'GET',
    path: '/weather',
    summary: 'Get the weather at a site now, by hour and by day',
    access: 'signedIn',
    query: z.strictObject({ SiteId: id.optional(), ...OnlyPage.shape }),
    answer: Weather,
  }),
  history: endpoint({
    method: 'GET',
    path: '/weather/history',
    summary:
      'Get the outdoor temperature and humidity at a site in [startTime, endTime), by default of the last day, as far as they were kept',
    access: 'signedIn',
    query: z.strictObject({
      SiteId: id.optional(),
      ...OnlyPage.shape,
      startTime: epochMs.optional(),
      endTime: epochMs.optional(),
      timeZone: timeZone.optional(),
      /** A longer one is used if there would be more than 2,000 points, but never one shorter than an hour. */
      interval: z.enum(intervals).optional(),
    }),
    answer: Series,
  }),
}
