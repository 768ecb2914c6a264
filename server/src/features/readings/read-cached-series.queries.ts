import type { Interval } from '@eot/contract/sensors'
import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { isDistributed } from '../../platform/db/is-distributed.queries.ts'
import { zoneClock } from '../time-zones/index.ts'
import type { TakeParts } from './joined-parts.ts'
import { readPartsOfMany } from './parts-of-many.queries.ts'
import { appendCells, noCells, type PointCells } from './point-cells.ts'
import { PointGrid } from './point-grid.ts'
import { placesOf, type Source, stepsOf } from './read-steps.ts'
import type { Range, SeriesDevice } from './series.queries.ts'
import type { KnownSeries, SeriesCache } from './series-cache.ts'
import { intervalLengthMs, levelOf } from './series-interval.ts'

const minuteMs = 60_000
/** If the newest reading is this much newer than the cached series, the series is read again completely. */
const longestBehindMs = 15 * minuteMs
/** Cached series that end within the same five minutes are continued by one statement. */
const groupMs = 5 * minuteMs

/** A device whose series can be cached. */
interface CacheableDevice extends SeriesDevice {
  latest_at: Date
  open_hour: Date
  history_changed_at: string
}

interface Wanted {
  /** [from, to) in epoch ms. `from` is the start of the first point. */
  range: Range
  keys: readonly SensorKey[]
  interval: Exclude<Interval, 'Raw'>
}

/**
 * Returns the devices whose series can be cached. For these, the range includes the newest reading, and `history_changed_at` is known.
 * On Citus, no series is cached: a node may use an older snapshot than the coordinator, which reads the list of devices.
 */
export async function cacheableOf(
  execute: Execute,
  cache: SeriesCache,
  devices: readonly SeriesDevice[],
  { range, keys, interval }: Wanted,
): Promise<CacheableDevice[]> {
  const length = intervalLengthMs(interval)
  if (length > intervalLengthMs('OneHour') || length <= minuteMs) return []
  if (!cache.hasRoomFor(devices.length * keys.length, (range.to - range.from) / length)) return []
  cache.isDistributed ??= await isDistributed(execute)
  if (cache.isDistributed) return []
  return devices.filter((device) => isCacheable(device, range))
}

function isCacheable(device: SeriesDevice, { from, to }: Range): device is CacheableDevice {
  const { latest_at, open_hour, history_changed_at } = device
  if (latest_at === null || open_hour === null || history_changed_at === null) return false
  const [latest, openHour] = [latest_at.getTime(), open_hour.getTime()]
  // The open hour may begin at an unusual time if the site's time zone has changed during that hour.
  return openHour >= from && latest < to && openHour === hourStart(device, latest)
}

const hourStart = ({ time_zone }: SeriesDevice, at: number) => zoneClock(time_zone ?? 'UTC').hourStart(at)

/** A device and its cached series, which may lack newer readings. undefined: the series must be read completely. */
interface Progress {
  device: CacheableDevice
  /** One for each key; undefined where the device does not have the sensor. */
  known: readonly (KnownSeries | undefined)[] | undefined
}

/**
 * Returns the points of each device for each key, from the cache as far as possible. They may begin before the range. The list of
 * devices must have been read in the same transaction.
 */
export async function readCachedSeries(
  execute: Execute,
  cache: SeriesCache,
  devices: readonly CacheableDevice[],
  wanted: Wanted,
): Promise<PointCells[][]> {
  const { range, keys, interval } = wanted
  const all = devices.map((device): Progress => ({ device, known: findKnown(cache, device, wanted) }))
  const read = await readMissing(execute, all, wanted)
  return all.map(({ device, known }, place) =>
    keys.map((key, index) => {
      if (!device.kinds.includes(key)) return noCells
      const before = known?.[index]
      if (before?.latestAt === device.latest_at.getTime()) return before.cells
      const cells = appendCells(before?.cells ?? noCells, read[index]?.[place] ?? noCells)
      const series = { ...historyOf(device), from: before?.from ?? range.from, cells }
      const name = { no: device.no, key, interval }
      if (before) cache.update(name, before, series)
      else cache.keep(name, series)
      return cells
    }),
  )
}

const historyOf = ({ latest_at, history_changed_at, time_zone }: CacheableDevice) => ({
  latestAt: latest_at.getTime(),
  changedAt: history_changed_at,
  timeZone: time_zone ?? 'UTC',
})

/** Returns the cached series of a device if they lack only newer readings, and all of them lack the same ones. */
function findKnown(
  cache: SeriesCache,
  device: CacheableDevice,
  { range, keys, interval }: Wanted,
): Progress['known'] {
  const { latestAt, changedAt, timeZone } = historyOf(device)
  let known: KnownSeries | undefined
  const all: (KnownSeries | undefined)[] = []
  for (const key of keys) {
    if (!device.kinds.includes(key)) {
      all.push(undefined)
      continue
    }
    const one = cache.find({ no: device.no, key, interval })
    known ??= one
    const isUsable =
      one !== undefined &&
      one.latestAt === known?.latestAt &&
      one.latestAt <= latestAt &&
      one.latestAt > latestAt - longestBehindMs &&
      one.changedAt === changedAt &&
      one.timeZone === timeZone &&
      one.from <= range.from
    if (!isUsable) return undefined
    all.push(one)
  }
  return all
}

/** Reads the series that are not in the cache, and the newer readings of those that are. */
async function readMissing(
  execute: Execute,
  all: readonly Progress[],
  { range, keys, interval }: Wanted,
): Promise<PointCells[][]> {
  const placeOf = placesOf(all.map(({ device }) => device))
  const length = intervalLengthMs(interval)
  const isByHour = levelOf(interval) === 'hour'
  // The start of a stored hour depends on the time zone of the device. Shorter intervals start at the same instants in every zone.
  const grid = new PointGrid({ keyCount: keys.length, seriesCount: all.length }, (start) =>
    isByHour ? start : Math.floor(start / length) * length,
  )
  const add: TakeParts = (index, rows, parts) => grid.add(index, rows, parts, placeOf)
  const unknown = all.flatMap(({ device, known }) => (known ? [] : device))
  for (const { level, sources } of stepsOf(levelOf(interval), unknown, range))
    await readPartsOfMany(execute, level, { sources, to: range.to, isMerged: false }, keys, add)
  const newer = { sources: all.flatMap(newerReadings), to: range.to, isMerged: false }
  await readPartsOfMany(execute, 'reading', newer, keys, (index, rows, parts) => {
    const hourOf = (at: number, row: number) => {
      const progress = all[placeOf(rows.nos[row] as number)] as Progress // `placeOf` throws otherwise
      return hourStart(progress.device, at)
    }
    add(index, isByHour ? { ...rows, starts: rows.starts.map(hourOf) } : rows, parts)
  })
  return keys.map((_, index) => grid.cells(index))
}

function newerReadings({ device, known }: Progress): Source[] {
  const series = known?.find((one) => one !== undefined)
  if (!series || series.latestAt === device.latest_at.getTime()) return []
  return [{ no: device.no, from: Math.floor(series.latestAt / groupMs) * groupMs, after: series.latestAt }]
}
