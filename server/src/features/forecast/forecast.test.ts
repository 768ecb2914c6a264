import { forecast } from '@eot/contract/forecast'
import { describe, expect, test } from 'vitest'
import type { MadeDevice, MadeSite } from '../../../test/factories.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'
import { forecastingNights, forecastNightJob } from './forecast-night.job.ts'
import { forecastQueries } from './forecasts.queries.ts'
import { dateOf, dayOfDate, localDay, localHours } from './hours/local-hours.ts'

const app = await testApp()
const { call, clock, db, make, pool, signIn } = app

const zone = 'America/Chicago'
const today = localDay(zone, clock().getTime())
const noonOf = (day: number) => new Date(localHours(zone, day, day + 1)[12]?.at ?? 0)
/** Past the hour of the nightly forecasts, at whatever time the test runs. */
const atNoon = () => noonOf(today)

/** Stores hourly means for this many days until today. */
async function measure(
  device: MadeDevice,
  days: number,
  valueAt: (hour: number, day: number) => number | null,
) {
  const rows = localHours(zone, today - days, today).flatMap(({ at, hour, day }) => {
    const value = valueAt(hour, day - today)
    return value === null ? [] : [[new Date(at), value] as const]
  })
  await pool.query(
    `insert into reading_hour (bucket, device_no, eco2_n, eco2_sum, eco2_min, eco2_max)
     select at, $1, 1, value, value, value from unnest($2::timestamptz[], $3::float8[]) as given (at, value)`,
    [device.no, rows.map(([at]) => at), rows.map(([, value]) => value)],
  )
}

async function alertsAt(device: MadeDevice, days: number, hour: number, isOn: (day: number) => boolean) {
  for (const { at, day, hour: own } of localHours(zone, today - days, today))
    if (own === hour && isOn(day)) {
      const started_at = new Date(at + 300_000)
      await make.alert({ device, type: 'Vape', started_at, ended_at: new Date(at + 600_000) })
    }
}

const school = (parent?: MadeSite, days = 60) =>
  make.site({ time_zone: zone, created_at: noonOf(today - days), ...(parent && { parent }) })
const weekly = async (as: Awaited<ReturnType<typeof signIn>>, query: object = {}) =>
  (await call(forecast.weekly, { query }, { as })).data

async function runNight(now = atNoon()) {
  const handler = forecastingNights({ db, clock: () => now })
  const write = () => Promise.reject(new Error('not used'))
  await handler.run({
    payload: {},
    attempt: 1,
    signal: new AbortController().signal,
    write,
    writeLong: write,
  })
}

test('the nightly forecast is a job of the program', () => {
  expect(forecastNightJob.name).toBe('forecast-night')
})

