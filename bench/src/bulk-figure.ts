import { createBareTable } from './bare-table.ts'
import { withProgram } from './bench-program.ts'
import { type BulkSegment, BulkSource } from './bulk-segment.ts'
import { expectCount, type Figure } from './figure.ts'
import { type Rival, startRivals } from './history/rivals.ts'
import { type BulkGateway, sendLanes } from './send-bulk.ts'
import { kindCount } from './sensor-walk.ts'
import { settle } from './settle.ts'
import { median, round } from './statistics.ts'
import { countReadings } from './stored.ts'

const deviceCount = 1000
const laneCount = 4
const intervalMs = 5000
const rowsPerRequest = 10_000
const disorder = 0.05

/**
 * Measures values per second committed by the bulk endpoint, compared with COPY of the same rows into a bare table and with
 * VictoriaMetrics and InfluxDB if they are installed.
 */
export async function measureBulk(isQuick: boolean): Promise<Figure[]> {
  const rivals = await startRivals()
  try {
    return await measure(isQuick, rivals)
  } finally {
    await Promise.all(rivals.map((rival) => rival.stop()))
  }
}

async function measure(isQuick: boolean, rivals: readonly Rival[]): Promise<Figure[]> {
  const rounds = isQuick ? 2 : 4
  const steps = isQuick ? 80 : 240
  return withProgram(deviceCount, async ({ portal, devices, gatewayToken, pool }) => {
    const gateway: BulkGateway = { url: portal.url, token: gatewayToken }
    const plan = { devices, lanes: laneCount, intervalMs, rowsPerRequest }
    const source = new BulkSource(plan, Date.now() - (rounds + 2) * steps * intervalMs)
    const inParts = await createBareTable(pool, 'bare_in_parts')
    const atOnce = await createBareTable(pool, 'bare_at_once')
    const rates = { product: [] as number[], inParts: [] as number[], atOnce: [] as number[] }
    const theirs = rivals.map((rival) => ({ rival, rates: [] as number[] }))
    let stored = 0

    const send = async ({ lanes, rows }: BulkSegment, expectedDuplicates: number) => {
      const { accepted, duplicates, seconds } = await sendLanes(gateway, lanes)
      expectCount('rows accepted', accepted, rows)
      expectCount('rows recognized as duplicates', duplicates, expectedDuplicates)
      stored += rows
      return ((rows + duplicates) * kindCount) / seconds
    }

    // Warm-up, not counted on either side.
    for (let round = 0; round <= rounds; round += 1) {
      const segment = source.next(steps)
      const values = segment.rows * kindCount
      await settle()
      const product = await send(segment, 0)
      await settle()
      const parts = values / (await inParts.copy(segment.copyParts))
      await settle()
      const whole = values / (await atOnce.copy([segment.copyWhole]))
      for (const { rival, rates: own } of theirs) {
        await settle()
        const seconds = await sendLines(rival, segment)
        if (round > 0) own.push(values / seconds)
      }
      if (round === 0) continue
      rates.product.push(product)
      rates.inParts.push(parts)
      rates.atOnce.push(whole)
    }
    expectCount('readings stored', await countReadings(pool), stored)
    expectCount('rows in the bare table', await inParts.count(), stored)
    expectCount('rows in the other bare table', await atOnce.count(), stored)

    const disturbed = source.next(steps, disorder)
    const lines = disturbed.lanes.flat().reduce((sum, body) => sum + countLines(body), 0)
    const withDisorder = await send(disturbed, lines - disturbed.rows)
    expectCount('readings stored', await countReadings(pool), stored)

    const [value, yardstick] = [median(rates.product), Math.max(median(rates.inParts), median(rates.atOnce))]
    const bulk: Figure = {
      key: 'bulk',
      title: 'bulk HTTP, values committed per second',
      unit: 'values/s',
      value: Math.round(value),
      yardstick: { title: 'COPY into a bare table', value: Math.round(yardstick) },
      score: round(value / yardstick, 3),
      goal: 0.7,
      floor: 0.25,
      better: 'more',
      details: {
        rowsARound: steps * deviceCount,
        rounds: rates.product.map(Math.round),
        copyInTransactionsOf10000: rates.inParts.map(Math.round),
        copyAtOnce: rates.atOnce.map(Math.round),
        with5PercentRepeatsAnd5PercentLate: Math.round(withDisorder),
      },
    }
    return [bulk, ...theirs.slice(0, 1).map(({ rival }) => besideRival(rival, value, theirs))]
  })
}

function besideRival(
  { name }: Rival,
  value: number,
  all: readonly { rival: Rival; rates: number[] }[],
): Figure {
  const medians = Object.fromEntries(all.map(({ rival, rates }) => [rival.name, Math.round(median(rates))]))
  const yardstick = medians[name] ?? 0
  return {
    key: 'bulk-rivals',
    title: `bulk HTTP, values committed per second, beside ${name}`,
    unit: 'values/s',
    value: Math.round(value),
    yardstick: { title: `${name}, line protocol`, value: yardstick },
    score: round(value / yardstick, 3),
    goal: 1,
    floor: 0.25,
    better: 'more',
    details: { others: medians },
  }
}

/** Stores the rows of a segment in requests with the same rows. Returns the elapsed seconds. */
async function sendLines(rival: Rival, { lanes }: BulkSegment): Promise<number> {
  const bodies = lanes.map((lane) => lane.map(toLineProtocol))
  const startedAt = performance.now()
  await Promise.all(
    bodies.map(async (lane) => {
      for (const body of lane) await rival.storeLines(body)
    }),
  )
  return (performance.now() - startedAt) / 1000
}

/** Converts the readings of a bulk request to InfluxDB's line protocol. */
function toLineProtocol(body: Buffer): Buffer {
  const lines = body.toString().trimEnd().split('\n')
  return Buffer.from(
    lines
      .map((line) => {
        const { mac, at, readings }: { mac: string; at: number; readings: object } = JSON.parse(line)
        const fields = Object.entries(readings).map(([key, value]) => `${key}=${value}`)
        return `reading,device=${mac} ${fields.join(',')} ${at}\n`
      })
      .join(''),
  )
}

function countLines(body: Buffer): number {
  let lines = 0
  for (let at = body.indexOf(10); at !== -1; at = body.indexOf(10, at + 1)) lines += 1
  return lines
}
