import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  type Answer,
  type ServedReport,
  servedTemperature,
  startWeatherService,
} from '../../test/weather-provider.ts'
import { createEgress, EgressRefused } from './egress/egress.ts'
import { createOpenMeteo } from './open-meteo.ts'
import { WeatherFailure } from './weather-provider.ts'

const now = new Date('2026-11-25T10:20:00Z')
const service = await startWeatherService(() => now)
afterAll(service.stop)
beforeEach(() => {
  service.requests.length = 0
  service.answers.length = 0
})

const weather = createOpenMeteo(service.url, createEgress(['127.0.0.1']))
const point = { latitude: 44.45, longitude: -93.15 }
const { signal } = new AbortController()
const read = (past = 1) => weather.read(point, past, signal)
const fails = async (message: RegExp) => {
  const failure = await read().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(WeatherFailure)
  expect((failure as WeatherFailure).message).toMatch(message)
  return failure as WeatherFailure
}

test('requests °C and instants in UTC, and reads the current weather and the hours', async () => {
  const { current, hours } = await read(2)
  expect(Object.fromEntries(service.requests[0]?.searchParams ?? [])).toEqual({
    latitude: '44.45',
    longitude: '-93.15',
    current: 'temperature_2m,relative_humidity_2m,weather_code,is_day',
    hourly: 'temperature_2m,relative_humidity_2m,weather_code,is_day',
    timeformat: 'unixtime',
    timezone: 'GMT',
    past_days: '2',
    forecast_days: '8',
  })
  expect(current).toEqual({
    at: new Date('2026-11-25T10:15:00Z'),
    temperature: 7.4,
    humidity: 64,
    code: 2,
    isDay: true,
  })
  expect(hours).toHaveLength(10 * 24)
  expect(hours[0]).toEqual({
    at: new Date('2026-11-23T00:00:00Z'),
    temperature: servedTemperature(Date.parse('2026-11-23T00:00:00Z') / 1000),
    humidity: 60,
    code: 61,
    isDay: false,
  })
})

test('a hundred days of hours fit into a response', async () => {
  expect((await read(weather.mostPastDays)).hours).toHaveLength(100 * 24)
})

test('parameters of the address are sent with every request, including the search for places', async () => {
  const keyed = createOpenMeteo(`${service.url}?apikey=secret`, createEgress(['127.0.0.1']))
  await keyed.read(point, 1, signal)
  await keyed.findPlaces('Northfield', signal)
  expect(
    service.requests.map(({ pathname, searchParams }) => [pathname, searchParams.get('apikey')]),
  ).toEqual([
    ['/v1/forecast', 'secret'],
    ['/v1/search', 'secret'],
  ])
})

test.each([
  ['https://api.open-meteo.com/v1/forecast', 'https://geocoding-api.open-meteo.com/v1/search'],
  [
    'https://customer-api.open-meteo.com/v1/forecast',
    'https://customer-geocoding-api.open-meteo.com/v1/search',
  ],
  ['https://weather.example.org', 'https://weather.example.org/v1/search'],
])('the places of %s are searched at %s', async (address, expected) => {
  const asked: string[] = []
  const egress = {
    check: () => undefined,
    async request(url: URL) {
      asked.push(`${url.origin}${url.pathname}`)
      return { status: 200, statusText: 'OK', headers: {}, isInternal: false, text: '{}' }
    },
  }
  expect(await createOpenMeteo(address, egress).findPlaces('Northfield', signal)).toEqual([])
  expect(asked).toEqual([expected])
})

test('places have the properties that distinguish them, and an empty result is not a failure', async () => {
  service.places.set('Northfield', [
    { name: 'Northfield', latitude: 44.45, longitude: -93.16, country_code: 'US', admin1: 'Minnesota' },
  ])
  expect(await weather.findPlaces('Northfield', signal)).toEqual([
    {
      name: 'Northfield',
      latitude: 44.45,
      longitude: -93.16,
      countryCode: 'US',
      country: '',
      state: 'Minnesota',
      postcodes: [],
    },
  ])
  expect(await weather.findPlaces('Atlantis', signal)).toEqual([])
})

const spoil = (change: (report: ServedReport) => void) =>
  service.answers.push({
    report(report) {
      change(report)
      return report
    },
  })

