import { type Interval, type Series, sensors } from '@eot/contract/sensors'
import { sensorKeys } from '@eot/contract/vocabulary'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sendSamples } from '../../../test/send-samples.ts'
import { firstSamples } from '../../../test/series-oracle.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { call, ingest, make, pool, signIn } = app

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const zone = 'Europe/Berlin'
/** The day on which the clocks of Berlin are set back begins two hours before. */
const start = Date.UTC(2026, 9, 25)

interface Sample {
  at: number
  value: number
}
type OneSeries = Series['Series'][number]

/** The nearest rank, computed only from the sorted samples. */
const ranked = (samples: readonly Sample[], percent: number) =>
  samples.map(({ value }) => value).sort((a, b) => a - b)[
    Math.max(0, Math.ceil((percent * samples.length) / 100) - 1)
  ]
const percentilesOf = (samples: readonly Sample[]) =>
  [5, 50, 95].map((percent) => ranked(samples, percent) ?? Number.NaN)

const localDay = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
const local = (at: number) => localDay.format(at)
const groupOf: Partial<Record<Interval, (at: number) => string>> = {
  FiveMinutes: (at) => String(Math.floor(at / (5 * minute))),
  OneHour: (at) => String(Math.floor(at / hour)),
  OneDay: local,
  OneMonth: (at) => local(at).slice(0, 7),
}
const intervals = Object.keys(groupOf) as (keyof typeof groupOf & ('OneHour' | 'OneDay'))[]

/** Returns the samples of each point and of all points, among those sent. A range that ends earlier cuts off the last ones. */
function samplesOf({ Points }: OneSeries, sent: readonly Sample[], keyOf: (at: number) => string) {
  const sorted = sent.toSorted((a, b) => a.at - b.at)
  return Points.map(([at, , , , count]) =>
    sorted.filter((sample) => keyOf(sample.at) === keyOf(at)).slice(0, count),
  )
}

/** Returns the percentiles in a series: of each point, and of the range. */
const answered = ({ PointPercentiles, RangePercentiles }: OneSeries) => [
  ...(PointPercentiles ?? []).map(([, ...numbers]) => numbers),
  Object.values(RangePercentiles ?? {}),
]

/** Several in a minute, late, duplicate and missing, over two days. */
const samples = fc.array(
  fc.record({
    at: fc.nat(2 * 24 * 60 * 3).map((step) => start + step * 20_000),
    value: fc.integer({ min: -200, max: 400 }).map((number) => number / 10),
  }),
  { minLength: 1, maxLength: 150 },
)
const send = (mac: string, sent: readonly Sample[]) =>
  sendSamples(
    ingest,
    mac,
    sent.map(({ at, value }) => ({ at, readings: { temperature: value } })),
  )

async function school() {
  const site = await make.site({ time_zone: zone })
  return { site, as: await signIn({ site }), device: await make.device({ site }) }
}

test('of each point and of the range equal those of the sorted samples, in every call', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(samples, samples, fc.nat(2 * 24 * 60), async (first, second, endMinute) => {
      const { site, as, device } = await school()
      const other = await make.device({ site })
      for (const [one, sent] of [
        [device, first],
        [other, second],
      ] as const) {
        await send(one.mac, sent.slice(0, sent.length >> 1))
        await send(one.mac, sent.slice(sent.length >> 1))
      }
      const ofDevice = new Map([
        [device.id, firstSamples(first)],
        [other.id, firstSamples(second)],
      ])
      for (const endTime of [start + 3 * day, start + endMinute * minute + 7000])
        for (const interval of intervals) {
          const query = { startTime: start - day, endTime, timeZone: zone, type: ['temperature' as const] }
          const asked = { ...query, interval, percentiles: 'Points' as const }
          const keyOf = groupOf[interval] ?? String
          const check = (series: OneSeries | undefined, sent: readonly Sample[]) => {
            if (!series || series.Points.length === 0) return
            const groups = samplesOf(series, sent, keyOf)
            const expected = [...groups, groups.flat()].map((group) => [...percentilesOf(group), 0, 0, 0])
            expect(answered(series)).toEqual(expected)
          }
          const DeviceId = [...ofDevice.keys()]
          const { data } = await call(sensors.series, { query: { ...asked, DeviceId } }, { as })
          const { data: each } = await call(sensors.ofEachDevice, { query: asked }, { as })
          for (const one of [...data.Series, ...each.Series])
            check(one, ofDevice.get(one.DeviceId ?? '') ?? [])
          const { data: graphs } = await call(
            sensors.graphs,
            { params: { id: device.id }, query: asked },
            { as },
          )
          check(graphs.Graphs[0], ofDevice.get(device.id) ?? [])
          // For merged devices, the readings that are cut off are not the last in the order of time.
          if (endTime < start + 3 * day) continue
          const { data: merged } = await call(sensors.ofSite, { query: asked }, { as })
          check(merged.Series[0], [...ofDevice.values()].flat())
        }
    }),
    { numRuns: 2 },
  )
})

