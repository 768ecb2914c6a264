import { existsSync } from 'node:fs'
import { sensors } from '@eot/contract/sensors'
import type { SensorKey } from '@eot/contract/vocabulary'
import { type RecordedRoom, readRecordedRooms, recordedKinds } from '@eot/e2e/src/recorded-rooms.ts'
import { urlOf } from '@eot/server/test/call-endpoint'
import { openProbe } from './acknowledgment-probe.ts'
import { type BenchProgram, withProgram } from './bench-program.ts'
import { BulkSource } from './bulk-segment.ts'
import { expectCount, type Figure, msFigure } from './figure.ts'
import { compactNow } from './past-days.ts'
import { sendLanes } from './send-bulk.ts'
import { kindCount } from './sensor-walk.ts'
import { quantile, round } from './statistics.ts'
import { countReadings, storedBytes } from './stored.ts'
import { portalHeaders, timeRequests } from './timed-requests.ts'

const dayMs = 86_400_000
const minuteMs = 60_000
const rowsPerRequest = 10_000
const calls = 50
/** Old enough that even a monthly partition is in the past. */
const daysAgo = 45

/** The data of a full day, or of the recorded rooms. */
interface Amount {
  /** Sends the data, starting at an instant; returns the number of readings. */
  send(bench: BenchProgram, startAt: number): Promise<number>
  valuesPerReading: number
  devices: number
  kinds: readonly SensorKey[]
}

/** Measures bytes per value before and after compaction of past days, the delays it causes, and charts of compact days. */
export async function measureCompaction(isQuick: boolean): Promise<Figure[]> {
  const often = await compact(simulated({ devices: isQuick ? 20 : 200, intervalMs: 5000 }))
  const seldom = await compact(simulated({ devices: isQuick ? 100 : 1000, intervalMs: minuteMs }))
  const building = `${process.env.RECORDINGS_DIR}/building`
  const isThere = process.env.RECORDINGS_DIR !== undefined && existsSync(building)
  const recorded = isThere ? await compact(ofRooms(readRecordedRooms(building))) : undefined
  const details = {
    every5Seconds: often,
    everyMinute: seldom,
    recordedEveryMinute: recorded ?? 'no RECORDINGS_DIR',
  }
  const all = [often, seldom, ...(recorded ? [recorded] : [])]
  const pause = Math.max(...all.map(({ longestAcknowledgmentMs }) => longestAcknowledgmentMs))
  const chart = Math.max(...all.map(({ chartMs }) => chartMs.after.p95))
  const percentiles = Math.max(...all.map(({ percentilesMs }) => percentilesMs.after.p95))
  return [
    {
      better: 'less',
      key: 'compact-bytes',
      title: 'bytes per value of compact days, rollups included, a report every 5 s',
      unit: 'bytes',
      value: often.perValue.after.all,
      score: often.perValue.after.all,
      yardstick: { title: 'before they are compact', value: often.perValue.before.all },
      goal: 1,
      floor: 2,
      details,
    },
    msFigure({
      key: 'compact-pause',
      title: 'longest acknowledgment while days become compact',
      value: pause,
      goal: 1000,
      floor: 3000,
      details: {},
    }),
    msFigure({
      key: 'compact-chart',
      title: 'a compact day of a device, all kinds, p95',
      value: chart,
      goal: 15,
      floor: 150,
      details: {},
    }),
    msFigure({
      key: 'compact-percentiles',
      title: 'the same with percentiles, p95',
      value: percentiles,
      goal: 150,
      floor: 500,
      details: {},
    }),
  ]
}

const simulated = ({ devices, intervalMs }: { devices: number; intervalMs: number }): Amount => ({
  devices,
  valuesPerReading: kindCount,
  kinds: ['temperature', 'humidity', 'noise', 'ECO2', 'TVOC', 'particulate', 'CO', 'light'],
  async send({ portal, devices, gatewayToken }, startAt) {
    const plan = { devices, lanes: 4, intervalMs, rowsPerRequest }
    const source = new BulkSource(plan, startAt)
    let stored = 0
    for (let left = dayMs / intervalMs; left > 0; left -= 240) {
      const { lanes } = source.next(Math.min(left, 240))
      stored += (await sendLanes({ url: portal.url, token: gatewayToken }, lanes)).accepted
    }
    return stored
  },
})

