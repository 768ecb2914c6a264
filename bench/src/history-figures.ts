import { setTimeout as delay } from 'node:timers/promises'
import { sensors } from '@eot/contract/sensors'
import { sensorKinds } from '@eot/contract/vocabulary'
import { urlOf } from '@eot/server/test/call-endpoint'
import { openBackground } from './background-load.ts'
import { type BenchProgram, withProgram } from './bench-program.ts'
import { expectCount, type Figure } from './figure.ts'
import { bulkLanes, recordMinutes } from './history/recorded-minutes.ts'
import { type Rival, startRivals } from './history/rivals.ts'
import { compactNow, untilRated } from './past-days.ts'
import { sendLanes } from './send-bulk.ts'
import { quantile, round } from './statistics.ts'
import { portalHeaders, timeRequests } from './timed-requests.ts'

const backgroundDevices = 100
const readingsPerSecond = 500
const laneCount = 4
const rowsPerRequest = 5000
const minutesInPart = 240
/** Until the stream of readings is steady. */
const settleMs = 5000
const rounds = 5
const dayMs = 86_400_000

interface Question {
  key: string
  title: string
  goal: number
  floor: number
  /** The addresses of the nth call. */
  ours(n: number): string
  theirs(rival: Rival, n: number): string
}

/**
 * Compares history over HTTP with VictoriaMetrics and InfluxDB, if installed, with the same values: the days before
 * yesterday of devices that report each minute. While the program answers, 500 readings/s come in; while the others do, none.
 */
export async function measureHistory(isQuick: boolean): Promise<Figure[]> {
  const counts = { devices: isQuick ? 100 : 1000, days: isQuick ? 1 : 3, calls: isQuick ? 20 : 100 }
  const rivals = await startRivals()
  try {
    return await withProgram(counts.devices + backgroundDevices, (bench) => measure(bench, rivals, counts))
  } finally {
    await Promise.all(rivals.map((rival) => rival.stop()))
  }
}

async function measure(
  bench: BenchProgram,
  rivals: readonly Rival[],
  { devices: count, days, calls }: { devices: number; days: number; calls: number },
): Promise<Figure[]> {
  const devices = bench.devices.slice(0, count)
  const startAt = (Math.floor(Date.now() / dayMs) - days - 1) * dayMs
  // Series consist of single readings as long as there are no more readings than points in a chart.
  await bench.pool.query(`update device set settings = settings || '{"ReportInterval": 60}'`)
  const stored = await storeMinutes(bench, rivals, { devices, days, startAt })
  await compactNow(bench.pool)
  await untilRated(bench.pool)
  await bench.pool.query('vacuum analyze')
  const { token, url } = bench.portal
  const [from, to] = [startAt + (days - 1) * dayMs, startAt + days * dayMs]
  const deviceAt = (n: number) => devices[(n * 7) % count]?.id ?? ''
  const scale = `${count.toLocaleString('en')} devices that reported every minute for ${days} days`
  const kinds = sensorKinds.map(({ key }) => key)
  const questions: Question[] = [
    {
      key: 'history-device',
      title: `a day of one device, 1,440 values of 17 kinds, p95, of ${scale}`,
      goal: 15,
      floor: 150,
      ours: (n) =>
        urlOf(sensors.series, {}, { DeviceId: [deviceAt(n)], type: kinds, startTime: from, endTime: to }),
      theirs: (rival, n) => rival.oneDevice(deviceAt(n), from, to),
    },
    {
      key: 'history-fleet',
      title: `a day of all devices by hour, one kind, p95, of ${scale}`,
      goal: 20,
      floor: 200,
      ours: () =>
        urlOf(
          sensors.ofEachDevice,
          {},
          {
            SiteId: bench.siteId,
            type: ['temperature'],
            startTime: from,
            endTime: to,
            interval: 'OneHour',
          },
        ),
      theirs: (rival) => rival.allDevices(from, to),
    },
    {
      key: 'history-latest',
      title: `newest value of all devices, one kind, p95, of ${scale}`,
      goal: 5,
      floor: 50,
      ours: () => urlOf(sensors.latest, {}, { SiteId: bench.siteId, type: ['temperature'] }),
      theirs: (rival) => rival.latest(),
    },
  ]
  const background = await openBackground({ port: bench.ports.mqtt, devices: bench.devices.slice(count) })
  try {
    await background.begin(readingsPerSecond)
    await delay(settleMs)
    const ours = []
    for (const question of questions)
      ours.push(await time(calls, (n) => url + question.ours(n), portalHeaders(token)))
    const { sent, acknowledged } = await background.end()
    expectCount('readings acknowledged in the background', acknowledged, sent)
    const figures: Figure[] = []
    for (const [index, question] of questions.entries())
      figures.push(await figureOf(question, ours[index] ?? [], rivals, { calls, stored }))
    return figures
  } finally {
    await background.close()
  }
}

async function figureOf(
  { key, title, goal, floor, theirs }: Question,
  ours: readonly number[],
  rivals: readonly Rival[],
  { calls, stored }: { calls: number; stored: Record<string, string> },
): Promise<Figure> {
  const others: Record<string, { p50: number; p95: number }> = {}
  for (const rival of rivals) others[rival.name] = percentiles(await time(calls, (n) => theirs(rival, n), {}))
  const { p50, p95 } = percentiles(ours)
  const [first] = Object.entries(others)
  return {
    key,
    title,
    unit: 'ms',
    value: p95,
    yardstick: first ? { title: `${first[0]}, p95`, value: first[1].p95 } : null,
    score: p95,
    goal,
    floor,
    better: 'less',
    details: { p50, calls: ours.length, others, storedPerSecond: stored },
  }
}

const percentiles = (times: readonly number[]) => ({
  p50: round(quantile(times, 0.5), 1),
  p95: round(quantile(times, 0.95), 1),
})

/** Times each call, in ms, in several rounds after one for warm-up. */
async function time(
  calls: number,
  urlOfCall: (n: number) => string,
  headers: Record<string, string>,
): Promise<number[]> {
  const urls = Array.from({ length: calls }, (_, n) => urlOfCall(n))
  const taken = await timeRequests({ urls, headers, rounds })
  return taken.flatMap(({ ms }) => ms)
}

/** Stores the same values in each system in turn. Returns values per second. */
async function storeMinutes(
  { portal, gatewayToken }: BenchProgram,
  rivals: readonly Rival[],
  { devices, days, startAt }: { devices: BenchProgram['devices']; days: number; startAt: number },
): Promise<Record<string, string>> {
  const seconds: Record<string, number> = { program: 0 }
  let values = 0
  for (const part of recordMinutes(devices, { startAt, minutes: days * 1440, inPart: minutesInPart })) {
    const sent = await sendLanes(
      { url: portal.url, token: gatewayToken },
      bulkLanes(part, laneCount, rowsPerRequest),
    )
    seconds.program = (seconds.program ?? 0) + sent.seconds
    values += sent.accepted * sensorKinds.length
    for (const rival of rivals) {
      const startedAt = performance.now()
      for (let from = 0; from < part.length; from += laneCount)
        await Promise.all(part.slice(from, from + laneCount).map((own) => rival.store(own)))
      seconds[rival.name] = (seconds[rival.name] ?? 0) + (performance.now() - startedAt) / 1000
    }
  }
  for (const rival of rivals) await rival.flush()
  return Object.fromEntries(
    Object.entries(seconds).map(([name, taken]) => [name, `${round(values / taken / 1e6, 2)} M values/s`]),
  )
}
