import type pg from 'pg'
import type { PathsOfPlaces } from './live-rooms.ts'

/** Returns the path of a device's site; undefined if there is no such device or it is in the inventory. */
export const findDevicePath =
  (pool: pg.Pool) =>
  async (deviceId: string): Promise<string | undefined> => {
    const { rows } = await pool.query<{ path: string }>(
      'select s.path from device d join site s on s.id = d.site_id where d.id = $1',
      [deviceId],
    )
    return rows[0]?.path
  }

/** Returns the current paths of the sites and devices with these ids. */
export async function findPaths(pool: pg.Pool, ids: readonly string[]): Promise<PathsOfPlaces> {
  const { rows } = await pool.query<{ id: string; path: string | null }>(
    `select place.id, coalesce(site.path, stands.path) as path from unnest($1::uuid[]) as place (id)
     left join site on site.id = place.id
     left join device on device.id = place.id
     left join site stands on stands.id = device.site_id`,
    [ids],
  )
  return new Map(rows.map(({ id, path }) => [id, path]))
}
