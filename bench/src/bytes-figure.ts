import { createBareTable } from './bare-table.ts'
import { withProgram } from './bench-program.ts'
import { BulkSource } from './bulk-segment.ts'
import { expectCount, type Figure } from './figure.ts'
import { sendLanes } from './send-bulk.ts'
import { kindCount } from './sensor-walk.ts'
import { round } from './statistics.ts'
import { countReadings, countRolledUp, storedBytes } from './stored.ts'

const laneCount = 4
const rowsPerRequest = 10_000

/** Bytes on disk per value, including indexes, rollups and device state, compared with the bare table. */
export async function measureBytes(isQuick: boolean): Promise<Figure> {
  const often = await store({ deviceCount: isQuick ? 300 : 1000, intervalMs: 5000, steps: 720 })
  const seldom = await store({
    deviceCount: isQuick ? 300 : 1000,
    intervalMs: 60_000,
    steps: isQuick ? 300 : 720,
  })
  return {
    key: 'bytes',
    title: 'bytes stored per value, a report every 5 s',
    unit: 'bytes',
    value: round(often.perValue, 2),
    yardstick: { title: 'bare table', value: round(often.barePerValue, 2) },
    score: round(often.perValue, 2),
    goal: 12,
    floor: 20,
    better: 'less',
    details: { every5Seconds: often, everyMinute: seldom },
  }
}

interface Amount {
  deviceCount: number
  intervalMs: number
  steps: number
}

async function store({ deviceCount, intervalMs, steps }: Amount) {
  return withProgram(deviceCount, async ({ portal, devices, gatewayToken, pool }) => {
    const plan = { devices, lanes: laneCount, intervalMs, rowsPerRequest }
    const source = new BulkSource(plan, Date.now() - steps * intervalMs)
    const bare = await createBareTable(pool, 'bare')
    let rows = 0
    for (let left = steps; left > 0; left -= 240) {
      const segment = source.next(Math.min(left, 240))
      const { accepted } = await sendLanes({ url: portal.url, token: gatewayToken }, segment.lanes)
      await bare.copy(segment.copyParts)
      rows += accepted
    }
    expectCount('readings stored', await countReadings(pool), rows)
    expectCount('rows in the bare table', await bare.count(), steps * deviceCount)
    const bytes = await storedBytes(pool)
    const total = Object.values(bytes).reduce((sum, size) => sum + size, 0)
    return {
      readings: rows,
      perValue: round(total / (rows * kindCount), 3),
      barePerValue: round((await bare.bytes()) / (rows * kindCount), 3),
      perValueByTable: Object.fromEntries(
        Object.entries(bytes).map(([name, size]) => [name, round(size / (rows * kindCount), 3)]),
      ),
      ...(await countRolledUp(pool)),
    }
  })
}