test('hours without a temperature are left out; other missing values are null', async () => {
  spoil(({ hourly }) => {
    hourly.temperature_2m[3] = null
    hourly.relative_humidity_2m[4] = null
    hourly.weather_code[4] = null
  })
  const { hours } = await read()
  expect(hours).toHaveLength(9 * 24 - 1)
  expect(hours.map(({ at }) => at.toISOString())).not.toContain('2026-11-24T03:00:00.000Z')
  expect(hours[3]).toMatchObject({ at: new Date('2026-11-24T04:00:00Z'), humidity: null, code: null })
})

test('a response without current weather still has its hours', async () => {
  spoil((report) => {
    report.current.temperature_2m = null
  })
  expect(await read()).toMatchObject({ current: null, hours: { length: 9 * 24 } })
})

test.each<[string, (report: ServedReport) => void, RegExp]>([
  [
    '°F',
    ({ hourly_units }) => (hourly_units.temperature_2m = '°F'),
    /unexpected hourly_units\.temperature_2m/,
  ],
  ['local times', ({ hourly_units }) => (hourly_units.time = 'iso8601'), /unexpected hourly_units\.time/],
  [
    'local times called instants',
    ({ hourly }) => (hourly.time[2] = '2026-11-01T01:00'),
    /unexpected hourly\.time/,
  ],
  ['a missing list', ({ hourly }) => Reflect.deleteProperty(hourly, 'is_day'), /unexpected hourly\.is_day/],
  ['a short list', ({ hourly }) => hourly.temperature_2m.pop(), /unexpected hourly.*longer or shorter/],
  ['an hour given twice', ({ hourly }) => (hourly.time[3] = hourly.time[2] ?? 0), /unexpected hourly.*twice/],
  [
    'a heat of 4,000 degrees',
    ({ hourly }) => (hourly.temperature_2m[2] = 4000),
    /unexpected hourly\.temperature_2m/,
  ],
  ['an unknown code', ({ hourly }) => (hourly.weather_code[2] = 210), /unexpected hourly\.weather_code/],
])('%s is refused as a whole', async (_title, change, message) => {
  spoil(change)
  await fails(message)
})

test.each<[string, Answer, RegExp]>([
  ['a page', { body: '<!doctype html><title>Sign in to the network</title>' }, /not JSON/],
  ['an answer cut off', { body: '{"hourly_units":{"time":"unix' }, /not JSON/],
  ['a list', { body: '[]' }, /unexpected answer/],
  [
    'an error',
    { status: 400, body: '{"error":true,"reason":"Value out of range"}' },
    /^status 400: Value out of range$/,
  ],
  ['an error as a page', { status: 502, body: '<h1>Bad gateway</h1>' }, /^status 502$/],
  ['a redirect', { status: 302, headers: { location: 'http://169.254.169.254/' }, body: '' }, /^status 302$/],
])('%s is a failure that contains its reason', async (_title, answer, message) => {
  service.answers.push(answer)
  await fails(message)
  expect(service.requests).toHaveLength(1)
})

test.each([
  ['120', 120_000],
  ['3600', 3_600_000],
  ['99999999', 86_400_000],
])('a refusal for too many requests returns a pause of %s s, at most a day', async (seconds, ms) => {
  service.answers.push({
    status: 429,
    headers: { 'retry-after': seconds },
    body: '{"error":true,"reason":"limit"}',
  })
  expect((await fails(/^status 429: limit$/)).retryAfterMs).toBe(ms)
})

test('a service that does not respond times out', async () => {
  service.answers.push('hang')
  const patience = new AbortController()
  const answer = weather.read(point, 1, patience.signal)
  await expect.poll(() => service.requests.length).toBe(1)
  patience.abort()
  await expect(answer).rejects.toThrow(WeatherFailure)
})

test('a service in the local network is refused unless the operator allows it', async () => {
  const refused = createOpenMeteo(service.url, createEgress([]))
  await expect(refused.read(point, 1, signal)).rejects.toThrow(EgressRefused)
  await expect(refused.findPlaces('Northfield', signal)).rejects.toThrow(EgressRefused)
  expect(service.requests).toEqual([])
})
