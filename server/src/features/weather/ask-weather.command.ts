import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { enqueue } from '../../platform/jobs/job-queue.ts'
import { refreshWeatherJob } from './refresh-weather.job.ts'
import { sitePlaceQueries } from './site-place.queries.ts'
import { cellOf, type SitePlace } from './site-place.ts'
import { type WeatherCell, weatherCellQueries } from './weather-cell.queries.ts'

export interface KnownWeather {
  place: SitePlace
  cell: WeatherCell | undefined
  /** Whether a request to the service is pending. */
  isAsking: boolean
}

/** Returns what is known about the weather at a site. Requests an update if that is old; never waits for it. */
export async function askWeather(
  db: Kysely<Database>,
  site: { siteId: string; path: string },
  now: Date,
): Promise<KnownWeather> {
  const place = await sitePlaceQueries(db).findPlace(site.path, now)
  if (place.kind === 'none') return { place, cell: undefined, isAsking: false }
  const cell =
    place.kind === 'found' ? await weatherCellQueries(db).findCell(cellOf(place.point), now) : undefined
  if (cell && !cell.isDue) return { place, cell, isAsking: cell.isAsking }
  const isAsking = await db.transaction().execute(async (tx) => {
    if (!(await claim(tx, place, now)))
      return place.kind === 'found' || sitePlaceQueries(tx).isAskingFor(place.address, now)
    await enqueue(tx, refreshWeatherJob, { siteId: site.siteId })
    return true
  })
  return { place, cell, isAsking }
}

/** Returns whether no other process has requested an update. */
const claim = (tx: Kysely<Database>, place: Exclude<SitePlace, { kind: 'none' }>, now: Date) =>
  place.kind === 'found'
    ? weatherCellQueries(tx).claimCell(cellOf(place.point), now)
    : sitePlaceQueries(tx).claimAddress(place.address, now)
