import { setTimeout as delay } from 'node:timers/promises'
import type { RatingsMessage } from '@eot/contract/live'
import { emptyMonth, scoreColumns, setDay } from '@eot/server/features/ratings/score-columns'
import type { PortalDevice } from '@eot/server/test/portal-client'
import { openBackground } from './background-load.ts'
import { type BenchProgram, reportIntervalSeconds, withProgram } from './bench-program.ts'
import { expectCount, type Figure, msFigure } from './figure.ts'
import { connectSocket, joinRoom } from './live-socket.ts'
import { MqttDevice } from './mqtt-device.ts'
import { openSwarm, present } from './mqtt-swarm.ts'
import { median, quantile, round } from './statistics.ts'

const rooms = 1000
const swarmDevices = 100
const inFlight = 50
const warmUpSeconds = 3
/** Longer than the time between two runs of the job that rates what is due. */
const intakeSeconds = 65
const pauseMs = { least: 300, most: 1300 }
const settleMs = 3000
const giveUpMs = 30_000

/** Measures a year of ratings by day, the time until a reading changes its site's rating, and whether ratings slow intake. */
export async function measureRatings(isQuick: boolean): Promise<Figure[]> {
  const probes = isQuick ? 30 : 150
  return withProgram(
    rooms,
    async (bench) => {
      const year = await measureYear(bench, isQuick ? 20 : 100)
      const live = await measureLive(bench, probes)
      return [year, live, await measureIntake(bench, isQuick ? 1 : 2)]
    },
    { environment: { MQTT_CONNECTIONS_PER_ADDRESS: String(2 * rooms) } },
  )
}

/** Times a year by day of all rooms, over HTTP. */
async function measureYear({ portal, pool, siteId }: BenchProgram, calls: number): Promise<Figure> {
  const month = emptyMonth()
  for (let day = 1; day <= 28; day += 1) {
    const scores = scoreColumns.map((column, index) => [column, 60 + ((day * 7 + index) % 40)] as const)
    setDay(month, day, Object.fromEntries(scores) as Parameters<typeof setDay>[2]) // one entry per column
  }
  await pool.query(
    `insert into rating_month (device_no, month, scores)
     select device.no, month::date, $1 from device
     join generate_series(date_trunc('month', now()) - interval '12 months', now(), '1 month') month on true`,
    [month],
  )
  await pool.query('analyze rating_month')
  const endDate = Date.now()
  const query = new URLSearchParams({
    SiteId: siteId,
    Type: 'AirQuality',
    startDate: String(endDate - 365 * 86_400_000),
    endDate: String(endDate),
  })
  const taken: number[] = []
  // Call 0 is a warm-up.
  for (let call = 0; call <= calls; call += 1) {
    const from = performance.now()
    const response = await fetch(`${portal.url}/api/ratingslive?${query}`, {
      headers: { authorization: `Bearer ${portal.token}`, 'accept-encoding': 'gzip' },
    })
    const body = (await response.json()) as { Points: [number, number, number, number, number][] }
    if (call > 0) taken.push(performance.now() - from)
    expectCount('rooms of a day', body.Points[10]?.[4] ?? 0, rooms)
  }
  return msFigure({
    key: 'ratings-year',
    title: `a year of ${rooms.toLocaleString('en')} rooms by day, p95`,
    value: round(quantile(taken, 0.95), 1),
    goal: 50,
    floor: 250,
    details: { calls, p50: round(quantile(taken, 0.5), 1), most: round(Math.max(...taken), 1) },
  })
}

/** Measures from the packet of a newly rated room to the rating of its site in a socket, while all rooms report. */
async function measureLive(
  { devices, pool, portal, ports, siteId }: BenchProgram,
  count: number,
): Promise<Figure> {
  const probes = devices.slice(0, count)
  // One sample is enough for an hour, so that the first reading of each room changes the number of rated rooms.
  await pool.query(
    `update device set settings = settings || '{"ReportInterval": 3600}' where mac = any ($1)`,
    [probes.map(({ mac }) => mac)],
  )
  // Apply this interval to the past too, since the window of a rating extends into the hour before.
  await pool.query(
    `update report_interval set seconds = 3600 from device where device.no = device_no and mac = any ($1)`,
    [probes.map(({ mac }) => mac)],
  )
  const socket = await connectSocket(portal.url, { token: portal.token })
  let rated = -1
  socket.on('ratings', ({ AirQuality }: RatingsMessage) => {
    rated = AirQuality.Rooms.Rated
  })
  await joinRoom(socket, 'ratings', siteId)
  await until(() => rated === 0)
  const background = await openBackground({ port: ports.mqtt, devices: devices.slice(count) })
  const connected = await open(ports.mqtt, probes)
  await background.begin((rooms - count) / reportIntervalSeconds)
  await delay(settleMs)
  const taken: number[] = []
  for (const [index, device] of connected.entries()) {
    const from = performance.now()
    device.publish('{"readings":{"ECO2":800,"temperature":22,"humidity":45}}')
    device.flush()
    await until(() => rated === index + 1)
    taken.push(performance.now() - from)
    await delay(pauseMs.least + Math.random() * (pauseMs.most - pauseMs.least))
  }
  const { sent, acknowledged } = await background.end()
  await background.close()
  for (const device of connected) device.close()
  socket.close()
  expectCount('readings acknowledged in the background', acknowledged, sent)
  const p99 = round(quantile(taken, 0.99), 0)
  return msFigure({
    key: 'ratings-live',
    title: `reading to rating of its site in a socket, p99, ${rooms.toLocaleString('en')} rooms that report every ${reportIntervalSeconds} s`,
    value: p99,
    goal: 1000,
    floor: 5000,
    details: {
      readings: taken.length,
      p50: round(quantile(taken, 0.5), 0),
      most: round(Math.max(...taken), 0),
    },
  })
}

const open = (port: number, devices: readonly PortalDevice[]) =>
  Promise.all(devices.map((device) => MqttDevice.open(port, device, () => undefined)))

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + giveUpMs
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error(`no rating within ${giveUpMs} ms`)
    await delay(2)
  }
}

/** Measures readings acknowledged per second with and without noting and rating changed hours, alternating. */
async function measureIntake({ devices, pool, ports }: BenchProgram, turns: number): Promise<Figure> {
  const swarm = await openSwarm(ports.mqtt, devices.slice(-swarmDevices), present)
  await swarm.pushFor(warmUpSeconds, inFlight)
  const rates = { rated: [] as number[], unrated: [] as number[] }
  for (let turn = 0; turn < turns; turn += 1)
    for (const isRated of [false, true]) {
      await pool.query(`alter table reading_hour ${isRated ? 'enable' : 'disable'} trigger user`)
      if (!isRated) await pool.query('delete from rating_due')
      rates[isRated ? 'rated' : 'unrated'].push(await swarm.pushFor(intakeSeconds, inFlight))
    }
  swarm.close()
  const [value, yardstick] = [median(rates.rated), median(rates.unrated)]
  return {
    key: 'ratings-intake',
    title: 'MQTT QoS 1, readings acknowledged per second with ratings',
    unit: 'readings/s',
    value: Math.round(value),
    yardstick: { title: 'the same without ratings', value: Math.round(yardstick) },
    score: round(value / yardstick, 3),
    goal: 0.95,
    floor: 0.8,
    better: 'more',
    details: {
      rounds: rates.rated.map(Math.round),
      withoutRatings: rates.unrated.map(Math.round),
      ratedHours: Number((await pool.query('select count(*) from rating_hour')).rows[0]?.count),
    },
  }
}
