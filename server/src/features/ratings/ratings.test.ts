import { bandOf } from '@eot/contract/rating-standards'
import { type RatingDetails, ratings } from '@eot/contract/ratings'
import { sites } from '@eot/contract/sites'
import { users } from '@eot/contract/users'
import { describe, expect, test } from 'vitest'
import { sendSamples } from '../../../test/send-samples.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'
import { zoneClock } from '../time-zones/index.ts'
import { rateDue } from './rate-due.job.ts'

const app = await testApp()
const { call, db, ingest, make, signIn, clock } = app
const hour = 3_600_000
const berlin = 'Europe/Berlin'
// At half past, so that no hour ends during the test.
app.advance(((90 - new Date().getUTCMinutes()) % 60) * 60_000)
const now = clock().getTime()

type Readings = Record<string, number>

/** Sends a reading every ten minutes for the last `hours`. The first two of an hour vary, since no sensor is that steady. */
async function fill(mac: string, readings: Readings, hours = 49) {
  const samples = Array.from({ length: hours * 6 }, (_, n) => {
    const at = now - n * 600_000
    const change = [0.5, -0.5][Math.floor(at / 600_000) % 6] ?? 0
    const varied = Object.entries(readings).map(([key, value]) => [key, value + change])
    return { at, readings: Object.fromEntries(varied) }
  })
  await sendSamples(ingest, mac, samples.toReversed())
}
const room = (site: Awaited<ReturnType<typeof make.site>>, name: string) =>
  make.device({ site, name, settings: JSON.stringify({ ReportInterval: 600 }) as never })
const sumOf = ({ Quantities }: Pick<RatingDetails, 'Quantities'>) =>
  Quantities.reduce((sum, { Points }) => sum + Points, 0)

