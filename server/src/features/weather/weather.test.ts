import { sites } from '@eot/contract/sites'
import { weather } from '@eot/contract/weather'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Asked } from '../../../test/call-endpoint.ts'
import { type As, testApp } from '../../../test/test-app.ts'
import { createTestJobs } from '../../../test/test-jobs.ts'
import { type Answer, servedTemperature, startWeatherService } from '../../../test/weather-provider.ts'
import { createEgress } from '../../platform/egress/egress.ts'
import { createLog } from '../../platform/log.ts'
import { createOpenMeteo } from '../../platform/open-meteo.ts'

const minute = 60_000
const hour = 60 * minute
let passedMs = 0
/** Sessions have a separate clock, so that nobody has to sign in again after each step. */
const clock = () => new Date(Date.now() + passedMs)
const advance = (ms: number) => {
  passedMs += ms
}
const service = await startWeatherService(clock)
afterAll(service.stop)
const provider = createOpenMeteo(service.url, createEgress(['127.0.0.1']))
const app = await testApp({ weather: provider, clock })
const { call, make, signIn } = app
const jobs = createTestJobs({ ...app, clock, log: createLog('silent'), mailer: undefined, weather: provider })

service.places.set('Northfield', [
  {
    name: 'Northfield',
    latitude: 44.4583,
    longitude: -93.1616,
    country_code: 'US',
    country: 'United States',
    admin1: 'Minnesota',
  },
])
beforeEach(() => {
  service.requests.length = 0
  service.answers.length = 0
})

const paths = () => service.requests.map(({ pathname }) => pathname)
const ask = async (as: As, SiteId?: string) => {
  const { status, data } = await call(weather.get, { query: { ...(SiteId && { SiteId }) } }, { as })
  expect(status).toBe(200)
  return data
}
/** Returns the weather as a page shows it that reloads after the request to the service. */
async function settled(as: As, SiteId?: string) {
  await ask(as, SiteId)
  await jobs.runDue()
  return ask(as, SiteId)
}
let cells = 0
/** Creates a site far from all others, so that it shares no weather with them. */
const lonely = async () => {
  const site = await make.site({ latitude: -40 + cells++, longitude: 12.34 })
  return { site, as: await signIn({ site }) }
}

test('the weather of an address is requested once and then cached', async () => {
  const site = await make.site({
    city: 'Northfield',
    state: 'MN',
    zip: '55057',
    address: '2100 Prairie Street',
    time_zone: 'America/Chicago',
  })
  const as = await signIn({ site })
  expect(await ask(as)).toMatchObject({
    State: 'Pending',
    IsRefreshing: true,
    Place: null,
    Current: null,
    Hours: [],
  })
  expect(await ask(as)).toMatchObject({ State: 'Pending' })
  await jobs.runDue()
  const known = await ask(as)
  expect(known).toMatchObject({
    State: 'Ready',
    TimeZone: 'America/Chicago',
    Place: {
      Name: 'Northfield, Minnesota, United States',
      Latitude: 44.4583,
      Longitude: -93.1616,
      Site: { Id: site.id, Name: site.name },
    },
    Current: { Temperature: 7.4, Humidity: 64 },
    IsStale: false,
    IsRefreshing: false,
    Attribution: { Name: 'Open-Meteo.com', License: 'CC BY 4.0' },
  })
  expect(known.Hours).toHaveLength(36)
  for (const { At, Temperature } of known.Hours)
    expect(Temperature).toBe(servedTemperature(Date.parse(At) / 1000))
  expect(known.Days).toHaveLength(7)
  expect(paths()).toEqual(['/v1/search', '/v1/forecast'])
  // Neither the street nor the exact point leaves the portal.
  expect(service.requests.map(({ search }) => search).join()).not.toMatch(/Prairie|44\.4583/)
  expect(service.requests[1]?.searchParams.get('latitude')).toBe('44.45')
})

