import type { RatingType } from '@eot/contract/rating-standards'
import type { HourScores } from '@eot/contract/ratings'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { zoneClock } from '../time-zones/index.ts'
import { listHourScores, wantedOf } from './past.queries.ts'
import { hourMs } from './rate-hours.ts'
import { listRoomNumbers, listStandards, type Place, type RoomNumber } from './rooms.queries.ts'

/** By then the job, which runs every minute, has rated an hour that ended. */
const ratedAfterMs = 5 * 60_000

interface WantedHour {
  place: Place
  by: 'Site' | 'Device'
  /** In which `At` is the end of an hour. */
  timeZone: string
  /** Epoch ms. */
  now: number
}

/**
 * Reads the scores of the last hour that was rated everywhere, of each site or device. Unlike a rating as of now, it only reads
 * stored scores, so that a district of a thousand sites is as quick as a school.
 */
export async function readLastHour(
  execute: Execute,
  { place, by, timeZone, now }: WantedHour,
): Promise<HourScores> {
  const end = now - ratedAfterMs
  // One hour of each time zone: some begin at half past.
  const window = { from: end - 2 * hourMs + 1, to: end - hourMs + 1 }
  const rooms = await listRoomNumbers(execute, place, null)
  const standards = await listStandards(execute)
  const idOf = ({ id, site_id }: RoomNumber) => (by === 'Site' ? site_id : id)
  const ids = new Map(rooms.map((room) => [room.no, idOf(room)]))

  async function sumsOf(type: RatingType) {
    const scores = await listHourScores(execute, wantedOf(type, rooms, standards), window)
    const sums = new Map<string, { Sum: number; Rooms: number }>()
    for (const { no, score } of scores) {
      const id = ids.get(no)
      if (id === undefined) continue
      const { Sum, Rooms } = sums.get(id) ?? { Sum: 0, Rooms: 0 }
      sums.set(id, { Sum: Sum + score, Rooms: Rooms + 1 })
    }
    return sums
  }

  const [air, comfort] = [await sumsOf('AirQuality'), await sumsOf('Comfort')]
  return {
    At: new Date(zoneClock(timeZone).hourStart(end)).toISOString(),
    Scores: [...new Set([...air.keys(), ...comfort.keys()])].map((Id) => ({
      Id,
      AirQuality: air.get(Id) ?? null,
      Comfort: comfort.get(Id) ?? null,
    })),
  }
}
