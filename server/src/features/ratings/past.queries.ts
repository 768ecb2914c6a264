import type { RatingStandard, RatingType } from '@eot/contract/rating-standards'
import type { Execute } from '../../platform/db/execute.queries.ts'
import type { Room } from './rooms.queries.ts'
import { columnOf, daysOfMonth, offsetOf, type ScoreColumn, scoreColumns } from './score-columns.ts'
import { standardAt } from './standard-at.ts'

/** A device and which of its scores is requested. */
export interface Wanted {
  no: number
  column: ScoreColumn
}

/** Returns which stored scores of rooms are requested: of their air, those by the standard in effect where they are. */
export const wantedOf = (
  type: RatingType,
  rooms: readonly Pick<Room, 'no' | 'path'>[],
  standards: ReadonlyMap<string, RatingStandard>,
): Wanted[] => rooms.map(({ no, path }) => ({ no, column: columnOf(type, standardAt(path, standards)) }))

const hourScore = `case w.col ${scoreColumns.map((column, index) => `when ${index} then h.${column}`).join(' ')} end`
const columnsOf = (wanted: readonly Wanted[]) => wanted.map(({ column }) => scoreColumns.indexOf(column))

export interface HourOfRooms {
  /** Epoch ms. */
  start: number
  mean: number
  low: number
  high: number
  rooms: number
}

/**
 * Lists the hours that have scores, with the mean, the 10th and the 90th percentile of the scores of rooms. An hour of a room
 * counts in the given hour in which it begins. `starts` are those of consecutive hours that end at `end`, in epoch ms.
 */
export const listHoursOfRooms = (
  execute: Execute,
  wanted: readonly Wanted[],
  { starts, end }: { starts: readonly number[]; end: number },
): Promise<HourOfRooms[]> =>
  execute(
    `select extract(epoch from ($3::timestamptz[])[at])::float8 * 1000 as start, round(avg(score))::int as mean,
       percentile_disc(0.1) within group (order by score) as low,
       percentile_disc(0.9) within group (order by score) as high, count(*)::int as rooms
     from (
       select width_bucket(h.hour, $3::timestamptz[]) as at, ${hourScore} as score
       from unnest($1::int[], $2::int[]) as w (no, col)
       join rating_hour h on h.device_no = w.no and h.hour >= ($3::timestamptz[])[1] and h.hour < $4
     ) scored where score is not null group by at order by at`,
    [
      wanted.map(({ no }) => no),
      columnsOf(wanted),
      starts.map((start) => new Date(start).toISOString()),
      new Date(end),
    ],
  )

/** Lists the scores of the hours in [from, to), in epoch ms, of each device. */
export const listHourScores = (
  execute: Execute,
  wanted: readonly Wanted[],
  { from, to }: { from: number; to: number },
): Promise<{ no: number; start: number; score: number }[]> =>
  execute(
    `select no, start, score from (
       select w.no, extract(epoch from h.hour)::float8 * 1000 as start, ${hourScore} as score
       from unnest($1::int[], $2::int[]) as w (no, col)
       join rating_hour h on h.device_no = w.no and h.hour >= $3 and h.hour < $4
     ) scored where score is not null`,
    [wanted.map(({ no }) => no), columnsOf(wanted), new Date(from), new Date(to)],
  )

/** Months from one to another, as YYYY-MM-DD of their first days. */
interface Months {
  first: string
  last: string
}

/** Lists the daily scores in these months, device by device. */
export const listMonthsOfRooms = (
  execute: Execute,
  wanted: readonly Wanted[],
  { first, last }: Months,
): Promise<{ month: string; days: Buffer }[]> =>
  execute(
    `select m.month::text as month, string_agg(substring(m.scores from w.pos for ${daysOfMonth}), ''::bytea) as days
     from unnest($1::int[], $2::int[]) as w (no, pos)
     join rating_month m on m.device_no = w.no and m.month >= $3::date and m.month <= $4::date
     group by m.month`,
    [wanted.map(({ no }) => no), wanted.map(({ column }) => offsetOf(column) + 1), first, last],
  )

/** Lists the daily scores of each device in these months. */
export const listMonthScores = (
  execute: Execute,
  wanted: readonly Wanted[],
  { first, last }: Months,
): Promise<{ no: number; month: string; days: Buffer }[]> =>
  execute(
    `select w.no, m.month::text as month, substring(m.scores from w.pos for ${daysOfMonth}) as days
     from unnest($1::int[], $2::int[]) as w (no, pos)
     join rating_month m on m.device_no = w.no and m.month >= $3::date and m.month <= $4::date`,
    [wanted.map(({ no }) => no), wanted.map(({ column }) => offsetOf(column) + 1), first, last],
  )
