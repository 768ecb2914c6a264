import { forecast } from '@eot/contract/forecast'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { findTimeZoneOf } from '../../access/scope.queries.ts'
import { ownScope, type Scope, type ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { alertCountQueries } from '../alert-counts/index.ts'
import { typeKeyFromWire } from '../alerts/index.ts'
import { listSeriesDevices } from '../readings/index.ts'
import { busiestHour, type ExpectedHour } from './alerts/alert-week.ts'
import {
  dayToWire,
  expectedToWire,
  hourToWire,
  scoredToWire,
  scoreToWire,
  unitOf,
  valuesToWire,
} from './forecast.wire.ts'
import { forecastAlertsOf } from './forecast-alerts.command.ts'
import { forecastNightQueries } from './forecast-nights.queries.ts'
import { forecastMeasured, measureSensors } from './forecast-sensor.command.ts'
import { createForecastThread } from './forecast-thread.ts'
import { forecastQueries } from './forecasts.queries.ts'
import { dateOf, dayOfDate, localDay, localHours, weekdayOf } from './hours/local-hours.ts'
import { neededDays } from './series/measured-hours.ts'

const scoredDays = 28
const pastDays = 56
const mostRooms = 500

/** Forecasts of the coming days, and the accuracy of earlier ones. */
export function forecastRoutes(
  serve: Serve<Caller>,
  { db, scopeOf, clock }: { db: Kysely<Database>; scopeOf: ScopeOf; clock: Clock },
): void {
  const queries = forecastQueries(db)
  const thread = createForecastThread()

  serve(forecast.weekly, async ({ query, caller }) => {
    const scope = await scopeOf(caller, query)
    const typeKeys = query.type && [...new Set(query.type.map((type) => typeKeyFromWire(type, 'type')))]
    const timeZone = await findTimeZoneOf(db, scope.siteId)
    const day = localDay(timeZone, clock().getTime())
    const { daysOfData, isSilent, history, week } = await forecastAlertsOf(db, {
      scope,
      timeZone,
      day,
      days: query.Days,
      typeKeys,
    })
    const busiest = week && busiestHour(week, clock().getTime())
    // The nightly job forecasts whole sites, in total and by type.
    const isStored = scope.includesSubSites && (typeKeys?.length ?? 0) <= 1
    const scored = isStored ? await queries.listScored(scope.siteId, typeKeys?.[0] ?? '', scoredDays) : []
    return {
      TimeZone: timeZone,
      DaysOfData: daysOfData,
      NeededDays: neededDays,
      IsSilent: isSilent,
      StartsOn: daysOfData === 0 || daysOfData >= neededDays ? null : dateOf(day + neededDays - daysOfData),
      LastWeek: history.hours.reduce(
        (sum, hour, index) => sum + (hour.day >= day - 7 ? (history.counts[index] ?? 0) : 0),
        0,
      ),
      Expected: week ? expectedToWire(week.week) : null,
      Days: week?.days.map(dayToWire) ?? [],
      Busiest: busiest
        ? { ...hourToWire(busiest), ...(await pastOf(busiest, scope, timeZone, typeKeys)) }
        : null,
      Scored: scored.toReversed().map((row) => scoredToWire(row, timeZone)),
    }
  })

  /** Returns the alerts in this hour of the last weeks, and the device with the most. */
  async function pastOf(
    { at, hour }: ExpectedHour,
    scope: Scope,
    timeZone: string,
    typeKeys: string[] | undefined,
  ) {
    const today = localDay(timeZone, clock().getTime())
    const day = localDay(timeZone, at)
    const startOf = (of: number) => new Date(localHours(timeZone, of, of + 1)[0]?.at ?? 0)
    const filter = {
      ...(typeKeys && { typeKeys }),
      fromInclusive: startOf(today - pastDays),
      toExclusive: startOf(today),
      rangeBy: 'Start' as const,
      daysOfWeek: [weekdayOf(day)],
      hoursOfDay: [hour],
      timeZone,
    }
    const counts = alertCountQueries(db)
    const devices = await counts.countBy('device', { scope, filter }, { results: 1000, threshold: 0 })
    const [most] = devices
    const names = most && (await counts.listNames('device', scope, [most.key]))
    return {
      Past: devices.reduce((sum, { count }) => sum + count, 0),
      Device: most ? { Id: most.key, Name: names?.get(most.key)?.name ?? '', Count: most.count } : null,
    }
  }

  serve(forecast.sensor, async ({ query, caller }) => {
    const id = query.DeviceId.toLowerCase()
    const [listed] = await listSeriesDevices(executeIn(db), ownScope(caller), [id])
    const device = found(listed, 'device_not_found')
    const timeZone = device.time_zone ?? caller.timeZone
    const day = localDay(timeZone, clock().getTime())
    const [one] = await measureSensors(db, [device], { sensors: [query.Sensor], timeZone, day })
    const stored = await queries.findSensorForecast(id, query.Sensor, dateOf(day))
    // The forecast that the nightly job makes, for a device that it has not reached yet.
    const made = stored ?? (one && (await forecastMeasured(thread, one)))
    const bands = made && ('bands' in made ? { point: made.point, ...made.bands } : made)
    const [score] = await queries
      .listScores(ownScope(caller), dateOf(day - scoredDays), id)
      .then((rows) => rows.filter(({ sensor }) => sensor === query.Sensor))
    return {
      Sensor: query.Sensor,
      Unit: unitOf(query.Sensor),
      DeviceId: id,
      TimeZone: timeZone,
      State: made ? 'Ready' : (one?.measured.state ?? 'TooShort'),
      DaysOfData: one?.measured.days ?? 0,
      NeededDays: neededDays,
      Model: made?.model ?? null,
      Hours: bands ? valuesToWire(bands, timeZone, day) : [],
      Score: score ? scoreToWire(score) : null,
    }
  })

  serve(forecast.rooms, async ({ query, caller }) => {
    const scope = await scopeOf(caller, query)
    const now = clock().getTime()
    const zones = await forecastNightQueries(db).listTimeZones()
    const tomorrows = new Map(zones.map((zone) => [zone, dateOf(localDay(zone, now) + 1)]))
    const wanted = { sensor: query.Sensor, tomorrows, deviceId: query.DeviceId, limit: mostRooms }
    const rooms = await queries.listForecastRooms(scope, wanted)
    return rooms
      .flatMap((room) => {
        const tomorrow = localDay(room.timeZone, now) + 1
        const hours = valuesToWire(room, room.timeZone, dayOfDate(room.day))
        const ofDay = hours.filter(({ StartAt }) => localDay(room.timeZone, StartAt) === tomorrow)
        const [first, ...rest] = ofDay
        if (!first) return []
        return {
          Device: { Id: room.device_id, Name: room.deviceName },
          Site: { Id: room.siteId, Name: room.siteName },
          Peak: rest.reduce((best, one) => (one.Value > best.Value ? one : best), first),
        }
      })
      .toSorted((a, b) => b.Peak.Value - a.Peak.Value)
  })

  serve(forecast.scores, async ({ query, caller }) => {
    const scope = await scopeOf(caller, query)
    const timeZone = await findTimeZoneOf(db, scope.siteId)
    const day = localDay(timeZone, clock().getTime())
    const rows = await queries.listScores(scope, dateOf(day - scoredDays))
    return rows.map(scoreToWire).toSorted((a, b) => a.Sensor.localeCompare(b.Sensor, 'en'))
  })
}
