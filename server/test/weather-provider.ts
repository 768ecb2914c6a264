import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const hourSeconds = 3600
const daySeconds = 24 * hourSeconds

/** A place as named by the geocoding service. */
export interface ServedPlace {
  name: string
  latitude: number
  longitude: number
  country_code?: string
  country?: string
  admin1?: string
  postcodes?: string[]
}

/** A complete weather response, which a test may corrupt before it is sent. */
export type ServedReport = ReturnType<typeof reportOf>

type Spoiled = { report: (report: ServedReport) => object }
type Raw = { status?: number; headers?: Record<string, string>; body: string }
/** `hang` never responds. */
export type Answer = Spoiled | Raw | 'hang'

/** Returns the outdoor temperature of the hour that begins then, in °C, which every response contains. */
export const servedTemperature = (seconds: number): number => ((seconds / hourSeconds) % 24) / 2 - 2

/**
 * Starts an HTTP server on a free port with Open-Meteo's format: the forecast at `/v1/forecast`, places at `/v1/search`. It
 * responds for the time of `now`.
 */
export async function startWeatherService(now: () => Date = () => new Date()) {
  const requests: URL[] = []
  const places = new Map<string, ServedPlace[]>()
  /** Responses to use instead of the usual ones, until they are used up. */
  const answers: Answer[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin)
    requests.push(url)
    const given = answers.shift()
    if (given === 'hang') return
    if (given && 'body' in given) {
      response.writeHead(given.status ?? 200, given.headers).end(given.body)
      return
    }
    if (url.pathname === '/v1/search')
      return sendPlaces(response, places.get(url.searchParams.get('name') ?? ''))
    const report = reportOf(url.searchParams, now())
    send(response, given ? given.report(report) : report)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  const origin = `http://127.0.0.1:${port}`
  return {
    url: `${origin}/v1/forecast`,
    requests,
    places,
    answers,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const send = (response: ServerResponse, answer: object) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(answer))
}

/** Without the key if nothing is found, like the service. */
const sendPlaces = (response: ServerResponse, results: ServedPlace[] | undefined) =>
  send(response, { ...(results && { results }), generationtime_ms: 0.5 })

function reportOf(asked: URLSearchParams, now: Date) {
  const day = Math.floor(now.getTime() / 1000 / daySeconds) * daySeconds
  const first = day - Number(asked.get('past_days') ?? 0) * daySeconds
  const last = day + Number(asked.get('forecast_days') ?? 7) * daySeconds
  const time = Array.from({ length: (last - first) / hourSeconds }, (_, n) => first + n * hourSeconds)
  const units = {
    time: 'unixtime',
    temperature_2m: '°C',
    relative_humidity_2m: '%',
    weather_code: 'wmo code',
    is_day: '',
  }
  const isDaylight = (seconds: number) =>
    (seconds % daySeconds) / hourSeconds >= 7 && (seconds % daySeconds) / hourSeconds < 19
  const currently = Math.floor(now.getTime() / 1000 / 900) * 900
  return {
    latitude: Number(asked.get('latitude')),
    longitude: Number(asked.get('longitude')),
    generationtime_ms: 0.1,
    utc_offset_seconds: 0,
    timezone: 'GMT',
    timezone_abbreviation: 'GMT',
    elevation: 280,
    current_units: { ...units, interval: 'seconds' },
    current: {
      time: currently,
      interval: 900,
      temperature_2m: 7.4 as number | null,
      relative_humidity_2m: 64,
      weather_code: 2,
      is_day: isDaylight(currently) ? 1 : 0,
    },
    hourly_units: units as Record<string, string>,
    hourly: {
      time: time as unknown[],
      temperature_2m: time.map(servedTemperature) as (number | null)[],
      relative_humidity_2m: time.map(() => 60) as (number | null)[],
      weather_code: time.map((_, n) => (n % 5 === 0 ? 61 : 3)) as (number | null)[],
      is_day: time.map((seconds) => (isDaylight(seconds) ? 1 : 0)),
    },
  }
}
