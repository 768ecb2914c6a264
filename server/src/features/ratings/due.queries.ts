import type { Execute } from '../../platform/db/execute.queries.ts'
import {
  type DeviceTime,
  intervalMs,
  listReportIntervals,
  type NewestReading,
  openBuckets,
  openStarts,
} from '../readings/index.ts'
import type { DueDevice } from './ratable-hours.ts'
import { type ScoreColumn, type Scores, scoreColumns } from './score-columns.ts'

/** Takes a lock until the end of the transaction, so that no other process rates hours; false if one does. */
export async function takeTurn(execute: Execute): Promise<boolean> {
  const [row] = await execute<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('rate-hours')) as taken`,
    [],
  )
  return row?.taken ?? false
}

/** Hours of readings that are due; `since` and `until` are the starts of the first and the last one in epoch ms. */
export interface DueHours {
  no: number
  since: number
  until: number
}

/**
 * Takes due hours: first those of the last three hours, newest first, so that current ratings do not wait for a backlog; then the
 * backlog, by day and device.
 */
export async function takeDue(execute: Execute, limit: number): Promise<DueHours[]> {
  const take = (ids: string, count: number) =>
    execute<DueHours>(
      `delete from rating_due where id in (${ids} limit $1)
       returning device_no as no, extract(epoch from since)::float8 * 1000 as since,
         extract(epoch from until)::float8 * 1000 as until`,
      [count],
    )
  const newest = await take(newestDue, limit)
  return newest.length < limit ? [...newest, ...(await take(dueBacklog, limit - newest.length))] : newest
}

const newestDue = `select id from rating_due where until > now() - interval '3 hours' order by until desc, id`
/** Takes the hours of a device and day together. An hour changes the ratings of those after it, which are then computed once. */
export const dueBacklog = `select id from rating_due
  order by date_bin('1 day', until, '2000-01-01T00:00Z') desc, device_no`

/** Lists those of the devices that still exist, with their report intervals in these times. Expects each device once. */
export async function listRatedDevices(
  execute: Execute,
  times: readonly DeviceTime[],
): Promise<Map<number, DueDevice>> {
  const rows = await execute<
    NewestReading & {
      no: number
      kinds: string[]
      configured: number | null
      reported: number | null
    }
  >(
    `select d.no, m.kinds, s.time_zone, (d.settings ->> 'ReportInterval')::int as configured,
       st.reported_interval as reported, st.latest_at, ${openBuckets('st')}
     from device d join device_model m on m.id = d.model_id left join site s on s.id = d.site_id
     left join device_state st on st.device_no = d.no where d.no = any($1)`,
    [times.map(({ no }) => no)],
  )
  const changed = await listReportIntervals(execute, times)
  return new Map(
    rows.map(({ no, kinds, configured, reported, ...newest }) => [
      no,
      {
        kinds,
        timeZone: newest.time_zone ?? 'UTC',
        openHour: openStarts(newest)?.hour ?? null,
        intervals: changed.get(no) ?? [
          { since: Number.NEGATIVE_INFINITY, ms: intervalMs(configured, reported) },
        ],
      },
    ]),
  )
}

export interface RatedHour {
  no: number
  /** Epoch ms. */
  start: number
  scores: Scores
}

/** Replaces the scores of hours; `without` are those without scores. */
export async function replaceHours(
  execute: Execute,
  hours: readonly RatedHour[],
  without: readonly Omit<RatedHour, 'scores'>[],
): Promise<void> {
  if (without.length > 0)
    await execute(
      `delete from rating_hour h using unnest($1::int[], $2::timestamptz[]) as w (no, hour)
       where h.device_no = w.no and h.hour = w.hour`,
      [without.map(({ no }) => no), without.map(({ start }) => new Date(start))],
    )
  if (hours.length === 0) return
  const columns = scoreColumns.join(', ')
  await execute(
    `insert into rating_hour (device_no, hour, ${columns})
     select * from unnest($1::int[], $2::timestamptz[], ${scoreColumns.map((_, at) => `$${at + 3}::smallint[]`).join(', ')})
     on conflict (device_no, hour) do update
     set ${scoreColumns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    [
      hours.map(({ no }) => no),
      hours.map(({ start }) => new Date(start)),
      ...scoreColumns.map((column) => hours.map(({ scores }) => scores[column])),
    ],
  )
}

/** Lists the stored scores of hours in [since, until) of each device. */
export async function listScores(
  execute: Execute,
  ranges: readonly { no: number; since: number; until: number }[],
): Promise<RatedHour[]> {
  const rows = await execute<{ no: number; start: number } & Record<ScoreColumn, number | null>>(
    `select h.device_no as no, extract(epoch from h.hour)::float8 * 1000 as start, ${scoreColumns.join(', ')}
     from unnest($1::int[], $2::timestamptz[], $3::timestamptz[]) as w (no, since, until)
     join rating_hour h on h.device_no = w.no and h.hour >= w.since and h.hour < w.until`,
    [
      ranges.map(({ no }) => no),
      ranges.map(({ since }) => new Date(since)),
      ranges.map(({ until }) => new Date(until)),
    ],
  )
  return rows.map(({ no, start, ...scores }) => ({ no, start, scores }))
}

/** Lists the bytes of months, by `device/month`. */
export async function listMonths(
  execute: Execute,
  months: readonly { no: number; month: string }[],
): Promise<Map<string, Buffer>> {
  const rows = await execute<{ no: number; month: string; scores: Buffer }>(
    `select m.device_no as no, m.month::text as month, m.scores
     from unnest($1::int[], $2::date[]) as w (no, month)
     join rating_month m on m.device_no = w.no and m.month = w.month`,
    [months.map(({ no }) => no), months.map(({ month }) => month)],
  )
  return new Map(rows.map(({ no, month, scores }) => [`${no}/${month}`, scores]))
}

export async function writeMonths(
  execute: Execute,
  months: readonly { no: number; month: string; scores: Buffer }[],
): Promise<void> {
  if (months.length === 0) return
  await execute(
    `insert into rating_month (device_no, month, scores)
     select * from unnest($1::int[], $2::date[], $3::bytea[])
     on conflict (device_no, month) do update set scores = excluded.scores`,
    [months.map(({ no }) => no), months.map(({ month }) => month), months.map(({ scores }) => scores)],
  )
}
