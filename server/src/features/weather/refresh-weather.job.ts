import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import { EgressRefused } from '../../platform/egress/egress.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { JobHandler, JobRun } from '../../platform/jobs/job-run.ts'
import type { Log } from '../../platform/log.ts'
import { WeatherFailure, type WeatherProvider } from '../../platform/weather-provider.ts'
import { choosePlace, placeName, searchTerms } from './address.ts'
import { freshMs, pastDaysOf, pauseMs } from './outlook.ts'
import { sitePlaceQueries } from './site-place.queries.ts'
import { cellOf, type SitePlace } from './site-place.ts'
import { weatherCellQueries } from './weather-cell.queries.ts'

const payload = z.object({ siteId: z.uuid() })
type Payload = z.output<typeof payload>

/** Updates the weather of a site from the service, unless it is recent: nearby sites share it. */
export const refreshWeatherJob = defineJob({
  name: 'refresh-weather',
  payload,
  // Failures of the service are kept with the time of the next request, so only a lost database is retried.
  retry: { limit: 2, delaySeconds: 10, maxDelaySeconds: 60 },
})

interface Parts {
  db: Kysely<Database>
  clock: Clock
  log: Log
  /** Absent: no service is configured. */
  weather?: WeatherProvider | undefined
}

export const refreshingWeather = ({ weather, ...parts }: Parts): JobHandler<Payload, Database> => ({
  async run(run) {
    if (!weather) return
    const path = await sitePlaceQueries(parts.db).findPath(run.payload.siteId)
    if (path === undefined) return
    const work: Work = { ...parts, weather, run }
    let place = await sitePlaceQueries(parts.db).findPlace(path, parts.clock())
    // If an address is not found, the next site above is used. Each answer is stored, so this terminates.
    while (place.kind === 'unknown' && (await search(place, work)))
      place = await sitePlaceQueries(parts.db).findPlace(path, parts.clock())
    if (place.kind === 'found') await read(cellOf(place.point), work)
  },
})

interface Work extends Omit<Parts, 'weather'> {
  weather: WeatherProvider
  run: JobRun<Payload, Database>
}

/** Returns whether the service has answered. */
async function search(
  { site, address, failures }: SitePlace & { kind: 'unknown' },
  work: Work,
): Promise<boolean> {
  const { clock, weather, run } = work
  const places = (tx: Kysely<Database>) => sitePlaceQueries(tx)
  await run.write((tx) => places(tx).claimAddress(address, clock()))
  return attempt(
    work,
    async () => {
      for (const term of searchTerms(site)) {
        const found = choosePlace(site, await weather.findPlaces(term, run.signal))
        if (found) return { ...found, name: placeName(found) }
      }
      return null
    },
    (tx, found) => places(tx).keepAnswer(address, found, clock()),
    (tx, pause) =>
      places(tx).keepFailure(address, failures + 1, new Date(clock().getTime() + pause(failures + 1))),
  )
}

async function read(center: ReturnType<typeof cellOf>, work: Work): Promise<void> {
  const { clock, weather, run, db } = work
  const isFresh = (fetchedAt: Date | null) =>
    fetchedAt !== null && clock().getTime() - fetchedAt.getTime() < freshMs
  const before = await weatherCellQueries(db).findCell(center, clock())
  if (before && isFresh(before.fetchedAt)) return
  await run.write((tx) => weatherCellQueries(tx).markAsked(center, clock()))
  const cell = await weatherCellQueries(db).findCell(center, clock())
  if (!cell) return
  const failures = cell.failures + 1
  await attempt(
    work,
    () => weather.read(center, pastDaysOf(cell.fetchedAt, clock(), weather.mostPastDays), run.signal),
    (tx, report) =>
      weatherCellQueries(tx).keepReport(cell.no, report, clock(), new Date(clock().getTime() + freshMs)),
    (tx, pause) =>
      weatherCellQueries(tx).keepFailure(cell.no, failures, new Date(clock().getTime() + pause(failures))),
  )
}

type Pause = (failures: number) => number

/** Sends a request to the service and stores the answer, or that there was none. Returns whether it has answered. */
async function attempt<Answer>(
  { log, run }: Work,
  ask: () => Promise<Answer>,
  keep: (tx: Kysely<Database>, answer: Answer) => Promise<void>,
  keepFailure: (tx: Kysely<Database>, pause: Pause) => Promise<void>,
): Promise<boolean> {
  try {
    const answer = await ask()
    await run.write((tx) => keep(tx, answer))
    return true
  } catch (error) {
    if (run.signal.aborted || !(error instanceof WeatherFailure || error instanceof EgressRefused))
      throw error
    log.warn({ reason: error.message }, 'the weather service gave no usable answer')
    const retryAfterMs = error instanceof WeatherFailure ? error.retryAfterMs : 0
    await run.write((tx) => keepFailure(tx, (failures) => pauseMs(failures, retryAfterMs)))
    return false
  }
}
