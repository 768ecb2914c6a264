import type { QueryOf } from '@eot/contract/endpoint'
import { type RatingType, ratingStandards } from '@eot/contract/rating-standards'
import { longestWindowDays, type RatingSeries, ratings } from '@eot/contract/ratings'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { findTimeZoneOf } from '../../access/scope.queries.ts'
import type { ScopeOf } from '../../access/scope.ts'
import { siteIdsOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import { AppError, invalid } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Execute, executeIn } from '../../platform/db/execute.queries.ts'
import { inSnapshot } from '../../platform/db/in-snapshot.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { effectiveValue, siteQueries } from '../sites/index.ts'
import { readLastHour } from './last-hour.command.ts'
import { localDay } from './local-day.ts'
import { listHourScores, wantedOf } from './past.queries.ts'
import { rateAir } from './rate.ts'
import { hourMs, hourNumber } from './rate-hours.ts'
import { rateRooms } from './rate-rooms.command.ts'
import { byScore, gainsToWire, meanScore, roomToWire, siteRatingToWire } from './ratings.wire.ts'
import { readDaily, readHourly } from './read-past.command.ts'
import {
  findChosenType,
  listKinds,
  listRoomNumbers,
  listRooms,
  listStandards,
  type Room,
} from './rooms.queries.ts'
import { standardAt } from './standard-at.ts'
import { ratingTypesToWire, siteTypesToWire } from './types.wire.ts'

/** More rooms could not be rated within the time limit of a request. */
const mostRooms = 5000
const dayMs = 86_400_000
const hourlyUpToMs = 14 * dayMs
const mostHourlyMs = 31 * dayMs

interface Parts {
  db: Kysely<Database>
  scopeOf: ScopeOf
  clock: Clock
}

/** Later instants have years with more than four digits. */
const lastMs = Date.UTC(9999, 11, 31)

