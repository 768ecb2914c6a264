import { type Series, sensors } from '@eot/contract/sensors'
import { sites } from '@eot/contract/sites'
import { expect, test } from 'vitest'
import { sendSamples } from '../../../test/send-samples.ts'
import { testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call, ingest, make, signIn, pool } = app

const minute = 60_000
const hour = 60 * minute
const start = Date.UTC(2026, 9, 23, 10)

/** Simulates a restart: the states of devices are read from the database again. */
const forgetStates = () => pool.query('update device_state set version = version + 1')

/**
 * Creates a device at a site in a time zone, with functions that send a temperature, change the zone and count the readings of
 * a week.
 */
async function deviceIn(time_zone: string) {
  const site = await make.site({ time_zone })
  const as = await signIn({ site })
  const device = await make.device({ site })
  return {
    as,
    device,
    send: (at: number, temperature = 20) =>
      sendSamples(ingest, device.mac, [{ at, readings: { temperature } }]),
    moveTo: (TimeZone: string) => call(sites.update, { params: { id: site.id }, body: { TimeZone } }, { as }),
    countOf: async (timeZone: string) => {
      const range = { startTime: start, endTime: start + 6 * 24 * hour, timeZone }
      const query = { DeviceId: [device.id], ...range, type: ['temperature'], interval: 'OneWeek' } as const
      return (await call(sensors.series, { query }, { as })).data.Series[0]?.Points[0]?.[4]
    },
  }
}

test('a late reading of the open day counts once after the site got another zone', async () => {
  const { as, device, send, moveTo } = await deviceIn('Europe/Berlin')
  const midnight = { berlin: Date.UTC(2026, 9, 24, 22), chicago: Date.UTC(2026, 9, 24, 5) }
  await send(midnight.berlin, 20)
  await moveTo('America/Chicago')
  await send(midnight.chicago, 10)
  const range = { startTime: start, endTime: start + 6 * 24 * hour, timeZone: 'America/Chicago' }
  const pointsOf = ({ data }: { data: Series }) => data.Series[0]?.Points
  const type = ['temperature'] as const
  const expected = (at: number) => [[at, 15, 10, 20, 2]]
  expect(pointsOf(await call(sensors.ofSite, { query: { ...range, type } }, { as }))).toEqual(
    expected(midnight.chicago),
  )
  const query = { ...range, type, interval: 'OneDay' } as const
  expect(pointsOf(await call(sensors.ofEachDevice, { query }, { as }))).toEqual(expected(midnight.chicago))
  const weekly = { DeviceId: [device.id], ...range, type, interval: 'OneWeek' } as const
  expect(pointsOf(await call(sensors.series, { query: weekly }, { as }))).toEqual(
    expected(Date.UTC(2026, 9, 19, 5)),
  )
})

test('a day that was open when the site got another zone counts completely, also after a restart', async () => {
  const { send, moveTo, countOf } = await deviceIn('America/Chicago')
  // Midnight in Berlin is in the evening of Chicago's day.
  const midnight = Date.UTC(2026, 9, 24, 22)
  for (const at of [midnight - 12 * hour, midnight - hour, midnight]) await send(at)
  await moveTo('Europe/Berlin')
  expect(await countOf('Europe/Berlin')).toBe(3)
  await forgetStates()
  await send(midnight + 2 * hour)
  expect(await countOf('Europe/Berlin')).toBe(4)
  await send(midnight + 30 * hour)
  expect(await countOf('Europe/Berlin')).toBe(4)
})

test('late readings of the open day count after a change between zones that differ by half an hour', async () => {
  const { send, moveTo, countOf } = await deviceIn('Asia/Kolkata')
  const midnight = Date.UTC(2026, 9, 24, 18, 30)
  await send(midnight + minute)
  await moveTo('UTC')
  for (const at of [midnight + 100 * minute, midnight + 10 * minute]) await send(at)
  expect(await countOf('UTC')).toBe(3)
  await forgetStates()
  await send(midnight + 8 * hour)
  expect(await countOf('UTC')).toBe(4)
})

test('readings stored by a process of an earlier version count once', async () => {
  const { as, device, send } = await deviceIn('UTC')
  for (const at of [start, start + hour, start + hour + minute]) await send(at)
  // That version does not store where the open buckets begin.
  await pool.query(
    `update device_state set version = version + 1, open_at = to_timestamp($2), open_hour = to_timestamp($2), open_day = to_timestamp($2)
     where device_no = $1`,
    [device.no, start / 1000],
  )
  await send(start + 3 * hour)
  await send(start + 30 * hour)
  const query = {
    DeviceId: [device.id],
    startTime: start,
    endTime: start + 48 * hour,
    type: ['temperature'],
    interval: 'OneHour',
  } as const
  const { data } = await call(sensors.series, { query }, { as })
  expect(data.Series[0]?.Points.map(([, , , , count]) => count)).toEqual([1, 2, 1, 1])
})
