import { weather } from '@eot/contract/weather'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { findTimeZoneOf } from '../../access/scope.queries.ts'
import type { ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { requireRange } from '../../platform/require-range.ts'
import type { WeatherProvider } from '../../platform/weather-provider.ts'
import { zoneClock } from '../time-zones/index.ts'
import { askWeather } from './ask-weather.command.ts'
import { outdoorInterval, outdoorPoints } from './outdoor-series.ts'
import { weatherOff, weatherToWire } from './weather.wire.ts'
import { weatherCellQueries } from './weather-cell.queries.ts'

const dayMs = 86_400_000

interface Parts {
  db: Kysely<Database>
  scopeOf: ScopeOf
  clock: Clock
  /** Absent: no service is configured. */
  weather?: Pick<WeatherProvider, 'attribution'> | undefined
}

export function weatherRoutes(serve: Serve<Caller>, { db, scopeOf, clock, weather: service }: Parts): void {
  serve(weather.get, async ({ query, caller }) => {
    const scope = await scopeOf(caller, { SiteId: query.SiteId })
    const timeZone = await findTimeZoneOf(db, scope.siteId)
    if (!service) return weatherOff(timeZone)
    const now = clock()
    const known = await askWeather(db, scope, now)
    const today = new Date(zoneClock(timeZone).dayStart(now.getTime()))
    const hours = known.cell
      ? await weatherCellQueries(db).listHours(known.cell.no, today, new Date(today.getTime() + 9 * dayMs))
      : []
    const { attribution } = service
    return weatherToWire(known, { hours, timeZone, callerPath: caller.sitePath, attribution, now })
  })

  serve(weather.history, async ({ query, caller }) => {
    const now = clock().getTime()
    const to = query.endTime ?? now
    const from = query.startTime ?? Math.max(0, to - dayMs)
    requireRange({ startTime: from, endTime: to })
    const scope = await scopeOf(caller, { SiteId: query.SiteId })
    const timeZone = query.timeZone ?? (await findTimeZoneOf(db, scope.siteId))
    const interval = outdoorInterval({ from, to }, query.interval)
    const cell = service && (await askWeather(db, scope, clock())).cell
    const hours = cell
      ? // Future hours are not history.
        await weatherCellQueries(db).listHours(cell.no, new Date(from), new Date(Math.min(to, now + 1)))
      : []
    const points = { interval, timeZone }
    return {
      Interval: interval,
      TimeZone: timeZone,
      Series: [
        {
          Sensor: 'temperature',
          Unit: '°C',
          Points: outdoorPoints(hours, (hour) => hour.temperature, points),
        },
        { Sensor: 'humidity', Unit: '%RH', Points: outdoorPoints(hours, (hour) => hour.humidity, points) },
      ],
    }
  })
}
