import { residentBytes } from '@eot/server/test/child-program'
import type { PortalClient } from '@eot/server/test/portal-client'
import { type BenchProgram, type Restarted, withProgram } from './bench-program.ts'
import { BulkSource } from './bulk-segment.ts'
import { cpuSeconds, postgresCpuSeconds } from './cpu-time.ts'
import { expectCount, type Figure } from './figure.ts'
import { callsOfDashboard } from './growth/dashboard-calls.ts'
import { type GrownPlaces, growTo } from './growth/grow-to.ts'
import { sendLanes } from './send-bulk.ts'
import { quantile, round } from './statistics.ts'

const rounds = 50
const laneCount = 4
/** Few enough that at every scale, a request contains a device at most once. */
const rowsPerRequest = 250
const intervalMs = 60_000
/** Whole hours are measured, so that at each scale, as many hours are stored per reading. */
const reportsInHour = 60
/** At each scale, at least this many readings are measured, and at least one hour. */
const leastReadings = 300_000
/** At least this many readings are stored before measuring, to warm up the program, and at least two of each device, which create its rows. */
const warmUpReadings = 200_000
/** How many reports of each device are generated at a time. */
const reportsAtOnce = 4

interface Cost {
  /** CPU time of the program and of PostgreSQL for each stored reading, in microseconds. */
  costUs: number
  programUs: number
}

interface Scale extends Cost {
  devices: number
  /** Slowest call of a school's dashboard, p95 over HTTP. */
  dashboardMs: number
  /** Resident memory of the program. */
  memoryKb: number
  startSeconds: number
}

/**
 * Measures costs when ten and a hundred times as many devices report to one process with one database. The cost of a reading at the
 * smallest scale is measured before and after the others, because the speed of a machine changes over time.
 */
export async function measureGrowth(isQuick: boolean): Promise<Figure[]> {
  const [smallest = 0, ...larger] = isQuick ? [1000, 5000] : [1000, 10_000, 100_000]
  return withProgram(0, async (bench) => {
    const open = await openScale(bench, smallest, 2)
    const first = await measureScale(open)
    const others: Scale[] = []
    for (const devices of larger)
      others.push(await withProgram(0, async (other) => measureScale(await openScale(other, devices, 1))))
    const last = await measureCost(open)
    const least = { ...first, costUs: round((first.costUs + last.costUs) / 2, 1) }
    return figuresOf([least, ...others], [first.costUs, last.costUs])
  })
}

function figuresOf(scales: readonly Scale[], costsOfLeast: readonly number[]): Figure[] {
  const [least, most] = [scales[0], scales.at(-1)]
  if (!least || !most) throw new Error('nothing was measured')
  const title = (what: string) => `${what}, ${least.devices} to ${most.devices} devices`
  const times = (of: (scale: Scale) => number) => ({
    unit: '×',
    value: round(of(most) / of(least), 2),
    yardstick: null,
    score: round(of(most) / of(least), 2),
    better: 'less' as const,
    details: Object.fromEntries(scales.map((scale) => [scale.devices, of(scale)])),
  })
  const at = (value: number) => ({ value, yardstick: null, score: value, better: 'less' as const })
  return [
    {
      key: 'growth-cost',
      title: title('CPU time of a reading'),
      goal: 1.15,
      floor: 2,
      ...times(({ costUs }) => costUs),
    },
    {
      key: 'growth-dashboard',
      title: title('p95 of a dashboard'),
      goal: 1.5,
      floor: 4,
      ...times(({ dashboardMs }) => dashboardMs),
    },
    {
      key: 'growth-memory',
      title: title('memory for each device'),
      unit: 'kB',
      goal: 5,
      floor: 20,
      ...at(round((most.memoryKb - least.memoryKb) / (most.devices - least.devices), 2)),
      details: { scales, costsOfLeast },
    },
    {
      key: 'growth-start',
      title: `time to start with ${most.devices} devices`,
      unit: 's',
      goal: 10,
      floor: 30,
      ...at(most.startSeconds),
      details: Object.fromEntries(scales.map(({ devices, startSeconds }) => [devices, startSeconds])),
    },
  ]
}

interface OpenScale {
  devices: number
  source: BulkSource
  places: GrownPlaces
  restarted: Restarted
  gatewayToken: string
  databaseDir: string
}

/** Adds devices to a program, and stores their first reports. `runs` is how often their cost will be measured. */
async function openScale(bench: BenchProgram, devices: number, runs: number): Promise<OpenScale> {
  const places = await growTo(bench.pool, bench.siteId, devices)
  const restarted = await bench.restart()
  const plan = { devices: places.devices, lanes: laneCount, intervalMs, rowsPerRequest }
  const warmUpReports = Math.max(2, Math.ceil(warmUpReadings / devices))
  const reports = warmUpReports + runs * hoursOf(devices) * reportsInHour
  const { gatewayToken, databaseDir } = bench
  const source = new BulkSource(plan, Date.now() - reports * intervalMs)
  const open = { devices, source, places, restarted, gatewayToken, databaseDir }
  await sendReports(open, warmUpReports)
  return open
}

const hoursOf = (devices: number) => Math.ceil(leastReadings / devices / reportsInHour)

/** Sends reports of each device. Returns the CPU time that the program and PostgreSQL took for them, in seconds. */
async function sendReports(
  { devices, source, restarted, gatewayToken, databaseDir }: OpenScale,
  count: number,
) {
  const taken = { program: 0, postgres: 0 }
  const gateway = { url: restarted.portal.url, token: gatewayToken }
  for (let sent = 0; sent < count; sent += reportsAtOnce) {
    const { lanes, rows } = source.next(Math.min(reportsAtOnce, count - sent))
    const [program, postgres] = [cpuSeconds(restarted.program.pid), postgresCpuSeconds(databaseDir)]
    const { accepted } = await sendLanes(gateway, lanes)
    taken.program += cpuSeconds(restarted.program.pid) - program
    taken.postgres += postgresCpuSeconds(databaseDir) - postgres
    expectCount(`rows of ${devices} devices accepted`, accepted, rows)
  }
  return taken
}

async function measureCost(open: OpenScale): Promise<Cost> {
  const reports = hoursOf(open.devices) * reportsInHour
  const { program, postgres } = await sendReports(open, reports)
  const perReading = 1e6 / (reports * open.devices)
  return { costUs: round((program + postgres) * perReading, 1), programUs: round(program * perReading, 1) }
}

async function measureScale(open: OpenScale): Promise<Scale> {
  const cost = await measureCost(open)
  const { program, portal, seconds } = open.restarted
  return {
    devices: open.devices,
    ...cost,
    dashboardMs: round(await timeDashboard(portal, open.places), 1),
    memoryKb: residentBytes(program.pid) / 1024,
    startSeconds: round(seconds, 1),
  }
}

/** Measures the p95, in ms, of the slowest dashboard call of one school, which has the same number of devices at each scale. */
async function timeDashboard(portal: PortalClient, { schoolId }: GrownPlaces): Promise<number> {
  const p95s: number[] = []
  for (const call of callsOfDashboard(portal, schoolId)) {
    const taken: number[] = []
    // Round 0 is a warm-up.
    for (let round = 0; round <= rounds; round += 1) {
      const startedAt = performance.now()
      await call()
      if (round > 0) taken.push(performance.now() - startedAt)
    }
    p95s.push(quantile(taken, 0.95))
  }
  return Math.max(...p95s)
}
