import type { RatingType } from '@eot/contract/rating-standards'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { listMonthScores, type Wanted } from './past.queries.ts'
import { meanScore } from './ratings.wire.ts'
import { readDaily } from './read-past.command.ts'
import { listRooms, listStandards, type Place, type Room } from './rooms.queries.ts'
import { columnOf, scoreIn } from './score-columns.ts'
import { standardAt } from './standard-at.ts'

const types = ['AirQuality', 'Comfort'] as const satisfies readonly RatingType[]
const mostRooms = 100_000

/** Calendar days as YYYY-MM-DD, both inclusive, and as epoch ms, [from, to). All of them have ended. */
interface Days {
  firstDay: string
  lastDay: string
  from: number
  to: number
}

/** Scores of past days; null: none was scored. */
export type PeriodScores = Record<RatingType, number | null>

export interface RoomPeriod extends PeriodScores {
  room: Pick<Room, 'id' | 'name' | 'site_id' | 'site_name'>
  /** Days with a score of either type. */
  days: number
}

export interface PeriodRatings {
  /** As on the page of ratings: the mean of the days, each of which is the mean of the rooms. */
  site: PeriodScores
  rooms: RoomPeriod[]
}

/** Rates some days of the rooms of a place, or only of some of its devices. */
export async function readPeriodRatings(
  execute: Execute,
  place: Place,
  { days, timeZone, deviceIds }: { days: Days; timeZone: string; deviceIds?: readonly string[] | undefined },
): Promise<PeriodRatings> {
  const only = deviceIds && new Set(deviceIds)
  const rooms = (await listRooms(execute, place, mostRooms)).filter(({ id }) => only?.has(id) ?? true)
  const standards = await listStandards(execute)
  const site: PeriodScores = { AirQuality: null, Comfort: null }
  const ofRooms = new Map<RatingType, Map<number, (number | null)[]>>()
  for (const type of types) {
    const wanted = rooms.map(({ no, path }) => ({ no, column: columnOf(type, standardAt(path, standards)) }))
    const window = { type, from: days.from, to: days.to, timeZone, now: days.to }
    site[type] = (await readDaily(execute, wanted, window)).Score
    ofRooms.set(type, await listDayScores(execute, wanted, days))
  }
  const scoresOf = (type: RatingType, no: number) => ofRooms.get(type)?.get(no) ?? []
  return {
    site,
    rooms: rooms.map(({ id, no, name, site_id, site_name }) => {
      const [air, comfort] = [scoresOf('AirQuality', no), scoresOf('Comfort', no)]
      return {
        room: { id, name, site_id, site_name },
        AirQuality: meanScore(air),
        Comfort: meanScore(comfort),
        days: Math.max(countScored(air), countScored(comfort)),
      }
    }),
  }
}

const countScored = (scores: readonly (number | null)[]): number =>
  scores.filter((score) => score !== null).length

async function listDayScores(
  execute: Execute,
  wanted: readonly Wanted[],
  { firstDay, lastDay }: Days,
): Promise<Map<number, (number | null)[]>> {
  const monthOf = (day: string) => `${day.slice(0, 8)}01`
  const dayOf = (day: string) => Number(day.slice(8))
  const months = await listMonthScores(execute, wanted, { first: monthOf(firstDay), last: monthOf(lastDay) })
  const byRoom = new Map<number, (number | null)[]>()
  for (const { no, month, days } of months) {
    const scores = byRoom.get(no) ?? []
    byRoom.set(no, scores)
    const first = month === monthOf(firstDay) ? dayOf(firstDay) : 1
    const last = month === monthOf(lastDay) ? dayOf(lastDay) : days.length
    for (let day = first; day <= last; day += 1) scores.push(scoreIn(days, day))
  }
  return byRoom
}
