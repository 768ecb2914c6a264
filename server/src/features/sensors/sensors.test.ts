import { columnarType, fromColumnar } from '@eot/contract/columnar-series'
import { maxPoints, sensors } from '@eot/contract/sensors'
import { describe, expect, test } from 'vitest'
import type { MadeDevice } from '../../../test/factories.ts'
import { sendSamples } from '../../../test/send-samples.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call, ingest, make, signIn } = app

const second = 1000
const minute = 60 * second
const hour = 60 * minute
/** A full hour, some hours ago. */
const start = Math.floor(Date.now() / hour) * hour - 6 * hour

async function reader() {
  const site = await make.site()
  const as = await signIn({ site })
  return {
    site,
    read: (query: object) => call(sensors.series, { query }, { as }),
    device: (reportSeconds = 60) =>
      make.device({ site, settings: JSON.stringify({ ReportInterval: reportSeconds }) }),
  }
}

/** Sends temperatures 0, 1, 2 … starting at `start`. */
function send({ mac }: MadeDevice, count: number, everyMs: number) {
  const samples = Array.from({ length: count }, (_, index) => ({
    at: start + index * everyMs,
    readings: { temperature: index % 100, CO: 1 },
  }))
  return sendSamples(ingest, mac, samples)
}

const refusedPath = async (answer: Promise<{ status: number; text: string }>) => {
  const { status, text } = await answer
  return [status, problemOf({ text }).Errors?.[0]?.Path]
}

test('clients that accept the columnar form get the same series', async () => {
  const { site, device } = await reader()
  const { id: DeviceId, ...made } = await device()
  await send({ id: DeviceId, ...made }, 4, minute)
  const as = await signIn({ site })
  const query = { DeviceId, startTime: start, endTime: start + hour }
  const plain = await call(sensors.series, { query }, { as })
  const columnar = await call(sensors.series, { query }, { as, headers: { accept: columnarType } })
  expect([plain, columnar].map(({ headers }) => headers['content-type'])).toEqual([
    'application/json; charset=utf-8',
    `${columnarType}; charset=utf-8`,
  ])
  expect(plain.data.Series.map(({ Points }) => Points.length)).toContain(4)
  expect(columnar.data).not.toEqual(plain.data)
  expect(fromColumnar(columnar.data)).toEqual(plain.data)
  const columnsOf = (key: string) => columnar.data.Series.find(({ Sensor }) => Sensor === key)?.Points
  const [temperature, CO] = [columnsOf('temperature'), columnsOf('CO')]
  expect(temperature).toHaveLength(5)
  expect([CO?.[0], CO?.[4]]).toEqual([temperature?.[0], temperature?.[4]]) // times and counts are sent once
  const refusing = { accept: `application/json, ${columnarType};q=0` }
  expect((await call(sensors.series, { query }, { as, headers: refusing })).data).toEqual(plain.data)
})

describe('the values of a device', async () => {
  const { read, device } = await reader()
  const { id: DeviceId, ...made } = await device()
  await send({ id: DeviceId, ...made }, 4, minute)

  test('include the start of the range but not its end', async () => {
    const query = { DeviceId, type: 'temperature', startTime: start + minute, endTime: start + 3 * minute }
    const { data } = await read(query)
    expect(data).toEqual({
      Interval: 'Raw',
      TimeZone: 'Europe/Berlin',
      Series: [
        {
          Sensor: 'temperature',
          Unit: '°C',
          DeviceId,
          Points: [
            [start + minute, 1, 1, 1, 1],
            [start + 2 * minute, 2, 2, 2, 1],
          ],
        },
      ],
    })
  })

  test('default to the last day and every sensor', async () => {
    const { data } = await read({ 'deviceId[]': DeviceId })
    expect(data.Series).toHaveLength(17)
    expect(data.Series.map(({ Points }) => Points.length).filter(Boolean)).toEqual([4, 4])
  })

  test('are aggregated by the requested interval', async () => {
    const { data } = await read({
      DeviceId,
      type: ['CO', 'temperature'],
      startTime: start,
      interval: 'OneHour',
    })
    expect(data.Interval).toBe('OneHour')
    expect(data.Series.map(({ Sensor, Points }) => [Sensor, Points])).toEqual([
      ['CO', [[start, 1, 1, 1, 4]]],
      ['temperature', [[start, 1.5, 0, 3, 4]]],
    ])
  })

  test('require one to twenty devices, a range longer than zero and an existing time zone', async () => {
    const many = Array.from({ length: 21 }, () => crypto.randomUUID())
    expect(await refusedPath(read({}))).toEqual([400, 'DeviceId'])
    expect(await refusedPath(read({ DeviceId: many }))).toEqual([400, 'DeviceId'])
    expect(await refusedPath(read({ DeviceId, startTime: start, endTime: start }))).toEqual([
      400,
      'startTime',
    ])
    expect(await refusedPath(read({ DeviceId, startTime: -1 }))).toEqual([400, 'startTime'])
    expect(await refusedPath(read({ DeviceId, interval: 'Hourly' }))).toEqual([400, 'interval'])
    expect(await refusedPath(read({ DeviceId, timeZone: 'Mars/Olympus' }))).toEqual([400, 'timeZone'])
    expect(await refusedPath(read({ DeviceId, type: 'smell' }))).toEqual([400, 'type.0'])
  })

  test('of all time fit within the maximum number of points', async () => {
    const { status, data } = await read({ DeviceId, startTime: 0, endTime: 8.64e15 })
    expect([status, data.Interval]).toEqual([200, 'Year'])
  })
})