test('nearby sites share one request, and each quarter of an hour there is another', async () => {
  const site = await make.site({ latitude: 10.01, longitude: 20.01 })
  const near = await make.site({ parent: site, latitude: 9.99, longitude: 19.99 })
  const as = await signIn({ site })
  await Promise.all([ask(as), ask(as, near.id), ask(as), ask(as, near.id)])
  await jobs.runDue()
  expect((await ask(as, near.id)).State).toBe('Ready')
  expect(paths()).toEqual(['/v1/forecast'])
  expect(service.requests[0]?.searchParams.get('past_days')).toBe('92')
  advance(14 * minute)
  await settled(as)
  expect(service.requests).toHaveLength(1)
  advance(2 * minute)
  expect(await ask(as)).toMatchObject({ State: 'Ready', IsRefreshing: true })
  await settled(as, near.id)
  expect(service.requests).toHaveLength(2)
  expect(service.requests[1]?.searchParams.get('past_days')).toBe('2')
})

test('a site without a place of its own has the weather of the site above, which is not named to users who cannot see it', async () => {
  const above = await make.site({ latitude: 30, longitude: 30 })
  const site = await make.site({ parent: above })
  const below = await make.site({ parent: site })
  expect((await settled(await signIn({ site: above }), below.id)).Place?.Site?.Id).toBe(above.id)
  expect(await settled(await signIn({ site }))).toMatchObject({
    State: 'Ready',
    Place: { Name: null, Site: null },
  })
})

test('an address that is not found falls back to the site above, or is reported as not found', async () => {
  const above = await make.site({ latitude: 31, longitude: 31 })
  const lost = { city: 'Atlantis', zip: '00000' }
  expect(await settled(await signIn({ site: await make.site({ parent: above, ...lost }) }))).toMatchObject({
    State: 'Ready',
    Place: { Latitude: 31 },
  })
  expect(paths()).toEqual(['/v1/search', '/v1/search', '/v1/forecast'])
  expect(await settled(await signIn({ site: await make.site(lost) }))).toMatchObject({
    State: 'AddressNotFound',
    Place: null,
  })
  expect(service.requests).toHaveLength(3)
})

test('a site without any address reports this and sends no request', async () => {
  expect(await settled(await signIn({ site: await make.site() }))).toMatchObject({
    State: 'NoAddress',
    IsRefreshing: false,
  })
  expect(service.requests).toEqual([])
})

test.each<[string, Answer]>([
  ['a refusal', { status: 429, body: '{}' }],
  ['a page', { body: '<html></html>' }],
  [
    'wrong units',
    { report: (report: object) => ({ ...report, hourly_units: { time: 'unixtime', temperature_2m: '°F' } }) },
  ],
])('%s keeps the known weather, and after an hour marks it as old', async (_title, answer) => {
  const { as } = await lonely()
  const { UpdatedAt } = await settled(as)
  advance(16 * minute)
  service.answers.push(answer)
  expect(await settled(as)).toMatchObject({ State: 'Ready', UpdatedAt, IsStale: false, IsRefreshing: false })
  advance(50 * minute)
  service.answers.push(answer)
  expect(await settled(as)).toMatchObject({
    State: 'Ready',
    UpdatedAt,
    IsStale: true,
    Current: { Temperature: 7.4 },
  })
  advance(5 * minute)
  expect(await settled(as)).toMatchObject({ State: 'Ready', IsStale: false })
})

test('a service that refuses is not asked again for a while, which grows with each failure', async () => {
  const { as } = await lonely()
  service.answers.push({ status: 500, body: '' }, { status: 500, body: '' })
  expect(await settled(as)).toMatchObject({ State: 'Failed', Place: { Name: null }, IsRefreshing: false })
  await settled(as)
  expect(service.requests).toHaveLength(1)
  advance(61_000)
  expect((await settled(as)).State).toBe('Failed')
  advance(61_000)
  await settled(as)
  expect(service.requests).toHaveLength(2)
  advance(60_000)
  expect((await settled(as)).State).toBe('Ready')
})

