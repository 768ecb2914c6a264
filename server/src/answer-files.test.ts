import { alertCounts } from '@eot/contract/alert-counts'
import { audit } from '@eot/contract/audit'
import { devices } from '@eot/contract/devices'
import { sensors } from '@eot/contract/sensors'
import { sites } from '@eot/contract/sites'
import { parquetReadObjects } from 'hyparquet'
import { expect, test } from 'vitest'
import { fileReaders, lines } from '../test/file-readers.ts'
import { sendSamples } from '../test/send-samples.ts'
import { testApp } from '../test/test-app.ts'
import { describeApi } from './api-description.ts'
import { parquetOf } from './platform/parquet.ts'

const { call, ingest, make, server, signIn } = await testApp()

type As = Awaited<ReturnType<typeof signIn>>
const { csv, parquet } = fileReaders({ call, server })

test('each list is also served as CSV, with its filters, and formulas are neutralized', async () => {
  const site = await make.site()
  const as = await signIn({ site })
  await make.device({ site, name: '=HYPERLINK("http://evil")' })
  await make.device({ site, name: 'Gym' })
  await make.device({ name: 'Foreign' })
  const all = await csv(devices.list, {}, as)
  expect(all.status).toBe(200)
  expect(all.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(all.headers['content-disposition']).toBe('attachment; filename="devices.csv"')
  expect(all.text).toContain(`"'=HYPERLINK(""http://evil"")"`)
  expect(lines(all.text)).toHaveLength(3)
  const found = await csv(devices.list, { search: 'gym' }, as)
  expect(lines(found.text)).toHaveLength(2)
  expect(found.text).toContain(`,Gym,`)
  expect(found.text).toContain(`,${site.name},`)
})

test('a CSV has all rows in the order of the list, not one page', async () => {
  const site = await make.site()
  const as = await signIn({ site })
  for (let n = 10; n < 70; n++) await make.site({ parent: site, name: `Room ${n}` })
  const { text } = await csv(sites.list, { order: 'desc', Page: 1, PageSize: 5 }, as)
  const rooms = [...text.matchAll(/Room (\d\d)/g)].map(([, number]) => Number(number))
  expect(rooms.at(0)).toBe(69)
  expect(new Set(rooms).size).toBe(60)
})

test('a CSV without rows has the titles of its columns', async () => {
  const as = await signIn()
  expect(lines((await csv(devices.list, { search: 'none' }, as)).text)).toHaveLength(1)
  const { text } = await csv(audit.list, { search: 'none' }, as)
  expect(text).toBe('\ufeffId,At (UTC),Actor,Action,Subject,Site,Changes,Details,Address\r\n')
})

test('a CSV is refused like its list: without a token, without permission, for a foreign site or an unknown filter', async () => {
  const viewer = await signIn({ role: 'Viewer' })
  const foreign = await make.site()
  expect((await csv(devices.list, {}, { AccessToken: 'none' } as As)).status).toBe(401)
  expect((await csv(audit.list, {}, viewer)).status).toBe(403)
  expect((await csv(devices.list, { SiteId: foreign.id }, viewer)).status).toBe(404)
  expect((await csv(devices.list, { color: 'red' }, viewer)).status).toBe(400)
})

test('each list is also served as Parquet, with the types of its fields', async () => {
  const site = await make.site()
  const as = await signIn({ site })
  const device = await make.device({ site, name: 'Gym' })
  await make.device({ name: 'Foreign' })
  const { status, type, rows } = await parquet(devices.list, {}, as)
  expect({ status, type }).toEqual({ status: 200, type: 'application/vnd.apache.parquet' })
  expect(rows).toMatchObject([
    { Id: device.id, Name: 'Gym', Site: site.name, IsActive: true, Version: 1n, LastSeenAt: null },
  ])
  expect((await parquet(devices.list, { search: 'none' }, as)).rows).toEqual([])
})

test('series have a row for each point, equal as CSV and as Parquet', async () => {
  const site = await make.site()
  const as = await signIn({ site })
  const device = await make.device({ site })
  const at = Date.UTC(2026, 10, 20, 12)
  await sendSamples(ingest, device.mac, [
    { at, readings: { temperature: 20 } },
    { at: at + 60_000, readings: { temperature: 22 } },
  ])
  const query = {
    DeviceId: device.id,
    type: 'temperature',
    startTime: at,
    endTime: at + 3_600_000,
    interval: 'OneHour',
  }
  const { rows } = await parquet(sensors.series, query, as)
  expect(rows).toEqual([
    {
      Sensor: 'temperature',
      Unit: '°C',
      DeviceId: device.id,
      At: new Date(at),
      Mean: 21,
      Min: 20,
      Max: 22,
      Count: 2n,
    },
  ])
  const { text } = await csv(sensors.series, query, as)
  expect(lines(text)).toEqual([
    '\ufeffSensor,Unit,Device id,At (UTC),Mean,Min,Max,Count',
    `temperature,°C,${device.id},2026-11-20T12:00:00.000Z,21,20,22,2`,
  ])
})

test('a file has all points of the range at the requested interval, also if a response would have a longer one', async () => {
  const site = await make.site({ time_zone: 'America/St_Johns' })
  const as = await signIn({ site })
  const device = await make.device({ site })
  const [startTime, endTime] = [Date.UTC(2026, 10, 17, 5, 7), Date.UTC(2026, 10, 19, 22, 41)]
  // A gap of a night, and more readings in a minute than a response can have.
  const times = [
    ...Array.from({ length: 900 }, (_, n) => startTime - 3_600_000 + n * 80_000),
    ...Array.from({ length: 2200 }, (_, n) => startTime + 30 * 3_600_000 + n * 20),
    ...Array.from({ length: 900 }, (_, n) => endTime - 20 * 3_600_000 + n * 90_000),
  ]
  const samples = times.map((at, n) => ({ at, readings: { temperature: 20 + (n % 50) / 10 } }))
  for (let sent = 0; sent < samples.length; sent += 500)
    expect(await sendSamples(ingest, device.mac, samples.slice(sent, sent + 500))).toMatchObject({
      accepted: 500,
    })
  const asked = { DeviceId: [device.id], type: ['temperature' as const], startTime, endTime }
  const timesOf = async (interval: 'Raw' | 'OneMinute') => {
    const { rows } = await parquet(sensors.series, { ...asked, interval }, as)
    return rows.map(({ At }) => Number(At))
  }
  const inRange = times.filter((at) => at >= startTime && at < endTime)
  expect(await timesOf('Raw')).toEqual(inRange)
  const minutes = new Set(inRange.map((at) => Math.floor(at / 60_000) * 60_000))
  expect(await timesOf('OneMinute')).toEqual([...minutes])
  const { data } = await call(sensors.series, { query: { ...asked, interval: 'Raw' } }, { as })
  expect(data.Interval).not.toBe('Raw')
})

test('percentiles of points are columns on request, and equal those of the response', async () => {
  const site = await make.site()
  const as = await signIn({ site })
  const device = await make.device({ site })
  const at = Date.UTC(2026, 10, 20, 12)
  const samples = [20, 22, 25.5].map((temperature, n) => ({ at: at + n * 60_000, readings: { temperature } }))
  await sendSamples(ingest, device.mac, samples)
  const query = {
    DeviceId: [device.id],
    type: ['temperature' as const],
    startTime: at,
    endTime: at + 3_600_000,
    interval: 'OneHour' as const,
    percentiles: 'Points' as const,
  }
  const { data } = await call(sensors.series, { query }, { as })
  const [, ...numbers] = data.Series[0]?.PointPercentiles?.[0] ?? []
  expect(numbers).toEqual([20, 22, 25.5, 0, 0, 0])
  const { text } = await csv(sensors.series, query, as)
  const [head, row] = lines(text)
  expect(head).toMatch(/,Max,Count,P5,P50,P95,P5 error,P50 error,P95 error$/)
  expect(row?.split(',').slice(-6).map(Number)).toEqual(numbers)
  const { rows } = await parquet(sensors.series, query, as)
  expect(Object.values(rows[0] ?? {}).slice(-6)).toEqual(numbers)
  expect(Object.keys(rows[0] ?? {}).slice(-6)).toEqual([
    'P5',
    'P50',
    'P95',
    'P5Error',
    'P50Error',
    'P95Error',
  ])
})

test('counts and heat maps are tables too', async () => {
  const site = await make.site()
  const as = await signIn({ site })
  const device = await make.device({ site, name: 'Gym' })
  await make.alert({ device, type: 'Vape' })
  expect((await parquet(alertCounts.byDevice, {}, as)).rows).toEqual([
    { Id: device.id, Name: 'Gym', SiteName: site.name, Count: 1n },
  ])
  const { rows } = await parquet(alertCounts.heatmapBySite, {}, as)
  expect(rows).toHaveLength(168)
  expect(rows.reduce((sum, { Count }) => sum + Number(Count), 0)).toBe(1)
})

test('all rows are in the file, in their order, even if there are more than are encoded at once', async () => {
  const rows = Array.from({ length: 25_001 }, (_, n) => ({ n }))
  const file = parquetOf(
    [{ name: 'n', type: 'integer', value: ({ n }: { n: number }) => n }],
    (async function* () {
      yield* rows
    })(),
  )
  const bytes = Buffer.concat(await file.toArray())
  const read = await parquetReadObjects({ file: new Uint8Array(bytes).buffer })
  expect(read.map(({ n }) => Number(n))).toEqual(rows.map(({ n }) => n))
})

test('the documentation of the API shows which endpoints are also served as CSV', () => {
  const { paths } = describeApi('EoT LIVE', false) as {
    paths: Record<string, { get?: { description: string } }>
  }
  expect(paths['/api/devices']?.get?.description).toContain('.csv')
  expect(paths['/api/devices/{id}']?.get?.description).not.toContain('.csv')
})
