import { residentBytes } from '@eot/server/test/child-program'
import type { PortalClient } from '@eot/server/test/portal-client'
import { type BenchProgram, withProgram } from './bench-program.ts'
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
/** Measured at each scale, and at least so many reports of each device. */
const leastReadings = 60_000
const leastReports = 4
/** The first reports of a device load its state and create its rows. */
const warmUpReports = 2

interface Scale {
  devices: number
  /** CPU time of the program and of PostgreSQL for each stored reading, in microseconds. */
  costUs: number
  programUs: number
  /** Slowest call of a school's dashboard, p95 over HTTP. */
  dashboardMs: number
  /** Resident memory of the program. */
  memoryKb: number
  startSeconds: number
}

/** Measures costs when ten and a hundred times as many devices report to one process with one database. */
export async function measureGrowth(isQuick: boolean): Promise<Figure[]> {
  const scales: Scale[] = []
  for (const devices of isQuick ? [1000, 5000] : [1000, 10_000, 100_000])
    scales.push(await withProgram(0, (bench) => measureScale(bench, devices)))
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
      details: { scales },
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

async function measureScale(bench: BenchProgram, devices: number): Promise<Scale> {
  const places = await growTo(bench.pool, bench.siteId, devices)
  const { program, portal, seconds } = await bench.restart()
  const gateway = { url: portal.url, token: bench.gatewayToken }
  const steps = Math.max(leastReports, Math.ceil(leastReadings / devices))
  const plan = { devices: places.devices, lanes: laneCount, intervalMs, rowsPerRequest }
  const source = new BulkSource(plan, Date.now() - (steps + warmUpReports) * intervalMs)
  for (let report = 0; report < warmUpReports; report += 1) await sendLanes(gateway, source.next(1).lanes)
  const { lanes, rows } = source.next(steps)
  const cpu = () => ({ program: cpuSeconds(program.pid), postgres: postgresCpuSeconds(bench.databaseDir) })
  const before = cpu()
  const { accepted } = await sendLanes(gateway, lanes)
  const after = cpu()
  expectCount('rows accepted', accepted, rows)
  const programUs = ((after.program - before.program) / rows) * 1e6
  const postgresUs = ((after.postgres - before.postgres) / rows) * 1e6
  return {
    devices,
    costUs: round(programUs + postgresUs, 1),
    programUs: round(programUs, 1),
    dashboardMs: round(await timeDashboard(portal, places), 1),
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