/** The ratings of sites and their rooms, now and in the past. */
export function ratingRoutes(serve: Serve<Caller>, { db, scopeOf, clock }: Parts): void {
  serve(ratings.types, async () => ratingTypesToWire())

  serve(ratings.typesOfSite, async ({ params, caller }) => {
    const scope = await scopeOf(caller, { SiteId: params.id })
    const execute = executeIn(db)
    const standard = standardAt(scope.path, await listStandards(execute))
    return siteTypesToWire(await listKinds(execute, scope), standard)
  })

  serve(ratings.now, async ({ query, caller }) => {
    const scope = await scopeOf(caller, query)
    const type = query.Type ?? (await chosenType(db, caller))
    const now = clock().getTime()
    return inSnapshot(db, async (tx) => {
      const execute = executeIn(tx)
      const all = notTooMany(await listRooms(execute, scope, mostRooms + 1))
      const own = await listStandards(execute)
      const rooms = query.DeviceId === undefined ? all : only(all, query.DeviceId)
      const standard = standardAt(scope.path, own)
      const rated = await rateRooms(execute, rooms, now, own)
      const lastHour = hourNumber(now) * hourMs
      const before = await listHourScores(execute, wantedOf(type, rooms, own), {
        from: lastHour - 24 * hourMs,
        to: lastHour - 23 * hourMs,
      })
      const worst = rated.toSorted(byScore(type)).slice(0, query.results)
      const hours = await readHours(
        execute,
        wantedOf(
          type,
          worst.map(({ room }) => room),
          own,
        ),
        lastHour,
      )
      return {
        ...siteRatingToWire({
          type,
          siteId: scope.siteId,
          at: now,
          standard,
          before: meanScore(before.map(({ score }) => score)),
          rooms: rated,
        }),
        Worst: worst.map((one) => roomToWire(type, one, hours(one.room.no))),
        Gains: gainsToWire(type, standard, rated),
        Alternatives:
          type === 'Comfort'
            ? []
            : ratingStandards.map((Standard) => ({
                Standard,
                Score: meanScore(rated.map(({ hours, room }) => rateAir(hours, room.kinds, Standard).score)),
              })),
      }
    })
  })

  serve(ratings.lastHour, async ({ query, caller }) => {
    const scope = await scopeOf(caller, query)
    const timeZone = await findTimeZoneOf(db, scope.siteId)
    const wanted = { place: scope, by: query.by, timeZone, now: clock().getTime() }
    return inSnapshot(db, (tx) => readLastHour(executeIn(tx), wanted))
  })

  serve(ratings.live, ({ query, caller }) =>
    past(caller, query, ({ from, to }) => (to - from > hourlyUpToMs ? 'OneDay' : 'OneHour')),
  )

  serve(ratings.overTime, ({ query, caller }) =>
    past(caller, query, ({ from, to }) => {
      if (query.interval !== 'OneHour') return 'OneDay'
      if (to - from > mostHourlyMs) throw invalid('interval', 'Hours of at most 31 days')
      return 'OneHour'
    }),
  )

  async function past(
    caller: Caller,
    query: QueryOf<typeof ratings.live>,
    intervalOf: (window: { from: number; to: number }) => RatingSeries['Interval'],
  ): Promise<RatingSeries> {
    const scope = await scopeOf(caller, query)
    const type = query.Type ?? (await chosenType(db, caller))
    const timeZone = await findTimeZoneOf(db, scope.siteId)
    const now = clock().getTime()
    const today = localDay(now, timeZone)
    const { startDate: from = today.since, endDate: to = Math.max(today.until, from + 1) } = query
    if (from >= to) throw invalid('startDate', 'Must be before endDate')
    if (to > lastMs) throw invalid(query.endDate ? 'endDate' : 'startDate', 'Must be before the year 10000')
    if (to - from > longestWindowDays * dayMs) throw invalid('startDate', 'At most ten years before endDate')
    const interval = intervalOf({ from, to })
    return inSnapshot(db, async (tx) => {
      const execute = executeIn(tx)
      const rooms = notTooMany(await listRoomNumbers(execute, scope, mostRooms + 1))
      const wanted = wantedOf(type, rooms, await listStandards(execute))
      const window = { type, from, to, timeZone, now }
      return interval === 'OneHour' ? readHourly(execute, wanted, window) : readDaily(execute, wanted, window)
    })
  }
}

/** A device without a rated sensor counts as not found, too. */
function only(rooms: readonly Room[], deviceId: string): Room[] {
  const found = rooms.filter(({ id }) => id === deviceId.toLowerCase())
  if (found.length === 0) throw new AppError('device_not_found')
  return found
}

function notTooMany<OneRoom>(rooms: OneRoom[]): OneRoom[] {
  if (rooms.length > mostRooms) throw invalid('SiteId', 'Has more than 5,000 rooms: choose a smaller site')
  return rooms
}

/** Reads the scores of the 24 hours before `end`, in epoch ms, of each device. */
async function readHours(execute: Execute, wanted: ReturnType<typeof wantedOf>, end: number) {
  const scores = await listHourScores(execute, wanted, { from: end - 24 * hourMs, to: end })
  const byRoom = Map.groupBy(scores, ({ no }) => no)
  return (no: number): (number | null)[] => {
    const known = new Map(byRoom.get(no)?.map(({ start, score }) => [hourNumber(start), score]))
    return Array.from({ length: 24 }, (_, index) => known.get(hourNumber(end) - 24 + index) ?? null)
  }
}

/** Finds the type that the user sees first: their own choice, or else that of their site (spec 3). */
async function chosenType(db: Kysely<Database>, { userId, sitePath }: Caller): Promise<RatingType> {
  const own = await findChosenType(executeIn(db), userId)
  if (own !== null) return asType(own)
  const path = await siteQueries(db).listLayers(siteIdsOf(sitePath))
  return asType(effectiveValue(path, 'Settings.RatingsDefault').value)
}

const asType = (value: string | undefined): RatingType => (value === 'Comfort' ? 'Comfort' : 'AirQuality')