describe('of alerts', () => {
  test('a site without any data has no number', async () => {
    const as = await signIn({ site: await school() })
    expect(await weekly(as)).toEqual({
      TimeZone: zone,
      DaysOfData: 0,
      NeededDays: 21,
      IsSilent: false,
      StartsOn: null,
      LastWeek: 0,
      Expected: null,
      Days: [],
      Busiest: null,
      Scored: [],
    })
  })

  test('under three weeks of data show the day on which the forecast starts', async () => {
    const site = await school()
    const device = await make.device({ site })
    await alertsAt(device, 20, 11, () => true)
    const as = await signIn({ site })
    expect(await weekly(as)).toMatchObject({
      DaysOfData: 20,
      StartsOn: dateOf(today + 1),
      LastWeek: 7,
      Expected: null,
      Days: [],
      Busiest: null,
    })
  })

  test('three weeks without any alert expect none, but not three weeks that devices brought to a new site', async () => {
    const site = await school()
    await measure(await make.device({ site }), 28, () => 500)
    const { Expected, Days, Busiest } = await weekly(await signIn({ site }))
    expect(Expected).toEqual({ Mean: 0, Low50: 0, High50: 0, Low80: 0, High80: 0 })
    expect([Days.length, Busiest]).toEqual([7, null])
    const added = await school(undefined, 5)
    await measure(await make.device({ site: added }), 28, () => 500)
    expect(await weekly(await signIn({ site: added }))).toMatchObject({ DaysOfData: 5, Expected: null })
  })

  test('nothing is expected of devices that have stopped reporting, until one reports again', async () => {
    const site = await school()
    const device = await make.device({ site })
    await measure(device, 28, () => 500)
    const as = await signIn({ site })
    const reportedAt = (day: number) =>
      pool.query(
        `insert into device_state (device_no, latest_at) values ($1, $2)
         on conflict (device_no) do update set latest_at = excluded.latest_at`,
        [device.no, noonOf(day)],
      )
    await reportedAt(today - 2)
    expect(await weekly(as)).toMatchObject({ IsSilent: true, StartsOn: null, Expected: null, Days: [] })
    await reportedAt(today - 1)
    expect(await weekly(as)).toMatchObject({ IsSilent: false, Expected: { Mean: 0 } })
  })

  test('the busiest hour names the expected alerts and their place, for the requested sites and types', async () => {
    const campus = await school()
    const site = await school(campus)
    const [restroom, library] = [
      await make.device({ site, name: 'Restroom 2F' }),
      await make.device({ site: campus }),
    ]
    const isTuesday = (day: number) => (day + 4) % 7 === 2
    for (let n = 0; n < 3; n++) await alertsAt(restroom, 56, 11, isTuesday)
    await alertsAt(library, 56, 11, isTuesday)
    const as = await signIn({ site: campus })
    const all = await weekly(as)
    expect(all).toMatchObject({
      DaysOfData: 56 - (isTuesday(today - 56) ? 0 : (2 - ((today - 56 + 4) % 7) + 7) % 7),
      LastWeek: 4,
    })
    expect(all.Busiest).toMatchObject({
      Hour: 11,
      Past: 32,
      Device: { Id: restroom.id, Name: 'Restroom 2F', Count: 24 },
    })
    expect(all.Busiest?.Mean).toBeGreaterThan(2.5)
    expect(all.Expected?.Low80).toBeLessThanOrEqual(4)
    expect(all.Expected?.High80).toBeGreaterThanOrEqual(4)
    expect((await weekly(as, { SiteId: site.id })).LastWeek).toBe(3)
    expect((await weekly(as, { IncludeSubSites: false })).LastWeek).toBe(1)
    expect((await weekly(as, { type: ['Noise'] })).LastWeek).toBe(0)
    expect((await weekly(as, { Days: 2 })).Days.map((day) => day.Date)).toEqual([
      dateOf(today),
      dateOf(today + 1),
    ])
  })

  test('ten years are refused with a reason', async () => {
    const answer = await call(forecast.weekly, { query: { Days: 3650 } }, { as: await signIn() })
    expect(problemOf(answer).Errors).toEqual([
      { Path: 'Days', Message: 'A forecast reaches at most 7 days ahead' },
    ])
  })

  test('closed days of the site and of those above it are taken into account', async () => {
    const campus = await school()
    const site = await school(campus)
    await alertsAt(await make.device({ site }), 42, 10, (day) => (day + 4) % 7 !== 0)
    const as = await signIn({ site: campus })
    const [open, tomorrow] = [await weekly(as, { SiteId: site.id }), dateOf(today + 1)]
    const Days = [{ Date: tomorrow, Name: 'Staff day' }]
    const add = { params: { id: campus.id }, body: { Add: Days } }
    const put = await call(forecast.changeClosedDays, add, { as })
    expect(put.data).toEqual({ Days, Inherited: [] })
    const inherited = await call(forecast.closedDays, { params: { id: site.id } }, { as })
    expect(inherited.data).toEqual({ Days: [], Inherited: Days })
    const closed = await weekly(as, { SiteId: site.id })
    expect(closed.Days[1]).toMatchObject({ Date: tomorrow, Closed: 'Staff day' })
    expect(closed.Days[1]?.Mean).toBeLessThan(0.5)
    if ((today + 1 + 4) % 7 !== 0) expect(open.Days[1]?.Mean).toBeGreaterThan(0.6)
    const again = { params: { id: campus.id }, body: { Add: [...Days, { Date: tomorrow, Name: 'Exams' }] } }
    expect((await call(forecast.changeClosedDays, again, { as })).data.Days).toEqual([
      { Date: tomorrow, Name: 'Exams' },
    ])
  })
})