describe('a campus', async () => {
  const campus = await make.site({ name: 'Campus' })
  const school = await make.site({ parent: campus, name: 'School' })
  const as = await signIn({ site: campus })
  const stuffy = await room(school, 'Stuffy room')
  const fresh = await room(campus, 'Fresh room')
  const silent = await room(school, 'Silent room')
  await fill(stuffy.mac, { ECO2: 2000, TVOC: 300, NO2: 10, temperature: 22, humidity: 40 })
  await fill(fresh.mac, { ECO2: 600, temperature: 31, humidity: 40 })
  await sendSamples(ingest, silent.mac, [{ at: now - 5 * hour, readings: { ECO2: 5000 } }])
  await rateDue(db, Date.now() + 60_000)
  const get = async (query: object = {}) => (await call(ratings.now, { query }, { as })).data

  test('is rated as the mean of its rooms, whose quantities take the points missing to 100', async () => {
    const rating = await get({ Type: 'AirQuality' })
    expect(rating).toMatchObject({
      Type: 'AirQuality',
      Standard: 'EPA',
      SiteId: campus.id,
      Lead: 'ECO2',
      Sensors: { Rated: 3, Known: 7 },
      Rooms: { Rated: 2, Known: 3 },
      Alternatives: [{ Standard: 'EPA' }, { Standard: 'WHO' }, { Standard: 'UBA' }, { Standard: 'Indoor' }],
    })
    expect(rating.Samples).toBeGreaterThan(0.75)
    const ofRoom = (id: string) => rating.Worst.find(({ Id }) => Id === id)?.Score ?? Number.NaN
    expect(ofRoom(stuffy.id)).toBe(60)
    expect(ofRoom(fresh.id)).toBe(97)
    expect(rating.Score).toBe(Math.round((60 + 97) / 2))
    expect(rating.Band).toBe(bandOf(rating.Score ?? 0))
    expect(sumOf(rating) + (rating.Score ?? 0)).toBe(100)
    expect(rating.Alternatives[0]?.Score).toBe(rating.Score)
    expect(rating.Before).toBe(rating.Score)
  })

  test('shows that CO₂ is estimated, and does not count TVOC in addition', async () => {
    const { Quantities } = await get({ Type: 'AirQuality' })
    expect(Quantities.find(({ Sensor }) => Sensor === 'ECO2')).toMatchObject({
      IsEstimated: true,
      CountedIn: null,
    })
    expect(Quantities.find(({ Sensor }) => Sensor === 'TVOC')).toMatchObject({
      IsEstimated: false,
      CountedIn: 'ECO2',
      Points: 0,
      Value: 300,
    })
  })

  test('lists its worst rooms first, and those with too few samples without a score', async () => {
    const { Worst } = await get({ Type: 'AirQuality' })
    expect(Worst.map(({ Name, Score }) => [Name, Score])).toEqual([
      ['Stuffy room', 60],
      ['Fresh room', 97],
      ['Silent room', null],
    ])
    expect(Worst[0]).toMatchObject({
      Site: { Name: 'School' },
      Band: 'Fair',
      Lead: { Sensor: 'ECO2', Value: 2000, Unit: 'ppm' },
      Sensors: { Rated: 3, Known: 7 },
    })
    expect(Worst[0]?.Hours).toHaveLength(24)
    expect(new Set(Worst[0]?.Hours)).toEqual(new Set([60]))
    expect(new Set(Worst[2]?.Hours)).toEqual(new Set([null]))
    expect((await get({ Type: 'AirQuality', results: 1 })).Worst).toHaveLength(1)
  })

  test('shows the gain of bringing a quantity into the best band', async () => {
    const { Gains } = await get({ Type: 'AirQuality' })
    expect(Gains).toMatchObject([
      {
        Sensor: 'ECO2',
        Points: 15,
        Rooms: 1,
        Greatest: 1000,
        Worst: { Name: 'Stuffy room' },
        Site: { Name: 'School' },
      },
    ])
    const comfort = await get({ Type: 'Comfort' })
    expect(comfort.Gains[0]).toMatchObject({
      Sensor: 'temperature',
      Greatest: 6,
      Worst: { Name: 'Fresh room' },
    })
    expect(comfort.Alternatives).toEqual([])
  })

  test('has no score where nothing was measured', async () => {
    const empty = await make.site({ parent: campus })
    expect(await get({ SiteId: empty.id })).toMatchObject({
      Score: null,
      Band: null,
      Before: null,
      Lead: null,
      Quantities: [],
      Worst: [],
      Gains: [],
      Samples: 0,
      Rooms: { Rated: 0, Known: 0 },
    })
    const { data } = await call(ratings.overTime, { query: { SiteId: empty.id } }, { as })
    expect(data).toMatchObject({ Score: null, Points: [] })
  })

  test('is rated hour by hour for the current day, unless another window is requested', async () => {
    const { data } = await call(ratings.live, { query: { Type: 'AirQuality' } }, { as })
    const today = zoneClock(berlin).dayStart(clock().getTime())
    expect([data.Interval, data.TimeZone, Date.parse(data.StartDate)]).toEqual(['OneHour', berlin, today])
    expect(Date.parse(data.EndDate)).toBe(zoneClock(berlin).dayStart(today + 36 * hour))
    for (const [start, mean, low, high, rooms] of data.Points) {
      expect(start).toBeGreaterThanOrEqual(today)
      expect([mean, low, high, rooms]).toEqual([79, 60, 97, 2])
    }
    const query = { startDate: today - 24 * hour, endDate: today, Type: 'AirQuality' } as const
    const yesterday = await call(ratings.live, { query }, { as })
    expect(yesterday.data.Points).toHaveLength(24)
    const long = await call(ratings.live, { query: { startDate: today - 20 * 24 * hour } }, { as })
    expect(long.data.Interval).toBe('OneDay')
  })

  test('is rated day by day in analytics', async () => {
    const today = zoneClock(berlin).dayStart(clock().getTime())
    const query = { startDate: today - 10 * 24 * hour, Type: 'AirQuality' } as const
    const { data } = await call(ratings.overTime, { query }, { as })
    const yesterday = zoneClock(berlin).dayStart(today - 12 * hour)
    expect([data.Interval, data.Points.find(([start]) => start === yesterday)]).toEqual([
      'OneDay',
      [yesterday, 79, 60, 97, 2],
    ])
    const hourly = await call(ratings.overTime, { query: { ...query, interval: 'OneHour' } }, { as })
    expect(hourly.data.Points.length).toBeGreaterThan(40)
    expect((await call(ratings.overTime, { query: { interval: 'Day' } }, { as })).data.Interval).toBe(
      'OneDay',
    )
  })

  test('follows the standard that a site chooses, and so do its sub-sites unless they choose another', async () => {
    const change = (id: string, body: object) => call(sites.update, { params: { id }, body }, { as })
    expect((await change(campus.id, { Settings: { RatingStandard: 'Indoor' } })).status).toBe(200)
    const types = async (id: string) =>
      (await call(ratings.typesOfSite, { params: { id } }, { as })).data.find(
        ({ Key }) => Key === 'AirQuality',
      )
    expect((await types(school.id))?.Standard).toBe('Indoor')
    const indoor = await get({ SiteId: school.id, Type: 'AirQuality' })
    expect([indoor.Standard, indoor.Score]).toEqual(['Indoor', 0])
    // The past is updated immediately.
    const day = await call(ratings.live, { query: { SiteId: school.id, Type: 'AirQuality' } }, { as })
    expect(new Set(day.data.Points.map(([, mean]) => mean))).toEqual(
      new Set(day.data.Points.length ? [0] : []),
    )
    await change(school.id, { Settings: { RatingStandard: 'UBA' } })
    expect([(await types(campus.id))?.Standard, (await types(school.id))?.Standard]).toEqual([
      'Indoor',
      'UBA',
    ])
    const { data: site } = await call(sites.get, { params: { id: school.id } }, { as })
    expect([site.Settings.RatingStandard, site.Sources?.['Settings.RatingStandard']?.Id]).toEqual([
      'UBA',
      school.id,
    ])
    await change(school.id, { Inherit: ['Settings.RatingStandard'] })
    expect((await types(school.id))?.Standard).toBe('Indoor')
    await change(campus.id, { Inherit: ['Settings.RatingStandard'] })
    expect((await types(school.id))?.Standard).toBe('EPA')
  })

  test('shows first the type that the user, or else the site, has chosen', async () => {
    const viewer = await signIn({ site: campus, role: 'Viewer' })
    const first = async () => (await call(ratings.now, { query: {} }, { as: viewer })).data.Type
    expect(await first()).toBe('AirQuality')
    const settings = { Settings: { RatingsDefault: 'Comfort' } } as const
    await call(sites.update, { params: { id: campus.id }, body: settings }, { as })
    expect(await first()).toBe('Comfort')
    const { data: me } = await call(users.me, undefined, { as: viewer })
    const own = { Settings: { RatingsDefault: 'AirQuality' } } as const
    await call(users.update, { params: { id: me.Id }, body: own }, { as: viewer })
    expect(await first()).toBe('AirQuality')
  })

  test('has the types of its sensors with every limit and its source', async () => {
    const { data: all } = await call(ratings.types, { query: {} }, { as })
    expect(all.map(({ Key, Standards }) => [Key, Standards.length])).toEqual([
      ['AirQuality', 4],
      ['Comfort', 1],
    ])
    for (const { Standards } of all)
      for (const { Quantities } of Standards)
        for (const { Limits, Source } of Quantities) {
          expect(Source.length).toBeGreaterThan(10)
          expect(Limits.length).toBeGreaterThan(1)
        }
    const pm = all[0]?.Standards[0]?.Quantities.find(({ Sensor }) => Sensor === 'particulate')
    expect(pm?.Limits[1]).toEqual([9, 10])
    const empty = await make.site({ parent: campus })
    expect((await call(ratings.typesOfSite, { params: { id: empty.id } }, { as })).data).toEqual([])
  })

  test.each([
    ['a window that ends before it begins', ratings.live, { startDate: 2000, endDate: 1000 }],
    ['more than ten years', ratings.overTime, { startDate: 0 }],
    [
      'hours of more than a month',
      ratings.overTime,
      { startDate: now - 40 * 24 * hour, interval: 'OneHour' },
    ],
  ] as const)('is not rated for %s', async (_name, endpoint, query) => {
    const answer = await call(endpoint, { query }, { as })
    expect([answer.status, problemOf(answer).Errors?.length]).toEqual([400, 1])
  })

  test('is hidden from other sites', async () => {
    const other = await signIn({ site: await make.site() })
    for (const endpoint of [ratings.now, ratings.live, ratings.overTime])
      expect((await call(endpoint, { query: { SiteId: campus.id } }, { as: other })).status).toBe(404)
    expect((await call(ratings.typesOfSite, { params: { id: campus.id } }, { as: other })).status).toBe(404)
  })
})
