import type { AnswerOf, Endpoint } from '@eot/contract/endpoint'
import { type Interval, intervals, sensors } from '@eot/contract/sensors'
import type { SensorKey } from '@eot/contract/vocabulary'
import { expect } from 'vitest'
import { mostDevices } from '../src/features/sensors/sensors.routes.ts'
import type { Asked } from './call-endpoint.ts'
import { expectedPoints, nearly, type OracleRange, type OracleSample } from './series-oracle.ts'

/** Sends a request as a user of the site. Throws unless it succeeds. */
type Ask = <E extends Endpoint>(endpoint: E, asked?: Asked<E>) => Promise<AnswerOf<E>>

export interface CheckedSite {
  id: string
  /** In whose local time intervals begin: that of the site, or of the reader. */
  timeZone: string
  /** Of the site and its sub-sites, with the samples that are stored. */
  devices: readonly { id: string; samples: readonly OracleSample[] }[]
  kinds: readonly SensorKey[]
}

/**
 * Compares the figures of every call for readings, in every interval, with those computed from the samples. `rangesOf` returns
 * ranges that are short enough for an interval: else a longer one would be used.
 */
export async function checkSeries(
  ask: Ask,
  site: CheckedSite,
  rangesOf: (interval: Interval) => readonly OracleRange[],
): Promise<void> {
  for (const interval of intervals)
    for (const range of rangesOf(interval)) {
      await checkDevices(ask, site, range, interval)
      if (interval !== 'Raw') await checkSite(ask, site, range, interval)
    }
  await checkLatest(ask, site)
}

async function checkDevices(ask: Ask, site: CheckedSite, range: OracleRange, interval: Interval) {
  const { timeZone, devices, kinds } = site
  const query = { startTime: range.from, endTime: range.to, type: [...kinds], interval }
  const expected = devices.flatMap(({ id, samples }) =>
    kinds.map((key) => [id, key, nearly(expectedPoints(samples, key, range, interval, timeZone))]),
  )
  const inSeries: unknown[][] = []
  for (let start = 0; start < devices.length; start += mostDevices) {
    const DeviceId = devices.slice(start, start + mostDevices).map(({ id }) => id)
    const read = await ask(sensors.series, { query: { ...query, DeviceId } })
    expect([read.Interval, read.TimeZone]).toEqual([interval, timeZone])
    inSeries.push(...read.Series.map(({ DeviceId, Sensor, Points }) => [DeviceId, Sensor, Points]))
  }
  expect(bySeries(inSeries), `/data/sensors ${interval}`).toEqual(bySeries(expected))

  const inGraphs: unknown[][] = []
  for (const { id } of devices) {
    const { Interval, Graphs } = await ask(sensors.graphs, { params: { id }, query })
    expect(Interval).toBe(interval)
    inGraphs.push(...Graphs.map(({ Sensor, Points }) => [id, Sensor, Points]))
  }
  expect(bySeries(inGraphs), `/devices/:id/sensorgraphs ${interval}`).toEqual(bySeries(expected))

  if (interval === 'Raw') return
  const all = await ask(sensors.ofEachDevice, { query: { ...query, interval, SiteId: site.id } })
  expect([all.Interval, all.TimeZone]).toEqual([interval, timeZone])
  const inAll = all.Series.map(({ DeviceId, Sensor, Points }) => [DeviceId, Sensor, Points])
  expect(bySeries(inAll), `/data/sensors/graphical/all ${interval}`).toEqual(bySeries(expected))
}

async function checkSite(
  ask: Ask,
  { id, timeZone, devices, kinds }: CheckedSite,
  range: OracleRange,
  interval: Exclude<Interval, 'Raw'>,
) {
  const query = { SiteId: id, startTime: range.from, endTime: range.to, type: [...kinds], interval }
  const together = await ask(sensors.ofSite, { query })
  expect([together.Interval, together.TimeZone]).toEqual([interval, timeZone])
  const samples = devices.flatMap((device) => device.samples)
  expect(
    together.Series.map(({ Sensor, Points }) => [Sensor, Points]),
    `/data/sensors/site ${interval}`,
  ).toEqual(kinds.map((key) => [key, nearly(expectedPoints(samples, key, range, interval, timeZone))]))
}

/** Compares what the newest readings contain. Of a kind that they lack, a value is only known to be one that was sent. */
async function checkLatest(ask: Ask, { id, devices, kinds }: CheckedSite) {
  const latest = await ask(sensors.latest, { query: { SiteId: id, type: [...kinds] } })
  expect(latest.map(({ Id }) => Id).sort()).toEqual(devices.map((device) => device.id).sort())
  for (const { Id, LatestAt, Latest } of latest) {
    const samples = devices.find((device) => device.id === Id)?.samples ?? []
    const newest = samples.toSorted((a, b) => a.at - b.at).at(-1)
    expect(LatestAt && Date.parse(LatestAt), '/data/sensors/latest').toBe(newest?.at ?? null)
    const sent = kinds.flatMap((key) => {
      const values = samples.flatMap(({ readings }) => readings[key] ?? [])
      return values.length === 0 ? [] : [[key, expect.toBeOneOf(values)]]
    })
    expect(Latest, '/data/sensors/latest').toEqual({ ...Object.fromEntries(sent), ...newest?.readings })
  }
}

const bySeries = <Row extends readonly unknown[]>(rows: readonly Row[]) =>
  rows.toSorted((a, b) => `${a[0]} ${a[1]}`.localeCompare(`${b[0]} ${b[1]}`, 'en'))