test("cannot be read for another customer's device, nor for one outside the requested site, alone or among others", async () => {
  const { read, device, site } = await reader()
  const own = await device()
  const foreign = await make.device()
  const beside = await make.site({ parent: site })
  for (const query of [
    { DeviceId: foreign.id },
    { DeviceId: [own.id, foreign.id] },
    { DeviceId: own.id, SiteId: beside.id },
  ]) {
    expect(problemOf(await read(query)).ErrorCode).toBe('device_not_found')
  }
  expect((await read({ DeviceId: own.id, SiteId: site.id })).status).toBe(200)
})

test('share one interval, the one named in the response, for devices that report at different intervals', async () => {
  const { read, device } = await reader()
  const [slow, quick] = [await device(600), await device(5)]
  await send(slow, 3, 10 * minute)
  await send(quick, 24, 5 * second)
  const { data } = await read({
    DeviceId: [slow.id, quick.id],
    type: 'temperature',
    startTime: start,
    endTime: start + 6 * hour,
  })
  expect(data.Interval).toBe('OneMinute')
  const points = new Map(data.Series.map((series) => [series.DeviceId, series.Points]))
  expect(points.get(quick.id)?.map(([at, , , , count]) => [at, count])).toEqual([
    [start, 12],
    [start + minute, 12],
  ])
  expect(points.get(slow.id)?.map(([at]) => at)).toEqual([0, 10, 20].map((n) => start + n * minute))
})

test('that would exceed the maximum number of points come at a coarser interval', async () => {
  const { read, device } = await reader()
  const quick = await device(5)
  await send(quick, 40, 5 * second)
  const asked = { DeviceId: quick.id, type: 'CO', startTime: start - 2 * 24 * hour, endTime: start + hour }
  const { data } = await read({ ...asked, interval: 'OneMinute' })
  expect(data.Interval).toBe('FiveMinutes')
  expect((asked.endTime - asked.startTime) / minute).toBeGreaterThan(maxPoints)
})

describe('the values of several devices', async () => {
  const site = await make.site()
  const as = await signIn({ site })
  const read = async (query: object) => (await call(sensors.series, { query }, { as })).data
  await app.pool.query(
    `insert into device_model (id, name, kinds) values (gen_random_uuid(), 'Small', '{CO,humidity}')`,
  )
  const devices: MadeDevice[] = []
  for (let n = 0; n < 6; n += 1) {
    const settings = JSON.stringify({ ReportInterval: n === 0 ? 5 : 60 })
    devices.push(await make.device({ name: `Room ${n}`, site, settings, ...(n === 3 && { model: 'Small' }) }))
  }
  for (const [n, device] of devices.entries()) await send(device, 3 + n, 20 * second)
  const day = { startTime: start - 23 * hour, endTime: start + hour }

  test.each([
    ['all sensors', {}],
    ['some sensors, one of them twice', { type: ['temperature', 'CO', 'temperature'] }],
    ['a sensor that one device does not have', { type: ['temperature'] }],
    ['an interval', { interval: 'OneHour' }],
  ])('are those of each device, in the order of their names: %s', async (_, asked) => {
    const DeviceId = devices.map(({ id }) => id).reverse()
    const together = await read({ ...day, ...asked, DeviceId })
    const alone = []
    for (const { id } of devices) {
      const { Interval, Series } = await read({
        ...day,
        interval: together.Interval,
        ...asked,
        DeviceId: [id],
      })
      expect(Interval).toBe(together.Interval)
      alone.push(...Series)
    }
    expect(together.Series).toEqual(alone)
    expect(together.Series.flatMap(({ Points }) => Points).length).toBeGreaterThan(devices.length)
  })
})

test('single readings of several devices become minutes if one of them has too many', async () => {
  const { read, device } = await reader()
  const [few, many] = [await device(), await device()]
  await send(few, 2, 30 * second)
  const samples = Array.from({ length: maxPoints + 1 }, (_, n) => ({
    at: start + n * second,
    readings: { temperature: 21 },
  }))
  for (let from = 0; from < samples.length; from += 500)
    await sendSamples(ingest, many.mac, samples.slice(from, from + 500))
  const query = { DeviceId: [few.id, many.id], type: 'temperature', startTime: start, endTime: start + hour }
  const { data } = await read({ ...query, interval: 'Raw' })
  expect(data.Interval).toBe('OneMinute')
  const points = new Map(data.Series.map((series) => [series.DeviceId, series.Points]))
  expect(points.get(few.id)).toEqual([[start, 0.5, 0, 1, 2]])
  expect(points.get(many.id)?.map(([, , , , count]) => count)).toEqual([...Array(33).fill(60), 21])
})
