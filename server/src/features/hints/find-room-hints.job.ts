import type { Kysely } from 'kysely'
import { ownProgramScope, programScope } from '../../access/scope.ts'
import { customerOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { inSnapshot } from '../../platform/db/in-snapshot.ts'
import type { Log } from '../../platform/log.ts'
import { listSiteSeriesDevices, readSeriesOfEach } from '../readings/index.ts'
import { zoneClock } from '../time-zones/index.ts'
import { compareRooms, type RoomDays } from './compare-rooms.ts'
import { type SearchedSite, searchQueries } from './found-rooms.queries.ts'
import { hintQueries, type NewHint } from './hints.queries.ts'
import { judgedRooms } from './judged-rooms.ts'
import { comparedSensors, driftDays } from './room-rules.ts'

const dayMs = 86_400_000
/** A little less than a day, so that the hourly job searches a site at the same hour of every day. */
const searchEveryMs = 23.5 * 3_600_000
const sitesAtOnce = 100
/** Rooms of larger sites are compared only at the sites below. */
const mostRooms = 100
/** Less than the time limit of a job. The next run continues. */
const mostMs = 480_000
/** Compares the rooms of every site once a day, and stores those that differ from the others and those that drift. */
export async function findRoomHints(db: Kysely<Database>, now: Date, log: Pick<Log, 'error'>): Promise<void> {
  const searches = searchQueries(db)
  const before = new Date(now.getTime() - searchEveryMs)
  const startedMs = performance.now()
  for (;;) {
    const due = await searches.listDueSites(before, sitesAtOnce, mostRooms)
    for (const site of due) {
      if (performance.now() - startedMs > mostMs) return
      // One site that fails must not keep the others from being searched.
      try {
        await hintQueries(db).putHints(await searchRooms(db, site, now))
      } catch (error) {
        log.error({ err: error, site: site.id }, 'rooms could not be compared')
      }
      await searches.markSearched(site.id, now)
    }
    if (due.length < sitesAtOnce) return
  }
}

async function searchRooms(db: Kysely<Database>, site: SearchedSite, now: Date): Promise<NewHint[]> {
  const clock = zoneClock(site.time_zone)
  const to = clock.dayStart(now.getTime())
  const starts = Array.from({ length: driftDays }, (_, ago) =>
    clock.dayStart(to - (driftDays - ago) * dayMs + dayMs / 2),
  )
  // The root's own rooms are compared only with each other, since the sites below are customers, who must not learn what others
  // measure.
  const scope = customerOf(site.path) === undefined ? ownProgramScope(site) : programScope(site)
  const places = await searchQueries(db).listPlaces(scope)
  const judged = new Map(judgedRooms(places, site.path).map(({ id, site_id }) => [id, site_id]))
  if (judged.size === 0) return []
  const range = { from: starts[0] ?? to, to }
  const wanted = { range, keys: comparedSensors, interval: 'OneDay', timeZone: site.time_zone } as const
  const { devices, series } = await inSnapshot(db, async (tx) => {
    const execute = executeIn(tx)
    const devices = await listSiteSeriesDevices(execute, scope, comparedSensors, mostRooms)
    return { devices, series: await readSeriesOfEach(execute, devices, wanted) }
  })
  return comparedSensors.flatMap((sensor, index) => {
    const rooms = devices.map((_, at): RoomDays => {
      const days = new Map(series[at]?.[index]?.map(([start, mean, least]) => [start, { mean, least }]))
      return {
        means: starts.map((start) => days.get(start)?.mean),
        lows: starts.map((start) => days.get(start)?.least),
      }
    })
    return compareRooms(rooms, sensor).flatMap(({ index, kind, usual, value, rooms, days }): NewHint[] => {
      const device = devices[index]
      const siteId = device && judged.get(device.id)
      if (!siteId) return []
      return [
        {
          site_id: siteId,
          device_id: device.id,
          kind,
          subject: sensor,
          alert_id: null,
          first_at: now,
          last_at: now,
          evidence: JSON.stringify([{ Sensor: sensor, Usual: usual, Value: value }]),
          lead_seconds: null,
          rooms,
          days,
        },
      ]
    })
  })
}
