import { maxPoints, maxSitePoints, sensors } from '@eot/contract/sensors'
import { sensorKeys } from '@eot/contract/vocabulary'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { findTimeZoneOf } from '../../access/scope.queries.ts'
import type { ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { invalid } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { inSnapshot } from '../../platform/db/in-snapshot.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { ownTurn } from '../../platform/own-turn.ts'
import { type LatestDevice, listLatest } from '../devices/index.ts'
import {
  DeviceListCache,
  fittingInterval,
  intervalLengthMs,
  type KnownSeriesDevice,
  listKnownSeriesDevices,
  listSilentSensors,
  listSiteSeriesDevices,
  readColumnsOfEach,
  readMergedSeries,
  readPercentiles,
  SeriesCache,
} from '../readings/index.ts'
import { answerSeries } from './answer-series.command.ts'
import { rangeOf } from './sensors.routes.ts'
import { seriesToWire } from './series.wire.ts'

const usualSiteRangeMs = 30 * 86_400_000
/** The limit for each kind of list. A device takes 1 to 3.3 kB, including what is computed from it. */
const mostDevicesKept = 6000
/** The limit for a site whose values are merged. */
const mostMerged = 100_000

/** The values of all devices at a site and its sub-sites, merged and separate. */
export function siteSensorRoutes(
  serve: Serve<Caller>,
  { db, scopeOf, clock }: { db: Kysely<Database>; scopeOf: ScopeOf; clock: Clock },
): void {
  const cache = new SeriesCache()
  const seriesDevices = new DeviceListCache<KnownSeriesDevice>(mostDevicesKept)
  const latestDevices = new DeviceListCache<LatestDevice>(mostDevicesKept)

  serve(sensors.ofSite, async ({ query, caller }) => {
    const range = rangeOf(query, clock(), usualSiteRangeMs)
    const scope = await scopeOf(caller, query)
    const keys = [...new Set(query.type ?? sensorKeys)]
    return inSnapshot(db, async (tx) => {
      const execute = executeIn(tx)
      const timeZone = query.timeZone ?? (await findTimeZoneOf(tx, scope.siteId))
      const interval = fittingInterval(range, query.interval, maxPoints)
      const devices = await listSiteSeriesDevices(execute, scope, keys, mostMerged)
      const wanted = { range, interval, timeZone, asked: query.percentiles }
      const points = await readMergedSeries(execute, devices, { ...wanted, keys })
      const series = keys.flatMap((key, index) =>
        devices.some(({ kinds }) => kinds.includes(key)) ? { key, points: points[index] ?? [] } : [],
      )
      const [percentiles] = await readPercentiles(execute, [{ devices, series }], wanted)
      return {
        Interval: interval,
        TimeZone: timeZone,
        Series: series.map((one, index) => seriesToWire(one, percentiles?.[index])),
      }
    })
  })

  serve(sensors.latest, async ({ query, caller }) => {
    const keys = sensorKeys.filter((key) => query.type?.includes(key) ?? true)
    const request = {
      // Whether the caller may see the site depends on the paths of both sites, which change only if a site does.
      name: [caller.sitePath, (query.SiteId ?? caller.siteId).toLowerCase(), query.IncludeSubSites].join(),
      findScope: () => scopeOf(caller, query),
      keys,
    }
    const devices = await listLatest(db, request, latestDevices)
    const reporters = devices.map(({ reporter }) => reporter)
    const silent = Map.groupBy(
      await listSilentSensors(executeIn(db), reporters, clock().getTime()),
      ({ no }) => no,
    )
    return devices.map(({ no, wire }) => {
      const sensors = silent.get(no)?.map(({ sensor }) => sensor)
      return sensors ? { ...wire, Silent: sensors } : wire
    })
  })

  serve(sensors.ofEachDevice, async ({ query, caller }) => {
    const now = clock()
    const range = rangeOf(query, now)
    const scope = await scopeOf(caller, query)
    const keys = [...new Set(query.type)]
    return inSnapshot(db, async (tx) => {
      const execute = executeIn(tx)
      const timeZone = query.timeZone ?? (await findTimeZoneOf(tx, scope.siteId))
      const devices = await listKnownSeriesDevices(execute, scope, keys, maxSitePoints, seriesDevices)
      const most = Math.min(maxPoints, maxSitePoints / keys.length / devices.length)
      const interval = fittingInterval(range, query.interval, most)
      if (range.to - range.from >= most * intervalLengthMs(interval))
        throw invalid('SiteId', 'Has too many devices: choose a smaller site, fewer types or a shorter range')
      const points = await readColumnsOfEach(execute, devices, { range, interval, timeZone, keys }, cache)
      await ownTurn(0) // many points take a while to read, and then to serialize
      const wanted = { range, interval, timeZone, now: now.getTime(), query }
      const series = await answerSeries(execute, devices, keys, points, wanted)
      return {
        Interval: interval,
        TimeZone: timeZone,
        Series: series.map(({ device, wire }) => ({ ...wire, DeviceId: device.id })),
      }
    })
  })
}
