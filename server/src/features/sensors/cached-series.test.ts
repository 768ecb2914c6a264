import { listOf } from '@eot/contract/columnar-series'
import { sensors } from '@eot/contract/sensors'
import { sites } from '@eot/contract/sites'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { sendSamples } from '../../../test/send-samples.ts'
import { nearly } from '../../../test/series-oracle.ts'
import { testApp } from '../../../test/test-app.ts'
import { programScope } from '../../access/scope.ts'
import { executeOn } from '../../platform/db/execute.queries.ts'
import {
  DeviceListCache,
  type KnownSeriesDevice,
  listKnownSeriesDevices,
  listSiteSeriesDevices,
  readColumnsOfEach,
  readSeriesOfEach,
  SeriesCache,
} from '../readings/index.ts'

const app = await testApp()
const { call, ingest, make, signIn, pool } = app

const minute = 60_000
const hour = 60 * minute
/** Three hours before the clocks of Berlin are set back. */
const start = Date.UTC(2026, 9, 24, 22)
const end = start + 5 * 24 * hour
const deviceCount = 3
const keys = ['temperature', 'CO'] as const

interface Ask {
  /** In minutes after `start`. */
  from: number
  minutes: number
  keys: readonly (typeof keys)[number][]
  interval: 'OneHour' | 'FifteenMinutes'
  timeZone: string
}

const readings = fc.record(
  { temperature: fc.integer({ min: -20, max: 40 }), CO: fc.integer({ min: 0, max: 30 }) },
  { requiredKeys: ['temperature'] },
)
const device = fc.nat(deviceCount - 1)
const newer = fc.record({
  kind: fc.constant('newer' as const),
  device,
  minutes: fc.oneof(
    { arbitrary: fc.integer({ min: 1, max: 10 }), weight: 4 },
    fc.integer({ min: 11, max: 90 }),
  ),
  readings,
})
const late = fc.record({
  kind: fc.constant('late' as const),
  device,
  minutes: fc.integer({ min: 1, max: 300 }),
  readings,
})
const zones = ['Europe/Berlin', 'Asia/Kolkata', 'UTC'] as const
/** Most requests are for the same series, so that the cache is used. */
const ask = fc.record({
  kind: fc.constant('ask' as const),
  from: fc.oneof({ arbitrary: fc.constant(0), weight: 8 }, fc.integer({ min: -200, max: 700 })),
  minutes: fc.oneof({ arbitrary: fc.constant(5 * 24 * 60), weight: 8 }, fc.integer({ min: 1, max: 700 })),
  interval: fc.constantFrom('OneHour' as const, 'FifteenMinutes' as const),
  timeZone: fc.constantFrom(...zones),
  keys: fc.oneof(
    { arbitrary: fc.constant([...keys]), weight: 6 },
    fc.subarray([...keys], { minLength: 1, maxLength: 1 }),
  ),
})
const otherRelease = fc.record({ kind: fc.constant('other release' as const) })
const newZone = fc.record({ kind: fc.constant('new zone' as const), TimeZone: fc.constantFrom(...zones) })
const steps = fc.array(
  fc.oneof(
    { arbitrary: newer, weight: 24 },
    { arbitrary: ask, weight: 24 },
    { arbitrary: late, weight: 3 },
    otherRelease,
    newZone,
  ),
  { minLength: 20, maxLength: 60 },
)

const known = new DeviceListCache<KnownSeriesDevice>(100)

/** Reads the same series twice in one snapshot: through the caches, and directly. */
async function readTwice(path: string, cache: SeriesCache, { from, minutes, keys, interval, timeZone }: Ask) {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read')
    const execute = executeOn(client)
    const scope = programScope({ id: '', path })
    const devices = await listKnownSeriesDevices(execute, scope, keys, deviceCount, known)
    expect(devices).toMatchObject(await listSiteSeriesDevices(execute, scope, keys, deviceCount))
    const range = { from: start + from * minute, to: start + (from + minutes) * minute }
    const wanted = { range, keys, interval, timeZone }
    return [
      (await readColumnsOfEach(execute, devices, wanted, cache)).map((ofDevice) => ofDevice.map(listOf)),
      await readSeriesOfEach(execute, devices, wanted),
    ]
  } finally {
    await client.query('commit')
    client.release()
  }
}

test('series that are cached equal those that are read, whatever came in since', {
  timeout: 180_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.constantFrom(...zones), async (steps, timeZone) => {
      const site = await make.site({ time_zone: timeZone })
      const as = await signIn({ site })
      const devices = await Promise.all(Array.from({ length: deviceCount }, () => make.device({ site })))
      const latest = devices.map(() => start)
      const cache = new SeriesCache()
      for (const step of steps) {
        if (step.kind === 'ask') {
          const [cached, read] = await readTwice(site.path, cache, step)
          expect(cached).toEqual(read?.map((ofKeys) => ofKeys.map(nearly)))
        } else if (step.kind === 'other release')
          await pool.query('update device_state set version = version + 1')
        else if (step.kind === 'new zone')
          await call(sites.update, { params: { id: site.id }, body: { TimeZone: step.TimeZone } }, { as })
        else {
          const known = latest[step.device] ?? start
          const at = known + (step.kind === 'newer' ? 1 : -1) * step.minutes * minute
          latest[step.device] = Math.max(at, known)
          await sendSamples(ingest, devices[step.device]?.mac ?? '', [{ at, readings: step.readings }])
        }
      }
    }),
    { numRuns: 25 },
  )
})