test('a failed search for a place is repeated later', async () => {
  const site = await make.site({ city: 'Northfield', country: 'United States' })
  const as = await signIn({ site })
  service.answers.push({ body: 'not now' })
  expect(await settled(as)).toMatchObject({ State: 'Failed', Place: null })
  advance(61_000)
  expect(await settled(as)).toMatchObject({
    State: 'Ready',
    Place: { Name: 'Northfield, Minnesota, United States' },
  })
})

test('a request whose worker has vanished is made again after a minute', async () => {
  const { site, as } = await lonely()
  await ask(as)
  await app.pool.query(`delete from jobs.job where name = 'refresh-weather'`)
  expect(await settled(as)).toMatchObject({ State: 'Pending' })
  advance(61_000)
  expect(await settled(as, site.id)).toMatchObject({ State: 'Ready' })
})

test('past hours stay as history in intervals, without future ones', async () => {
  const { as } = await lonely()
  await settled(as)
  const now = clock().getTime()
  const read = async (query: Asked<typeof weather.history>['query']) =>
    (await call(weather.history, { query }, { as })).data
  const day = await read({ startTime: now - 24 * hour, endTime: now + 24 * hour, timeZone: 'UTC' })
  expect(day).toMatchObject({ Interval: 'OneHour', TimeZone: 'UTC' })
  expect(day.Series.map(({ Sensor, Unit }) => [Sensor, Unit])).toEqual([
    ['temperature', '°C'],
    ['humidity', '%RH'],
  ])
  const points = day.Series[0]?.Points ?? []
  expect(points).toHaveLength(24)
  expect(points.at(-1)?.[0]).toBe(Math.floor(now / hour) * hour)
  for (const [at, mean] of points) expect(mean).toBe(servedTemperature(at / 1000))
  const months = await read({ startTime: now - 80 * 24 * hour, interval: 'OneDay', timeZone: 'UTC' })
  expect(months.Series[0]?.Points.length).toBeGreaterThanOrEqual(80)
  expect(await read({ startTime: 0, endTime: 1 })).toMatchObject({ Series: [{ Points: [] }, { Points: [] }] })
  expect((await call(weather.history, { query: { startTime: 5, endTime: 5 } }, { as })).status).toBe(400)
})

test('foreign sites have no weather', async () => {
  const { as } = await lonely()
  const { site } = await lonely()
  const query = { SiteId: site.id }
  expect((await call(weather.get, { query }, { as })).status).toBe(404)
  expect((await call(weather.history, { query }, { as })).status).toBe(404)
  expect(service.requests).toEqual([])
})

test('a point is set manually, shown in the notation of maps, audited, and cleared', async () => {
  const { site, as } = await lonely()
  const put = (Point: string) => call(sites.update, { params: { id: site.id }, body: { Point } }, { as })
  expect((await put(' 44.458312345 -93.1616 ')).data.Point).toBe('44.45831, -93.1616')
  expect(await settled(as)).toMatchObject({
    Place: { Latitude: 44.458312345, Name: null, Site: { Id: site.id } },
  })
  // A record that is sent back unchanged changes nothing, although the text is rounded.
  await put('44.45831, -93.1616')
  expect((await settled(as)).Place?.Latitude).toBe(44.458312345)
  expect((await put('here')).status).toBe(400)
  expect((await put('')).data.Point).toBe('')
  expect((await ask(as)).State).toBe('NoAddress')
  const { rows } = await app.pool.query(
    `select details -> 'changes' -> 'Point' as point from audit_entry where subject_id = $1 and action = 'site.updated' order by at`,
    [site.id],
  )
  expect(rows.map(({ point }) => point)).toEqual([
    [expect.any(String), '44.45831, -93.1616'],
    ['44.45831, -93.1616', ''],
  ])
})
