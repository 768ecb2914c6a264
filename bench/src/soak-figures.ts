import { readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { residentBytes } from '@eot/server/test/child-program'
import type pg from 'pg'
import { openProbe } from './acknowledgment-probe.ts'
import { openBackground } from './background-load.ts'
import { withProgram } from './bench-program.ts'
import { expectCount, type Figure } from './figure.ts'
import { median, quartersOf, round } from './statistics.ts'
import { countReadings } from './stored.ts'

const deviceCount = 1000
const readingsPerSecond = 2000
/** Smaller tables change by a few pages, which is insignificant. */
const leastTableBytes = 1024 * 1024

interface Sample {
  residentMb: number
  descriptors: number
  /** p99 of acknowledgments of this interval, in ms. */
  p99Ms: number
  tables: Map<string, TableSize>
}

interface TableSize {
  rows: number
  /** With its indexes. */
  bytes: number
}

/**
 * Measures what should stay constant at 2,000 readings/s, after a first quarter in which caches fill. Lasts `SOAK_MINUTES`.
 */
export async function measureSoak(isQuick: boolean): Promise<Figure[]> {
  const minutes = Number(process.env.SOAK_MINUTES ?? (isQuick ? 4 : 120))
  const samples = Math.max(8, minutes)
  return withProgram(deviceCount, async ({ program, ports, pool, devices }) => {
    const [probed, ...others] = devices
    if (!probed) throw new Error('the soak needs a device')
    const background = await openBackground({ port: ports.mqtt, devices: others })
    const probe = await openProbe(ports.mqtt, probed)
    await background.begin(readingsPerSecond)
    const taken: Sample[] = []
    while (taken.length < samples) {
      await delay((minutes * 60_000) / samples)
      taken.push({
        residentMb: residentBytes(program.pid) / 2 ** 20,
        descriptors: readdirSync(`/proc/${program.pid}/fd`).length,
        p99Ms: probe.takeP99(),
        tables: await tableSizes(pool),
      })
    }
    const { sent, acknowledged } = await background.end()
    await probe.stop()
    await background.close()
    expectCount('readings acknowledged', acknowledged, sent)
    expectCount('readings stored', await countReadings(pool), acknowledged + probe.acknowledged)
    return figuresOf(taken, minutes)
  })
}

function figuresOf(taken: readonly Sample[], minutes: number): Figure[] {
  const [second, last] = quartersOf(taken)
  const figure = (key: string, what: string, of: (sample: Sample) => number, goal: number): Figure => {
    const [before, after] = [median(second.map(of)), median(last.map(of))]
    const growth = round(after / before, 3)
    return {
      key: `soak-${key}`,
      title: `${what} in the last quarter of ${minutes} min at ${readingsPerSecond} readings/s, of the second quarter`,
      unit: '×',
      value: growth,
      yardstick: null,
      score: growth,
      goal,
      floor: 1 + 4 * (goal - 1),
      better: 'less',
      details: {
        before: round(before, 2),
        after: round(after, 2),
        all: taken.map((one) => round(of(one), 2)),
      },
    }
  }
  return [
    figure('memory', 'resident memory', ({ residentMb }) => residentMb, 1.05),
    figure('descriptors', 'open file descriptors', ({ descriptors }) => descriptors, 1.05),
    figure('p99', 'p99 of acknowledgments', ({ p99Ms }) => p99Ms, 1.25),
    bloatFigure(second, last),
  ]
}

/** Measures the growth of tables without new rows, which is space that vacuum does not reclaim. */
function bloatFigure(second: readonly Sample[], last: readonly Sample[]): Figure {
  const names = [...(last[0]?.tables.keys() ?? [])]
  const grown = names.flatMap((name) => {
    const [before, after] = [usualSize(second, name), usualSize(last, name)]
    if (after.bytes < leastTableBytes || after.rows > 1.02 * before.rows) return []
    return [[name, round(after.bytes / before.bytes, 3)] as const]
  })
  const most = Math.max(1, ...grown.map(([, growth]) => growth))
  return {
    key: 'soak-bloat',
    title: 'growth of the table that grew most without more rows, with its indexes',
    unit: '×',
    value: most,
    yardstick: null,
    score: most,
    goal: 1.1,
    floor: 1.5,
    better: 'less',
    details: Object.fromEntries(grown),
  }
}

/** Medians of a table's sizes. 0 if it did not exist yet. */
function usualSize(samples: readonly Sample[], name: string): TableSize {
  const sizes = samples.map(({ tables }) => tables.get(name) ?? { rows: 0, bytes: 0 })
  return { rows: median(sizes.map(({ rows }) => rows)), bytes: median(sizes.map(({ bytes }) => bytes)) }
}

async function tableSizes(pool: pg.Pool): Promise<Map<string, TableSize>> {
  const { rows } = await pool.query<TableSize & { name: string }>(
    `select relname as name, n_live_tup::float8 as rows, pg_total_relation_size(relid)::float8 as bytes
     from pg_stat_user_tables`,
  )
  return new Map(rows.map(({ name, ...size }) => [name, size]))
}
