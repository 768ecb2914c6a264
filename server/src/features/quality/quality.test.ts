import { alerts } from '@eot/contract/alerts'
import type { QualitySpan } from '@eot/contract/quality'
import { type Interval, sensors } from '@eot/contract/sensors'
import { expect, test } from 'vitest'
import { compactAll } from '../../../test/compact-all.ts'
import { fileReaders, lines } from '../../../test/file-readers.ts'
import { sendSamples } from '../../../test/send-samples.ts'
import { testApp } from '../../../test/test-app.ts'
import { createLog } from '../../platform/log.ts'
import { keepPartitions } from '../storage/keep-partitions.job.ts'

const app = await testApp()
const { call, clock, db, ingest, make, pool, signIn } = app
const { csv, parquet } = fileReaders(app)

const minute = 60_000
const hour = 60 * minute
const step = 5 * minute

async function room() {
  const site = await make.site({ time_zone: 'America/Chicago' })
  const as = await signIn({ site })
  const device = await make.device({ site, settings: '{"ReportInterval":300}' as never }) // stored as it is
  /** Reads the spans of a sensor, in hours after `since`. */
  const read = async (
    type: 'temperature' | 'ECO2' | 'CO',
    since: number,
    interval?: Interval,
    reader = as,
  ) => {
    const query = { DeviceId: device.id, type, startTime: since, quality: true, interval }
    const { data } = await call(sensors.series, { query }, { as: reader })
    return shown(data.Series[0]?.Quality, since)
  }
  return { site, as, device, read }
}

const shown = (spans: readonly QualitySpan[] | undefined, since: number) =>
  spans?.map(({ From, To, Quality }) => [
    Quality,
    ...[From, To].map((at) => Math.round((100 * (at - since)) / hour) / 100),
  ])

/** Ten hours: two good, one silent, four with a stuck sensor, one with a noisy one, two good. */
const dayAt = (start: number) =>
  Array.from({ length: 10 * 12 }, (_, n) => {
    const hours = n / 12
    const jumps = hours >= 7 && hours < 8 ? 3 * (n % 2) : 0
    const ECO2 = hours >= 3 && hours < 7 ? 847 : 600 + (n % 9)
    return { at: start + n * step, readings: { temperature: 20 + (n % 7) / 100 + jumps, ECO2 } }
  }).filter(({ at }) => at < start + 2 * hour || at >= start + 3 * hour)

test('gaps, stuck and noisy values are found in readings, by the hour, and in compact readings alike', async () => {
  const { device, read } = await room()
  // On the hour, three days ago.
  const start = Math.floor(clock().getTime() / hour) * hour - 80 * hour
  await sendSamples(ingest, device.mac, dayAt(start))
  const after = ['Gap', 10, expect.any(Number)]
  const raw = async () => [await read('temperature', start, 'FiveMinutes'), await read('ECO2', start)]
  const expected = [
    [['Gap', 2, 3], ['Noisy', 7, 8], after],
    [['Gap', 2, 3], ['Stuck', 3, expect.closeTo(6.92, 1)], after],
  ]
  expect(await raw()).toEqual(expected)
  expect(await read('ECO2', start, 'OneHour')).toEqual([['Gap', 2, 3], ['Stuck', 3, 7], after])
  await sendSamples(ingest, device.mac, [{ readings: { CO: 1 } }])
  await compactAll(db, clock())
  expect(await raw()).toEqual(expected)
})

test('values that no sensor can measure are reported for the sensor that sent them, and raise no alert', async () => {
  const { as, device, read } = await room()
  const start = clock().getTime() - minute
  const { accepted } = await sendSamples(ingest, device.mac, [
    { readings: { CO: 10_001, temperature: 20, ECO2: 70_000 } },
  ])
  await sendSamples(ingest, device.mac, [{ readings: { CO: -1, temperature: 200 } }])
  expect(accepted).toBe(1)
  const qualitiesOf = async (type: 'temperature' | 'CO' | 'ECO2') =>
    (await read(type, start - minute))?.map(([quality]) => quality).filter((quality) => quality !== 'Gap')
  expect(await Promise.all((['CO', 'ECO2', 'temperature'] as const).map(qualitiesOf))).toEqual([
    ['OutOfRange'],
    ['OutOfRange'],
    ['OutOfRange'],
  ])
  expect((await call(alerts.list, { query: {} }, { as })).data.Total).toBe(0)
  const other = await room()
  await sendSamples(ingest, other.device.mac, [{ readings: { CO: 1 } }])
  expect(await other.read('CO', start - minute)).toEqual([])
})

test('a stuck value still raises an alert and keeps it open, since it may be true', async () => {
  const { as, device, read } = await room()
  const start = clock().getTime() - 4 * hour
  const samples = Array.from({ length: 48 }, (_, n) => ({ at: start + n * step, readings: { ECO2: 5000 } }))
  await sendSamples(ingest, device.mac, samples)
  expect((await read('ECO2', start))?.map(([quality]) => quality)).toContain('Stuck')
  const { data } = await call(alerts.list, { query: { deviceId: [device.id] } }, { as })
  expect(data.Items).toMatchObject([{ Type: { Key: 'ECO2' }, EndAt: null }])
})