describe('of sensors', async () => {
  const site = await school()
  const devices = {
    room: await make.device({ site, name: 'Room 214' }),
    constant: await make.device({ site, name: 'Store' }),
    young: await make.device({ site, name: 'Lab' }),
    gappy: await make.device({ site, name: 'Gym' }),
    silent: await make.device({ site, name: 'Hall' }),
    empty: await make.device({ site, name: 'Attic' }),
  }
  await measure(
    devices.room,
    35,
    (hour, day) => (hour >= 8 && hour < 15 ? 1200 : 450) + ((day * 7 + hour * 3) % 20),
  )
  await measure(devices.constant, 35, () => 0)
  await measure(devices.young, 12, () => 500)
  await measure(devices.gappy, 35, (_hour, day) => (day % 2 === 0 ? 500 : null))
  await measure(devices.silent, 35, (_hour, day) => (day < -1 ? 500 : null))
  const as = await signIn({ site })
  const of = async (device: MadeDevice) =>
    (await call(forecast.sensor, { query: { DeviceId: device.id, Sensor: 'ECO2' } }, { as })).data

  test('a room is forecast by the hour from the beginning of today, with bands around each value', async () => {
    const { State, Hours, Unit, Model, DaysOfData } = await of(devices.room)
    expect([State, Unit, DaysOfData]).toEqual(['Ready', 'ppm', 35])
    expect(Model).toEqual(expect.any(String))
    expect(Hours.map(({ StartAt }) => StartAt)).toEqual(
      localHours(zone, today, today + 7).map(({ at }) => at),
    )
    for (const { Value, Low50, High50, Low80, High80 } of Hours) {
      const inOrder = [Low80, Low50, Value, High50, High80]
      expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
    }
    const tomorrow = Hours.slice(24, 48).map(({ Value }) => Value)
    expect(Math.abs((tomorrow[10] ?? 0) - 1210)).toBeLessThan(60)
    expect(Math.abs((tomorrow[3] ?? 0) - 460)).toBeLessThan(60)
  })

  test.each([
    ['constant', 'Ready', 35],
    ['young', 'TooShort', 12],
    ['gappy', 'Gaps', 34],
    ['silent', 'Silent', 35],
    ['empty', 'TooShort', 0],
  ] as const)('%s: %s, without values if there is too little data', async (name, state, days) => {
    const { State, Hours, Model, DaysOfData } = await of(devices[name])
    expect([State, DaysOfData]).toEqual([state, days])
    if (state !== 'Ready') expect([Hours, Model]).toEqual([[], null])
    else
      expect(Hours.every(({ Value, Low80, High80 }) => Value === 0 && Low80 === 0 && High80 === 0)).toBe(true)
  })

  test('a nightly run stores its forecast, and the next one scores it against the same hour last week', async () => {
    await runNight()
    const rooms = (await call(forecast.rooms, { query: { Sensor: 'ECO2' } }, { as })).data
    expect(rooms.map(({ Device }) => Device.Name)).toEqual(['Room 214', 'Store'])
    expect(rooms[0]?.Peak.Value).toBeGreaterThan(1150)
    expect((await call(forecast.scores, {}, { as })).data).toEqual([])

    const [stored] = await forecastQueries(db).listSensorForecasts([devices.room.id])
    // Simulates a forecast made a day earlier: the values of yesterday are known.
    await db
      .updateTable('sensor_forecast')
      .set({ day: dateOf(today - 1) })
      .where('device_id', '=', devices.room.id)
      .execute()
    await db
      .updateTable('forecast_night')
      .set({ day: dateOf(today - 1) })
      .where('site_id', '=', site.id)
      .execute()
    await runNight()
    const [score] = (await call(forecast.scores, {}, { as })).data
    expect(score).toMatchObject({ Sensor: 'ECO2', Unit: 'ppm', Forecasts: 1 })
    expect(score?.Miss).toBeGreaterThan(0)
    expect(score?.Miss).toBeLessThan(40)
    expect((await of(devices.room)).Score).toEqual(score)
    const [again] = await forecastQueries(db).listSensorForecasts([devices.room.id])
    expect([again?.day, again?.point]).toEqual([stored?.day, stored?.point])
  })

  test('repeating a nightly run changes nothing', async () => {
    const before = await forecastQueries(db).listSensorForecasts([devices.room.id])
    await runNight()
    expect(await forecastQueries(db).listSensorForecasts([devices.room.id])).toEqual(before)
  })
})

test('the forecast of alerts is stored each night before the day and scored after it', async () => {
  const site = await school()
  const device = await make.device({ site })
  await alertsAt(device, 42, 11, () => true)
  const as = await signIn({ site })
  await runNight()
  expect((await weekly(as)).Scored).toEqual([])
  const made = await db.selectFrom('alert_forecast').selectAll().where('site_id', '=', site.id).execute()
  expect(made.map(({ type_key, day, count }) => [type_key, day, count]).toSorted()).toEqual([
    ['', dateOf(today), null],
    ['Vape', dateOf(today), null],
  ])
  // Simulates a forecast made for yesterday.
  const yesterday = dateOf(dayOfDate(dateOf(today)) - 1)
  await db.updateTable('alert_forecast').set({ day: yesterday }).where('site_id', '=', site.id).execute()
  await db.updateTable('forecast_night').set({ day: yesterday }).where('site_id', '=', site.id).execute()
  await runNight()
  const { Scored } = await weekly(as)
  expect(Scored).toMatchObject([{ Date: yesterday, Count: 1, LastWeek: 1 }])
  expect(Scored[0]?.Hours.flatMap((one, hour) => (one.Count > 0 ? [hour] : []))).toEqual([11])
  expect((await weekly(as, { type: ['Vape'] })).Scored).toHaveLength(1)
  expect((await weekly(as, { IncludeSubSites: false })).Scored).toEqual([])
})
