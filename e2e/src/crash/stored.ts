import { sensorKeys } from '@eot/contract/vocabulary'
import type pg from 'pg'
import { siteZone } from './kill-loop.ts'
import type { Ledger } from './ledger.ts'
import { type ExpectedAlert, expectAlerts } from './oracle.ts'

export interface Discrepancies {
  /** Acknowledged but not stored; the first of them. */
  lost: string[]
  /** Stored but never sent, or with different values; the first of them. */
  wrong: string[]
  stored: number
  /** Acknowledged but not stored, for an expected reason. */
  excused: number
}

/** Whether an acknowledged sample may be missing. */
export type Excuse = (ledger: Ledger, n: number) => boolean

/** Listing only the first ones is enough to see what went wrong. */
const mostListed = 20
const columns = sensorKeys.map((key) => key.toLowerCase())

export interface Stored {
  readings: Discrepancies
  wrongBuckets: string[]
  alerts: { stored: StoredAlert[]; expected: StoredAlert[] }
  wrongEvents: string[]
}

/** Reads the stored data that results from the senders' samples, with the expected data. */
export async function readStored(
  pool: pg.Pool,
  ledgers: readonly Ledger[],
  isExcused: Excuse = () => false,
): Promise<Stored> {
  return {
    readings: await compareReadings(pool, ledgers, isExcused),
    wrongBuckets: await listWrongBuckets(pool),
    alerts: await compareAlerts(pool, ledgers),
    wrongEvents: await listWrongEvents(pool),
  }
}

/** Compares every stored reading with the device's sample, value by value. */
async function compareReadings(
  pool: pg.Pool,
  ledgers: readonly Ledger[],
  isExcused: Excuse,
): Promise<Discrepancies> {
  const found: Discrepancies = { lost: [], wrong: [], stored: 0, excused: 0 }
  for (const ledger of ledgers) {
    const { mac } = ledger.device
    const { rows } = await pool.query<{ at: string; values: (number | null)[] }>(
      `select extract(epoch from r.at) * 1000 as at, array[${columns.join(', ')}]::float8[] as values
       from every_reading r join device d on d.no = r.device_no where d.mac = $1`,
      [mac],
    )
    const stored = new Map(rows.map((row) => [Number(row.at), row.values]))
    found.stored += rows.length
    for (let n = 0; n < ledger.made; n += 1) {
      const { at, readings } = ledger.sample(n)
      const values = stored.get(at)
      stored.delete(at)
      const isLost = !values && ledger.isAcknowledged(n)
      if (isLost && isExcused(ledger, n)) found.excused += 1
      else if (isLost) found.lost.push(`${mac} ${n}`)
      const isSame = values?.every((value, column) => value === asStored(readings, column))
      if (values && !isSame) found.wrong.push(`${mac} ${n}: ${values}`)
    }
    for (const at of stored.keys()) found.wrong.push(`${mac} at ${at} was never measured`)
  }
  return { ...found, lost: found.lost.slice(0, mostListed), wrong: found.wrong.slice(0, mostListed) }
}

function asStored(readings: Record<string, number>, column: number): number | null {
  const value = readings[sensorKeys[column] ?? '']
  return value === undefined ? null : Math.fround(value)
}

/**
 * Lists buckets that differ from their readings, which the database aggregates again independently of the program. The newest
 * hour and day of a device are still open and must not have been written.
 */
async function listWrongBuckets(pool: pg.Pool): Promise<string[]> {
  const wrong: string[] = []
  for (const unit of ['minute', 'hour', 'day']) {
    const { rows } = await pool.query<{ difference: string }>(bucketComparison(unit), [siteZone, unit])
    wrong.push(...rows.map(({ difference }) => `${unit} ${difference}`))
  }
  return wrong
}

function bucketComparison(unit: string): string {
  const sums = columns.map(
    (c) =>
      `count(${c})::int as ${c}_n, min(${c}) as ${c}_min, max(${c}) as ${c}_max, sum(${c}::float8) as ${c}_sum`,
  )
  const differs = columns.map(
    (c) =>
      `coalesce(b.${c}_n, 0) <> coalesce(r.${c}_n, 0) or b.${c}_min is distinct from r.${c}_min
       or b.${c}_max is distinct from r.${c}_max or abs(b.${c}_sum - r.${c}_sum) > 1e-6 * (1 + abs(r.${c}_sum))`,
  )
  return `
    with r as (
      select device_no, date_trunc($2, at, $1) as bucket, ${sums.join(', ')} from every_reading group by 1, 2
    ), newest as (
      select device_no, date_trunc($2, max(at), $1) as bucket from every_reading group by 1
    )
    select coalesce(r.device_no, b.device_no) || ' ' || coalesce(r.bucket, b.bucket) || ': '
      || coalesce(b.noise_n::text, 'none') || ' instead of ' || coalesce(r.noise_n::text, 'none') as difference
    from r full join ${unit === 'minute' ? 'every_reading_minute' : `reading_${unit}`} b on b.device_no = r.device_no and b.bucket = r.bucket
    left join newest o on o.device_no = r.device_no and o.bucket = r.bucket
    where case when o.bucket is not null then $2 <> 'minute' and b.bucket is not null
      else b.bucket is null or r.bucket is null or ${differs.join(' or ')} end`
}

interface StoredAlert extends ExpectedAlert {
  mac: string
}

/** Returns the stored alerts of these devices and those expected by the oracle, in the same order and format. */
async function compareAlerts(
  pool: pg.Pool,
  ledgers: readonly Ledger[],
): Promise<{ stored: StoredAlert[]; expected: StoredAlert[] }> {
  const { rows } = await pool.query<{
    mac: string
    type: string
    start: Date
    end: Date | null
    value: number
    peak: number
  }>(
    `select d.mac, a.type_key as type, a.started_at as start, a.ended_at as end, a.value, a.peak
     from alert a join device d on d.no = a.device_no where d.mac = any($1)`,
    [ledgers.map(({ device }) => device.mac)],
  )
  const stored = rows.map(({ mac, type, start, end, value, peak }) => ({
    mac,
    type,
    startedAt: start.getTime(),
    endedAt: end?.getTime() ?? null,
    value,
    peak,
  }))
  const expected = ledgers.flatMap(({ device, stream, made }) =>
    stream.isAlarming ? expectAlerts(stream, made).map((alert) => ({ mac: device.mac, ...alert })) : [],
  )
  return { stored: stored.sort(byPlace), expected: expected.sort(byPlace) }
}

const placeOf = ({ mac, type, startedAt }: StoredAlert) => `${mac} ${type} ${startedAt}`
const byPlace = (a: StoredAlert, b: StoredAlert) => (placeOf(a) < placeOf(b) ? -1 : 1)

/** Checks that each alert has one event for its start and one for its end, and that sequence numbers have no gaps. */
async function listWrongEvents(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ difference: string }>(
    `select a.id || ': ' || count(*) filter (where e.kind = 'AlertStarted') || ' starts, '
       || count(*) filter (where e.kind = 'AlertEnded') || ' ends' as difference
     from alert a left join event e on e.alert_id = a.id
     group by a.id, a.ended_at
     having count(*) filter (where e.kind = 'AlertStarted') <> 1
       or count(*) filter (where e.kind = 'AlertEnded') <> case when a.ended_at is null then 0 else 1 end
     union all
     select 'numbers with gaps' from event having count(*) <> coalesce(max(seq), 0)`,
  )
  return rows.map(({ difference }) => difference)
}
