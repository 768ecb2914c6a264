import { siteIdsOf } from '../../access/site-path.ts'
import { leastRooms } from './room-rules.ts'

/**
 * Returns the rooms that are judged at a site, of those at and below it. Each is judged at the lowest site with enough rooms,
 * so that it is compared with its neighbors.
 */
export function judgedRooms<Room extends { path: string }>(rooms: readonly Room[], sitePath: string): Room[] {
  const depth = siteIdsOf(sitePath).length
  const counts = new Map<string, number>()
  for (const { path } of rooms)
    for (const id of siteIdsOf(path).slice(depth)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return rooms.filter(({ path }) =>
    siteIdsOf(path)
      .slice(depth)
      .every((id) => (counts.get(id) ?? 0) < leastRooms),
  )
}
