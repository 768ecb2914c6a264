import { forecast } from '@eot/contract/forecast'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { dateOf, localDay } from './hours/local-hours.ts'

const { call, clock, make, pool, signIn } = await testApp()
/** Where it may be another day than in UTC. */
const zones = ['Pacific/Kiritimati', 'America/Chicago', 'UTC']

const site = await make.site()
const as = await signIn({ site })
const wings = await Promise.all(zones.map((time_zone) => make.site({ parent: site, time_zone })))

/** Adds rooms to a wing, with an hour of each of the seven days of the forecast that exceeds the others. */
async function addRooms(wing: number, names: readonly string[], peaks: readonly number[]) {
  const today = localDay(zones[wing] ?? '', clock().getTime())
  const { rows } = await pool.query<{ id: string; name: string }>(
    `with made as (
       insert into device (id, mac, name, model_id, site_id, key_hash)
       select gen_random_uuid(), gen_random_uuid()::text, name, (select id from device_model limit 1), $1, ''
       from unnest($2::text[]) as name returning id, name
     ), forecast as (
       select array_agg(case when hour % 24 = 9 then peak else 400 end order by day, hour)::real[] as point
       from unnest($3::int[]) with ordinality as of_day (peak, day), generate_series(0, 23) as hour
     ), stored as (
       insert into sensor_forecast (device_id, sensor, day, made_at, model, point, low50, high50, low80, high80, naive)
       select id, 'ECO2', $4, now(), 'Lags', point, point, point, point, point, point from made, forecast
     )
     select id, name from made`,
    [wings[wing]?.id, names, peaks, dateOf(today)],
  )
  return rows
}

const week = (tomorrow: number, otherwise: number) =>
  Array.from({ length: 7 }, (_, day) => (day === 1 ? tomorrow : otherwise))
const names = Array.from({ length: 501 }, (_, n) => `Room ${n + 100}`)
const low = await addRooms(2, names, week(600, 3000))
await addRooms(0, ['Zoo'], week(1500, 500))
await addRooms(1, ['Zebra room'], week(1400, 500))

const list = async (query: object = {}) =>
  (await call(forecast.rooms, { query: { Sensor: 'ECO2', ...query } }, { as })).data

test('of more than 500 rooms, those with the highest peaks tomorrow are listed, each by its own calendar', async () => {
  const rooms = await list()
  expect(rooms).toHaveLength(500)
  expect(rooms.slice(0, 3).map(({ Device, Peak }) => [Device.Name, Peak.Value])).toEqual([
    ['Zoo', 1500],
    ['Zebra room', 1400],
    ['Room 100', 600],
  ])
})

test('a requested room is listed even if 500 have a higher peak', async () => {
  const last = low.find(({ name }) => name === names.at(-1))
  const listed = async (query: object) =>
    (await list(query)).filter(({ Device }) => Device.Id === last?.id).map(({ Peak }) => Peak.Value)
  expect(await listed({})).toEqual([])
  expect(await listed({ DeviceId: last?.id })).toEqual([600])
  expect((await list({ DeviceId: last?.id })).map(({ Device }) => Device.Name).slice(0, 2)).toEqual([
    'Zoo',
    'Zebra room',
  ])
  expect(await listed({ DeviceId: last?.id, SiteId: wings[0]?.id })).toEqual([])
})