test('the time in which the clock of a device was ahead is shown, also to a former customer', async () => {
  const { site, device, read } = await room()
  const at = () => clock().getTime()
  const start = at()
  const send = (ahead: number) =>
    sendSamples(ingest, device.mac, [{ at: at() + ahead, readings: { temperature: 20 } }])
  await send(0)
  for (const ahead of [hour, hour, 0]) {
    app.advance(6 * minute)
    await send(ahead)
  }
  app.advance(6 * minute)
  // The first session has expired by now.
  const spans = await read('temperature', start - minute, undefined, await signIn({ site }))
  expect(spans?.filter(([quality]) => quality === 'ClockSkew')).toEqual([
    ['ClockSkew', expect.closeTo(0.12, 1), expect.closeTo(0.32, 1)],
  ])
  const open = async () =>
    (await pool.query('select count(*)::int as open from clock_skew where until is null')).rows[0]?.open
  await send(hour)
  expect(await open()).toBe(1)
  const elsewhere = await make.site()
  await pool.query('update device set site_id = $1 where id = $2', [elsewhere.id, device.id])
  expect(await open()).toBe(0)
})

test('the graphs of a device and the series of a site show the same quality, only on request', async () => {
  const { site, as, device, read } = await room()
  const start = Math.floor(clock().getTime() / hour) * hour - 12 * hour
  await sendSamples(ingest, device.mac, dayAt(start))
  const query = { startTime: start, type: 'ECO2' as const, interval: 'FifteenMinutes' as const }
  const graphs = await call(
    sensors.graphs,
    { params: { id: device.id }, query: { ...query, quality: true } },
    { as },
  )
  const all = await call(
    sensors.ofEachDevice,
    { query: { ...query, SiteId: site.id, quality: true } },
    { as },
  )
  // And a gap until now.
  const expected = [
    ['Gap', 2, 3],
    ['Stuck', 3, 7],
  ]
  expect((await read('ECO2', start, 'FifteenMinutes'))?.slice(0, 2)).toEqual(expected)
  expect(shown(graphs.data.Graphs[0]?.Quality, start)?.slice(0, 2)).toEqual(expected)
  expect(shown(all.data.Series[0]?.Quality, start)?.slice(0, 2)).toEqual(expected)
  const plain = await call(sensors.series, { query: { ...query, DeviceId: device.id } }, { as })
  expect(plain.data.Series[0]).not.toHaveProperty('Quality')
  const wrong = { ...query, DeviceId: device.id, quality: 'perhaps' as never } // as a client may send it
  expect((await call(sensors.series, { query: wrong }, { as })).status).toBe(400)
})

test('in a file each value has its quality, and each gap a row', async () => {
  const { as, device } = await room()
  const start = Math.floor(clock().getTime() / hour) * hour - 80 * hour
  await sendSamples(ingest, device.mac, dayAt(start))
  const query = {
    DeviceId: device.id,
    type: 'ECO2' as const,
    startTime: start,
    endTime: start + 10 * hour,
    interval: 'OneHour' as const,
  }
  const [head, ...rows] = lines((await csv(sensors.series, { ...query, quality: true }, as)).text)
  expect(head).toBe('\ufeffSensor,Unit,Device id,At (UTC),Mean,Min,Max,Count,Quality')
  const stuck = ['Stuck', 'Stuck', 'Stuck', 'Stuck']
  const qualities = ['Good', 'Good', 'Gap', ...stuck, 'Good', 'Good', 'Good']
  expect(rows.map((row) => row.split(',').at(-1))).toEqual(qualities)
  expect(rows[2]).toBe(`ECO2,ppm,${device.id},${new Date(start + 2 * hour).toISOString()},,,,,Gap`)
  const inParquet = await parquet(sensors.series, { ...query, quality: true }, as)
  expect(inParquet.rows.map(({ Quality }) => Quality)).toEqual(qualities)
  const gap = {
    At: new Date(start + 2 * hour),
    Mean: null,
    Min: null,
    Max: null,
    Count: null,
    Quality: 'Gap',
  }
  expect(inParquet.rows[2]).toEqual({ Sensor: 'ECO2', Unit: 'ppm', DeviceId: device.id, ...gap })
  const plain = lines((await csv(sensors.series, query, as)).text)
  expect(plain).toHaveLength(10)
  expect(plain[0]).not.toContain('Quality')
  const [row] = (await parquet(sensors.series, query, as)).rows
  expect(Object.keys(row ?? {})).not.toContain('Quality')
})

test('a clock that jumps back and forth has one span, and old spans are deleted', async () => {
  const { device } = await room()
  for (const ahead of [hour, 0, hour, 0, hour, 0]) {
    await sendSamples(ingest, device.mac, [{ at: clock().getTime() + ahead, readings: { temperature: 20 } }])
    app.advance(1000)
  }
  const kept = async () =>
    (
      await pool.query(
        'select count(*)::int as kept from clock_skew join device on no = device_no where id = $1',
        [device.id],
      )
    ).rows[0]?.kept
  expect(await kept()).toBe(1)
  const retention = { rawDays: 90, minuteDays: 10 }
  await keepPartitions(pool, new Date(clock().getTime() + 89 * 24 * hour), retention, createLog('silent'))
  expect(await kept()).toBe(1)
  await keepPartitions(pool, new Date(clock().getTime() + 91 * 24 * hour), retention, createLog('silent'))
  expect(await kept()).toBe(0)
})