/** Starts at the midnight before the first row. */
const ofRooms = (rooms: readonly RecordedRoom[]): Amount => ({
  devices: rooms.length,
  valuesPerReading: recordedKinds.length,
  kinds: recordedKinds,
  async send({ portal, devices, gatewayToken }, startAt) {
    const first = Math.min(...rooms.map(({ rows }) => rows[0]?.at ?? Number.POSITIVE_INFINITY))
    const shift = startAt - Math.floor(first / dayMs) * dayMs
    const lines = rooms.flatMap(({ rows }, room) =>
      rows.map(({ at, values }) => {
        const readings = Object.fromEntries(recordedKinds.map((kind, index) => [kind, values[index]]))
        return `${JSON.stringify({ mac: devices[room]?.mac, at: at + shift, readings })}\n`
      }),
    )
    const bodies: Buffer[] = []
    for (let from = 0; from < lines.length; from += rowsPerRequest)
      bodies.push(Buffer.from(lines.slice(from, from + rowsPerRequest).join('')))
    return (await sendLanes({ url: portal.url, token: gatewayToken }, [bodies])).accepted
  },
})

async function compact({ send, devices: count, valuesPerReading, kinds }: Amount) {
  // One more device, whose acknowledgments are timed.
  return withProgram(count + 1, async (bench) => {
    const { pool, devices, portal, gatewayToken, ports } = bench
    const own = { ...bench, devices: devices.slice(0, count) }
    const startAt = Math.floor(Date.now() / dayMs - daysAgo) * dayMs
    const readings = await send(own, startAt)
    // The newest day of a device never becomes compact.
    const newest = own.devices.map(({ mac }) => `{"mac":"${mac}","readings":{"temperature":21}}\n`)
    await sendLanes({ url: portal.url, token: gatewayToken }, [[Buffer.from(newest.join(''))]])
    const values = readings * valuesPerReading
    const measure = async () => {
      await pool.query('vacuum analyze')
      return {
        bytes: perValue(await storedBytes(pool), values),
        chart: await chartMs(own, startAt, kinds),
        percentiles: await chartMs(own, startAt, kinds, 'Range'),
      }
    }
    const before = await measure()
    const [last] = devices.slice(count)
    if (!last) throw new Error('there is no device for the acknowledgments')
    const probe = await openProbe(ports.mqtt, last)
    const startedAt = performance.now()
    // The second run releases the space.
    await compactNow(pool).finally(() => probe.stop())
    const seconds = round((performance.now() - startedAt) / 1000, 1)
    await compactNow(pool)
    const after = await measure()
    expectCount('readings stored', (await countReadings(pool)) - count - probe.acknowledged, readings)
    return {
      readings,
      compactedInSeconds: seconds,
      longestAcknowledgmentMs: round(probe.longestMs, 0),
      acknowledgments: probe.acknowledged,
      perValue: { before: before.bytes, after: after.bytes },
      chartMs: { before: before.chart, after: after.chart },
      percentilesMs: { before: before.percentiles, after: after.percentiles },
    }
  })
}

const groups: Record<string, readonly string[]> = {
  readings: ['reading', 'reading_chunk'],
  minutes: ['reading_minute', 'reading_minute_chunk'],
  hours: ['reading_hour'],
  days: ['reading_day'],
}

/** Computes bytes per value, separately for readings and each rollup. */
function perValue(bytes: Record<string, number>, values: number) {
  const sizes = Object.fromEntries(
    Object.entries(groups).map(([group, tables]) => {
      const size = tables.reduce((sum, table) => sum + (bytes[table] ?? 0), 0)
      return [group, round(size / values, 3)]
    }),
  )
  const all = Object.values(groups).flat()
  const total = all.reduce((sum, table) => sum + (bytes[table] ?? 0), 0)
  return { ...sizes, all: round(total / values, 3) }
}

/** Times a day's chart of one device after another, in the interval that the portal chooses. */
async function chartMs(
  { portal: { url, token }, devices }: BenchProgram,
  startTime: number,
  type: readonly SensorKey[],
  percentiles?: 'Range',
) {
  const urls = Array.from({ length: calls }, (_, n) => {
    const DeviceId = [devices[n % devices.length]?.id ?? '']
    return (
      url +
      urlOf(
        sensors.series,
        {},
        { DeviceId, type: [...type], startTime, endTime: startTime + dayMs, percentiles },
      )
    )
  })
  const taken = await timeRequests({ urls, headers: portalHeaders(token), rounds: 1 })
  const times = taken.flatMap(({ ms }) => ms)
  return { p50: round(quantile(times, 0.5), 1), p95: round(quantile(times, 0.95), 1) }
}
