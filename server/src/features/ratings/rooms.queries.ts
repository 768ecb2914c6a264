import type { RatingStandard } from '@eot/contract/rating-standards'
import type { Scope } from '../../access/scope.ts'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { openBuckets, type SeriesDevice } from '../readings/index.ts'
import { ratedKeys } from './hours.queries.ts'

export type Place = Pick<Scope, 'siteId' | 'path' | 'includesSubSites'>

/** The fields that change with each reading. */
type Newest = 'latest_at' | 'open_hour' | 'open_day'

/** A device of a site that is rated. */
export interface Room extends SeriesDevice {
  name: string
  site_id: string
  site_name: string
  path: string
}

const within = ({ includesSubSites }: Place) => (includesSubSites ? 'starts_with(s.path, $1)' : 's.path = $1')

/** Lists the devices of the place with at least one rated sensor, at most `limit`. */
export const listRooms = (execute: Execute, place: Place, limit: number): Promise<Room[]> =>
  execute<Room>(
    `select d.id, d.no, d.name, s.id as site_id, s.name as site_name, s.path, m.kinds, s.time_zone, st.latest_at,
       ${openBuckets('st')},
       coalesce((d.settings ->> 'ReportInterval')::int, st.reported_interval) as report_seconds
     from device d join device_model m on m.id = d.model_id join site s on s.id = d.site_id
     left join device_state st on st.device_no = d.no
     where ${within(place)} and m.kinds && $2::text[] order by d.name, d.id limit $3`,
    [place.path, ratedKeys, limit],
  )

export type RoomNumber = Pick<Room, 'id' | 'no' | 'site_id' | 'path'>

/** Lists the numbers of the same devices, with their sites. `limit`: null for all. */
export const listRoomNumbers = (
  execute: Execute,
  place: Place,
  limit: number | null,
): Promise<RoomNumber[]> =>
  execute(
    `select d.id, d.no, s.id as site_id, s.path from device d join device_model m on m.id = d.model_id join site s on s.id = d.site_id
     where ${within(place)} and m.kinds && $2::text[] limit $3`,
    [place.path, ratedKeys, limit],
  )

/** Lists those of the devices that have sent a newer reading than known, with its time and the buckets that contain it. */
export const listNewer = (
  execute: Execute,
  known: readonly Pick<Room, 'no' | 'latest_at'>[],
): Promise<Pick<Room, 'no' | Newest>[]> =>
  execute(
    `select w.no, s.latest_at, ${openBuckets('s')} from unnest($1::int[], $2::timestamptz[]) as w (no, known)
     join device_state s on s.device_no = w.no where s.latest_at > coalesce(w.known, '-infinity')`,
    [known.map(({ no }) => no), known.map(({ latest_at }) => latest_at)],
  )

/** Lists the sensors of the models at a place. */
export async function listKinds(execute: Execute, place: Place): Promise<string[]> {
  const rows = await execute<{ kind: string }>(
    `select distinct unnest(m.kinds) as kind from device d join device_model m on m.id = d.model_id
     join site s on s.id = d.site_id where ${within(place)}`,
    [place.path],
  )
  return rows.map(({ kind }) => kind)
}

/** Lists the sites that set their own standard, by path. */
export async function listStandards(execute: Execute): Promise<Map<string, RatingStandard>> {
  const rows = await execute<{ path: string; standard: RatingStandard }>(
    `select path, settings ->> 'RatingStandard' as standard from site where settings ? 'RatingStandard'`,
    [],
  )
  return new Map(rows.map(({ path, standard }) => [path, standard]))
}

export async function findPath(execute: Execute, siteId: string): Promise<string | undefined> {
  const [site] = await execute<{ path: string }>('select path from site where id = $1', [siteId])
  return site?.path
}

/** Finds what a user has chosen to see first; null: nothing. */
export async function findChosenType(execute: Execute, userId: string): Promise<string | null> {
  const [user] = await execute<{ type: string | null }>(
    `select settings ->> 'RatingsDefault' as type from app_user where id = $1`,
    [userId],
  )
  return user?.type ?? null
}
