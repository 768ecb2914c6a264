import type { RatingStandard } from '@eot/contract/rating-standards'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { intervalMs, listReportIntervals, readSeriesOfEach } from '../readings/index.ts'
import { zoneClock } from '../time-zones/index.ts'
import { listNoiseFloors, ratedKeys } from './hours.queries.ts'
import { type RoomRating, rateAir, rateComfort } from './rate.ts'
import { hourMs, hourNumber, roomAt } from './rate-hours.ts'
import type { HourRead, RoomHours } from './room-hours.ts'
import type { Room } from './rooms.queries.ts'
import { seasonAt } from './season.ts'
import { standardAt } from './standard-at.ts'

const minuteMs = 60_000
const utc = 'UTC'

/** A room with its ratings at an instant. */
export interface RatedNow {
  room: Room
  /** In effect where the room is. */
  standard: RatingStandard
  hours: RoomHours
  air: RoomRating
  comfort: RoomRating
}

/** Rates rooms by their readings until `at`, in epoch ms. Must run in a repeatable-read transaction, like `readSeriesOfEach`. */
export async function rateRooms(
  execute: Execute,
  rooms: readonly Room[],
  at: number,
  standards: ReadonlyMap<string, RatingStandard>,
): Promise<RatedNow[]> {
  const end = Math.floor(at / minuteMs) * minuteMs
  const noisy = rooms.filter(({ kinds }) => kinds.includes('noise'))
  const floors = await listNoiseFloors(
    execute,
    noisy.map(({ no }) => ({ no, end })),
  )
  // From the start of the first of 25 hours to the end of the current one, in any zone.
  const hours = { from: at - 25 * hourMs, to: at + hourMs }
  const changed = await listReportIntervals(
    execute,
    rooms.map(({ no }) => ({ no, ...hours })),
  )
  const rated: RatedNow[] = []
  for (const [timeZone, ofZone] of Map.groupBy(rooms, ({ time_zone }) => time_zone ?? utc)) {
    const hourStart = zoneClock(timeZone).hourStart(at)
    const series = await readSeriesOfEach(execute, ofZone, {
      range: { from: hourStart - 24 * hourMs, to: at + 1 },
      keys: ratedKeys,
      interval: 'OneHour',
      timeZone,
    })
    const season = seasonAt(at, timeZone)
    for (const [index, room] of ofZone.entries()) {
      const standard = standardAt(room.path, standards)
      const always = { since: Number.NEGATIVE_INFINITY, ms: intervalMs(room.report_seconds, null) }
      const device = { kinds: room.kinds, timeZone, intervals: changed.get(room.no) ?? [always] }
      const hours = roomAt(device, byNumber(series[index] ?? []), {
        newestAt: hourStart,
        elapsed: Math.min(1, (at - hourStart) / hourMs),
        noiseFloor: floors.get(`${room.no}/${end}`) ?? null,
        latestAt: room.latest_at?.getTime() ?? null,
      })
      const air = rateAir(hours, room.kinds, standard)
      rated.push({ room, standard, hours, air, comfort: rateComfort(hours, room.kinds, season) })
    }
  }
  return rated
}

/** Groups the points of a series, for each key: [start, mean, min, max, count]. */
function byNumber(series: readonly (readonly [number, number, number, number, number])[][]) {
  const hoursOf = (points: (typeof series)[number] = []): Map<number, HourRead> =>
    new Map(
      points.map(([start, mean, min, max, count]) => [
        hourNumber(start),
        { count, sum: mean * count, min, max },
      ]),
    )
  return new Map(ratedKeys.map((key, index) => [key, hoursOf(series[index])]))
}