test('a series is shown in the hours of each time zone that is requested', async () => {
  const site = await make.site({ time_zone: 'UTC' })
  const device = await make.device({ site })
  // On Lord Howe Island, clocks were set forward by half an hour. Before, hours began there at the same instants as in Kolkata.
  const changedAt = Date.UTC(2026, 9, 3, 15, 30)
  for (let at = changedAt - 2.5 * hour; at < changedAt + 2 * hour; at += hour)
    await sendSamples(ingest, device.mac, [{ at, readings: { temperature: 20 } }])
  const cache = new SeriesCache()
  const asked = {
    from: (changedAt - 3 * hour - start) / minute,
    minutes: 600,
    keys,
    interval: 'OneHour',
  } as const
  for (const timeZone of ['Asia/Kolkata', 'Australia/Lord_Howe', 'Asia/Kolkata'] as const) {
    const [cached, read] = await readTwice(site.path, cache, { ...asked, timeZone })
    expect(cached).toEqual(read)
    expect(cached?.flat(2)).toHaveLength(5)
  }
})

/** Creates a device with readings in three hours, and functions that ask for its hours and change its rows in the database. */
async function deviceWithHours() {
  const site = await make.site()
  const as = await signIn({ site })
  const device = await make.device({ site })
  const send = (at: number, temperature = 20) =>
    sendSamples(ingest, device.mac, [{ at, readings: { temperature } }])
  for (let hours = 0; hours < 3; hours += 1) await send(start + hours * hour)
  const query = { type: ['temperature'], startTime: start, endTime: end, interval: 'OneHour' } as const
  return {
    send,
    counts: async () => {
      const { data } = await call(sensors.ofEachDevice, { query }, { as })
      return data.Series[0]?.Points.map(([, , , , count]) => count)
    },
    forget: (table: 'reading' | 'reading_hour') =>
      pool.query(`delete from ${table} using device where no = device_no and id = $1`, [device.id]),
    changeAsEarlierRelease: () =>
      pool.query(
        'update device_state s set version = s.version + 1 from device where no = device_no and id = $1',
        [device.id],
      ),
  }
}

// On Citus, nothing is kept.
test.skipIf(process.env.TEST_CLUSTER_URL)(
  'what was read is not read again, but newer readings are',
  async () => {
    const { send, counts, forget } = await deviceWithHours()
    expect(await counts()).toEqual([1, 1, 1])
    await forget('reading')
    await forget('reading_hour')
    expect(await counts()).toEqual([1, 1, 1])
    await send(start + 2 * hour + minute)
    expect(await counts()).toEqual([1, 1, 2])
  },
)

test('series are read again after a late reading, and after a write by a process that does not note late readings', async () => {
  const { send, counts, forget, changeAsEarlierRelease } = await deviceWithHours()
  await counts()
  await send(start + minute)
  expect(await counts()).toEqual([2, 1, 1])
  await forget('reading_hour')
  await changeAsEarlierRelease()
  expect(await counts()).toEqual([1])
  await send(start + 2 * hour + minute)
  expect(await counts()).toEqual([2])
})

test('a device that has sent much since is read again completely', async () => {
  const { send, counts, forget } = await deviceWithHours()
  await counts()
  await forget('reading_hour')
  await send(start + 2 * hour + 15 * minute)
  expect(await counts()).toEqual([2])
})

test('an hour that began at another time after a change of the zone keeps its readings', {
  timeout: 90_000,
}, async () => {
  const site = await make.site({ time_zone: 'UTC' })
  const as = await signIn({ site })
  const device = await make.device({ site })
  const send = (minutes: number) =>
    sendSamples(ingest, device.mac, [{ at: start + minutes * minute, readings: { temperature: 20 } }])
  const query = {
    startTime: start - hour,
    endTime: end,
    interval: 'OneHour',
    timeZone: 'Asia/Kolkata',
  } as const
  const counts = async () => {
    const { data } = await call(sensors.ofEachDevice, { query: { ...query, type: ['temperature'] } }, { as })
    return data.Series[0]?.Points.map(([, , , , count]) => count)
  }
  await send(31)
  await call(sites.update, { params: { id: site.id }, body: { TimeZone: 'Asia/Kathmandu' } }, { as })
  const zone = async () => (await ingest.intake.directory.findByMac(device.mac))?.timeZone
  await vi.waitFor(async () => expect(await zone()).toBe('Asia/Kathmandu'), { timeout: 60_000 })
  // The hour of Kathmandu began at 22:15, before the first reading, which was stored in the hour of UTC. The new hour begins after it.
  await send(36)
  expect(await counts()).toEqual([1, 1])
  await send(40)
  expect(await counts()).toEqual([1, 2])
})
