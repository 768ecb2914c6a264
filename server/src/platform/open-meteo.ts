import { z } from 'zod'
import { type Egress, type EgressAnswer, EgressRefused } from './egress/egress.ts'
import { retryAfterMs } from './retry-after.ts'
import {
  type FoundPlace,
  type Observation,
  WeatherFailure,
  type WeatherPoint,
  type WeatherProvider,
  type WeatherReport,
} from './weather-provider.ts'

/** A hundred days of hours are about 60 KB. */
const mostBytes = 512 * 1024
const mostPlaces = 50
/** The service limits requests per hour or per day. */
const mostPauseMs = 86_400_000

/**
 * A service with the format of Open-Meteo (open-meteo.com/en/docs). Parameters of the address, such as `apikey`, are sent with
 * every request. Places are searched by its geocoding service: for Open-Meteo itself that is another host, otherwise
 * `/v1/search` of the same one.
 */
export function createOpenMeteo(address: string, egress: Pick<Egress, 'request'>): WeatherProvider {
  const forecast = new URL(address)
  if (forecast.pathname === '/') forecast.pathname = '/v1/forecast'
  const search = new URL(address)
  search.hostname = search.hostname.replace(/^(customer-)?api\./, '$1geocoding-api.')
  search.pathname = '/v1/search'

  async function ask<T>(
    base: URL,
    schema: z.ZodType<T>,
    parameters: object,
    signal: AbortSignal,
  ): Promise<T> {
    const url = new URL(base)
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value))
    return parse(schema, await send(url, signal))
  }

  async function send(url: URL, signal: AbortSignal): Promise<EgressAnswer> {
    try {
      return await egress.request(
        url,
        { method: 'GET', headers: { accept: 'application/json' }, mostBytes },
        signal,
      )
    } catch (error) {
      if (error instanceof EgressRefused) throw error
      throw new WeatherFailure(error instanceof Error ? error.message : 'no answer')
    }
  }

  return {
    attribution: { name: 'Open-Meteo.com', url: 'https://open-meteo.com/', license: 'CC BY 4.0' },
    mostPastDays: 92,

    async findPlaces(name, signal) {
      const parameters = { name, count: mostPlaces, language: 'en', format: 'json' }
      const { results = [] } = await ask(search, Places, parameters, signal)
      return results.map(toPlace)
    },

    async read({ latitude, longitude }: WeatherPoint, pastDays, signal) {
      const parameters = {
        ...{ latitude, longitude },
        current: variables.join(),
        hourly: variables.join(),
        // Local times would be ambiguous when the clocks are set back.
        timeformat: 'unixtime',
        timezone: 'GMT',
        past_days: pastDays,
        forecast_days: 8, // seven whole days in every time zone
      }
      return toReport(await ask(forecast, Report, parameters, signal))
    },
  }
}

const variables = ['temperature_2m', 'relative_humidity_2m', 'weather_code', 'is_day'] as const

/** Units are not converted: an unexpected one means that the service is not compatible. */
const Units = z.object({
  time: z.literal('unixtime'),
  temperature_2m: z.literal('°C'),
  relative_humidity_2m: z.literal('%'),
})
const seconds = z.int().min(0).max(10_000_000_000)
const temperature = z.number().min(-100).max(70).nullable()
const humidity = z.number().min(0).max(101).nullable()
const code = z.int().min(0).max(99).nullable()
const isDay = z.union([z.literal(0), z.literal(1)]).nullable()

const Report = z.object({
  current_units: Units.optional(),
  current: z
    .object({
      time: seconds,
      temperature_2m: temperature,
      relative_humidity_2m: humidity,
      weather_code: code,
      is_day: isDay,
    })
    .optional(),
  hourly_units: Units,
  hourly: z
    .object({
      time: z.array(seconds).max(5000),
      temperature_2m: z.array(temperature),
      relative_humidity_2m: z.array(humidity),
      weather_code: z.array(code),
      is_day: z.array(isDay),
    })
    .refine(
      ({ time, ...values }) => Object.values(values).every(({ length }) => length === time.length),
      'a list of values is longer or shorter than that of the times',
    )
    .refine(({ time }) => new Set(time).size === time.length, 'an hour is there twice'),
})

const Places = z.object({
  results: z
    .array(
      z.object({
        name: z.string(),
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
        country_code: z.string().default(''),
        country: z.string().default(''),
        admin1: z.string().default(''),
        postcodes: z.array(z.string()).default([]),
      }),
    )
    .optional(),
})

const Refusal = z.object({ reason: z.string() })

function parse<T>(schema: z.ZodType<T>, { status, headers, text }: EgressAnswer): T {
  if (status !== 200) throw refusal(status, text, headers['retry-after'])
  const json = jsonOf(text)
  if (json === undefined) throw new WeatherFailure('the answer is not JSON')
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new WeatherFailure(`unexpected ${issue?.path.join('.') || 'answer'}: ${issue?.message}`)
}

function refusal(status: number, text: string, retryAfter: string | undefined): WeatherFailure {
  const told = Refusal.safeParse(jsonOf(text))
  const reason = told.success ? `: ${told.data.reason.slice(0, 200)}` : ''
  return new WeatherFailure(`status ${status}${reason}`, retryAfterMs(retryAfter ?? null, mostPauseMs))
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Answered = z.output<typeof Report>

function toReport({ current, current_units, hourly }: Answered): WeatherReport {
  const hours = hourly.time.flatMap((time, at) =>
    toObservation({
      time,
      temperature_2m: hourly.temperature_2m[at] ?? null,
      relative_humidity_2m: hourly.relative_humidity_2m[at] ?? null,
      weather_code: hourly.weather_code[at] ?? null,
      is_day: hourly.is_day[at] ?? null,
    }),
  )
  const [now] = current && current_units ? toObservation(current) : []
  return { current: now ?? null, hours: hours.sort((a, b) => a.at.getTime() - b.at.getTime()) }
}

/** Returns nothing without a temperature. */
function toObservation(values: NonNullable<Answered['current']>): Observation[] {
  if (values.temperature_2m === null) return []
  return [
    {
      at: new Date(values.time * 1000),
      temperature: values.temperature_2m,
      humidity: values.relative_humidity_2m && Math.min(values.relative_humidity_2m, 100),
      code: values.weather_code,
      isDay: values.is_day === null ? null : values.is_day === 1,
    },
  ]
}

type NamedPlace = NonNullable<z.output<typeof Places>['results']>[number]

const toPlace = ({ admin1, country_code, ...place }: NamedPlace): FoundPlace => ({
  ...place,
  state: admin1,
  countryCode: country_code,
})