describe('where readings are no longer stored', () => {
  const sent = Array.from(
    { length: 2 * 24 * 60 * 3 },
    (_, n): Sample => ({
      at: start + n * 20_000,
      value: Math.round(200 + 50 * Math.sin(n / 700) + ((n * 7919) % 41)) / 10,
    }),
  )

  test('percentiles are estimated from minutes, then from hours, and are off by no more than their error', async () => {
    const { as, device } = await school()
    // The size of a message is limited.
    for (let at = 0; at < sent.length; at += 1000) await send(device.mac, sent.slice(at, at + 1000))
    const query = {
      DeviceId: [device.id],
      startTime: start,
      endTime: start + 2 * day,
      interval: 'OneDay' as const,
      timeZone: zone,
      type: ['temperature' as const],
      percentiles: 'Points' as const,
    }
    const errors: number[] = []
    for (const lost of ['', 'reading where at', 'reading_minute where bucket']) {
      if (lost) await pool.query(`delete from ${lost} < $1`, [new Date(start + 2 * day - 3 * hour)])
      const { data } = await call(sensors.series, { query }, { as })
      const [series] = data.Series
      if (!series) throw new Error('there is no series')
      const groups = samplesOf(series, sent, local)
      for (const [index, numbers] of answered(series).entries()) {
        const expected = percentilesOf(groups[index] ?? groups.flat())
        for (const [at, value] of expected.entries())
          expect(Math.abs((numbers[at] ?? Number.NaN) - value)).toBeLessThanOrEqual(
            (numbers[at + 3] ?? Number.NaN) + 1e-9,
          )
      }
      errors.push(series.RangePercentiles?.P50Error ?? Number.NaN)
    }
    expect(errors[0]).toBe(0)
    expect(errors[1]).toBeGreaterThan(0)
    expect(errors[2]).toBeGreaterThan(errors[1] ?? 0)
  })
})

test('percentiles of more readings than are read for a response are estimated', async () => {
  const { as, device } = await school()
  const count = 25 * 720
  const sent = Array.from({ length: count }, (_, n) => ({
    at: start + n * 5000,
    readings: Object.fromEntries(sensorKeys.map((key) => [key, ((n * 7919) % 1000) / 1000])),
  }))
  for (let at = 0; at < count; at += 1000) await sendSamples(ingest, device.mac, sent.slice(at, at + 1000))
  const read = async (type: typeof sensorKeys) => {
    const query = { startTime: start, endTime: start + 25 * hour, interval: 'OneHour' as const, type }
    const asked = { ...query, percentiles: 'Range' as const }
    const { data } = await call(sensors.graphs, { params: { id: device.id }, query: asked }, { as })
    return data.Graphs.find(({ Sensor }) => Sensor === 'temperature')?.RangePercentiles
  }
  const exact = { P5: 0.049, P50: 0.499, P95: 0.949 }
  expect(await read(['temperature'])).toEqual({ ...exact, P5Error: 0, P50Error: 0, P95Error: 0 })
  const estimated = await read(sensorKeys)
  if (!estimated) throw new Error('there are none')
  for (const key of ['P5', 'P50', 'P95'] as const) {
    expect(estimated[`${key}Error`]).toBeGreaterThan(0)
    expect(Math.abs(estimated[key] - exact[key])).toBeLessThanOrEqual(estimated[`${key}Error`] + 1e-9)
  }
})

test('a late reading changes percentiles', async () => {
  const { as, device } = await school()
  await send(device.mac, [
    { at: start, value: 20 },
    { at: start + 5 * hour, value: 22 },
  ])
  const query = {
    DeviceId: [device.id],
    startTime: start,
    endTime: start + day,
    type: ['temperature' as const],
  }
  const median = async () => {
    const asked = { ...query, interval: 'OneDay' as const, percentiles: 'Points' as const }
    const { data } = await call(sensors.series, { query: asked }, { as })
    return data.Series[0]?.PointPercentiles?.map(([, , p50]) => p50)
  }
  expect(await median()).toEqual([20])
  await send(device.mac, [
    { at: start + hour, value: 21 },
    { at: start + 2 * hour, value: 21.5 },
  ])
  expect(await median()).toEqual([21])
})

test('are included only on request, and refused by any other name', async () => {
  const { as, device } = await school()
  await send(device.mac, [{ at: start, value: 20 }])
  const query = {
    DeviceId: [device.id],
    startTime: start,
    endTime: start + hour,
    type: ['temperature' as const],
  }
  const { data } = await call(sensors.series, { query }, { as })
  expect(Object.keys(data.Series[0] ?? {})).toEqual(['Sensor', 'Unit', 'Points', 'DeviceId'])
  const raw = await call(sensors.series, { query: { ...query, percentiles: 'Points' } }, { as })
  expect(raw.data.Series[0]).toMatchObject({
    PointPercentiles: [[start, 20, 20, 20, 0, 0, 0]],
    RangePercentiles: { P5: 20, P50: 20, P95: 20, P5Error: 0, P50Error: 0, P95Error: 0 },
  })
  const refused = await call(
    sensors.series,
    { query: { ...query, percentiles: 'Median' as 'Range' } },
    { as },
  )
  expect(problemOf(refused).Errors?.[0]?.Path).toBe('percentiles')
})
