import { ratings } from '@eot/contract/ratings'
import { sites } from '@eot/contract/sites'
import { expect, test } from 'vitest'
import type { MadeSite } from '../../../test/factories.ts'
import { sendSamples } from '../../../test/send-samples.ts'
import { testApp } from '../../../test/test-app.ts'
import { rateDue } from './rate-due.job.ts'

const app = await testApp()
const { call, db, ingest, make, signIn, clock } = app
const hour = 3_600_000
// At half past, so that no hour ends during the test.
app.advance(((90 - new Date().getUTCMinutes()) % 60) * 60_000)
const now = clock().getTime()
const lastHour = Math.floor(now / hour) * hour

const campus = await make.site({ name: 'Campus' })
const school = await make.site({ parent: campus, name: 'School' })
const as = await signIn({ site: campus })

/** Makes a room that has sent a reading every ten minutes for two hours before `until`. */
async function makeRoom(site: MadeSite, readings: Record<string, number>, until = now) {
  const made = await make.device({ site, settings: JSON.stringify({ ReportInterval: 600 }) as never })
  const samples = Array.from({ length: 13 }, (_, n) => {
    const at = until - (12 - n) * 600_000
    // No sensor is quite steady.
    const varied = Object.entries(readings).map(([key, value]) => [key, value + (n % 2) / 2])
    return { at, readings: Object.fromEntries(varied) }
  })
  await sendSamples(ingest, made.mac, samples)
  return made
}
const stuffy = await makeRoom(school, { ECO2: 2000 })
const fresh = await makeRoom(school, { ECO2: 600, temperature: 22, humidity: 40 })
const gym = await makeRoom(campus, { ECO2: 600 })
await makeRoom(school, { ECO2: 5000 }, now - 5 * hour)
await rateDue(db, Date.now() + 60_000)

const read = async (query: object = {}, who = as) =>
  (await call(ratings.lastHour, { query }, { as: who })).data
const byId = async (query: object = {}) =>
  new Map((await read(query)).Scores.map(({ Id, ...scores }) => [Id, scores]))

test('the last rated hour has the scores of each device and each site, without its sub-sites', async () => {
  expect(Date.parse((await read()).At)).toBe(lastHour)
  const rooms = await byId({ by: 'Device' })
  const air = (id: string) => rooms.get(id)?.AirQuality?.Sum ?? Number.NaN
  expect([...rooms.keys()].toSorted()).toEqual([stuffy.id, fresh.id, gym.id].toSorted())
  expect(air(stuffy.id)).toBeLessThan(air(fresh.id))
  expect(rooms.get(stuffy.id)?.Comfort).toBeNull()
  const places = await byId()
  expect(places).toEqual(
    new Map([
      [
        school.id,
        {
          AirQuality: { Sum: air(stuffy.id) + air(fresh.id), Rooms: 2 },
          Comfort: rooms.get(fresh.id)?.Comfort,
        },
      ],
      [campus.id, { AirQuality: { Sum: air(gym.id), Rooms: 1 }, Comfort: null }],
    ]),
  )
})

test('the scores are those of the rating at the end of that hour', async () => {
  const rooms = await byId({ by: 'Device' })
  const { data } = await call(ratings.now, { query: { Type: 'AirQuality' } }, { as })
  for (const { Id, Score } of data.Worst)
    expect([Id, rooms.get(Id)?.AirQuality?.Sum ?? null]).toEqual([Id, Score])
})

test('the last rated hour follows the standard of a site immediately', async () => {
  const body = { Settings: { RatingStandard: 'Indoor' } } as const
  await call(sites.update, { params: { id: school.id }, body }, { as })
  const rooms = await byId({ by: 'Device' })
  expect(rooms.get(stuffy.id)?.AirQuality).toEqual({ Sum: 0, Rooms: 1 })
  expect(rooms.get(gym.id)?.AirQuality?.Sum).toBeGreaterThan(0)
})

test('the last rated hour of another customer is hidden', async () => {
  const stranger = await signIn({ site: await make.site() })
  for (const by of ['Site', 'Device'] as const) {
    expect((await read({ by }, stranger)).Scores).toEqual([])
    const query = { by, SiteId: campus.id }
    expect((await call(ratings.lastHour, { query }, { as: stranger })).status).toBe(404)
  }
})

test('an hour is shown five minutes after its end, when all rooms have been rated', async () => {
  const minute = 60_000
  app.advance(32 * minute)
  const later = await signIn({ site: campus })
  expect(Date.parse((await read({}, later)).At)).toBe(lastHour)
  app.advance(4 * minute)
  expect(await read({}, later)).toEqual({ At: new Date(lastHour + hour).toISOString(), Scores: [] })
})
