import type { SensorKey } from '@eot/contract/vocabulary'
import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { type Execute, executeIn } from '../../platform/db/execute.queries.ts'
import type { DeviceTime } from '../readings/index.ts'
import { dayScores } from './day-scores.ts'
import {
  type DueHours,
  listMonths,
  listRatedDevices,
  listScores,
  type RatedHour,
  replaceHours,
  takeDue,
  takeTurn,
  writeMonths,
} from './due.queries.ts'
import { type HourRange, listHours, listNoiseFloors, ratedKeys, type StoredHour } from './hours.queries.ts'
import { type LocalDay, localDay } from './local-day.ts'
import { type DueDevice, ratableHours } from './ratable-hours.ts'
import { type HoursByNumber, hourMs, hourNumber, rateHour } from './rate-hours.ts'
import type { HourRead } from './room-hours.ts'
import { emptyMonth, hasScore, setDay } from './score-columns.ts'

/**
 * Entries processed in one transaction: single hours, or days of them after an update of the program. Few, because until a transaction
 * ends, PostgreSQL keeps all rows that others replace, such as device states.
 */
const mostAtOnce = 200
/** Hours of readings that influence a rating, besides its own. */
const hoursBefore = 23

/** Rates the hours with new or changed readings, until none are due or `endAt`, in epoch ms, is reached. */
export async function rateDue(db: Kysely<Database>, endAt: number): Promise<void> {
  while (Date.now() < endAt) {
    const taken = await db.transaction().execute((tx) => rateSome(executeIn(tx)))
    if (taken < mostAtOnce) return
  }
}

/** Rates some of them. Returns how many entries it has processed. */
async function rateSome(execute: Execute): Promise<number> {
  if (!(await takeTurn(execute))) return 0
  const due = await takeDue(execute, mostAtOnce)
  if (due.length === 0) return 0
  const devices = await listRatedDevices(execute, timesOf(due))
  // A rating depends on the hours before it, so a changed hour changes those after it.
  const changed = mergeRanges(
    due
      .filter(({ no }) => devices.has(no))
      .map(({ no, since, until }) => ({ no, since, until: until + (hoursBefore + 1) * hourMs })),
  )
  const read = mergeRanges(
    changed.map(({ no, since, until }) => ({ no, since: since - hoursBefore * hourMs, until })),
  )
  const stored = Map.groupBy(await listHours(execute, read), ({ no }) => no)
  const ratable = new Map(
    [...devices].map(([no, device]) => {
      const starts = stored.get(no)?.map(({ start }) => start) ?? []
      return [no, ratableHours(device, starts)]
    }),
  )
  const toRate = changed.flatMap(({ no, since, until }) => {
    const starts = ratable.get(no) ?? []
    return starts.filter((start) => start >= since && start < until).map((start) => ({ no, start }))
  })
  await rateAndStore(execute, devices, stored, toRate)
  return due.length
}

/** Returns a range for each device: from about a day before its first due hour to a day after its last one. */
function timesOf(due: readonly DueHours[]): DeviceTime[] {
  const aroundMs = (hoursBefore + 2) * hourMs
  return [...Map.groupBy(due, ({ no }) => no)].map(([no, hours]) => ({
    no,
    from: Math.min(...hours.map(({ since }) => since)) - aroundMs,
    to: Math.max(...hours.map(({ until }) => until)) + aroundMs,
  }))
}

async function rateAndStore(
  execute: Execute,
  devices: ReadonlyMap<number, DueDevice>,
  stored: ReadonlyMap<number, readonly StoredHour[]>,
  toRate: readonly Omit<RatedHour, 'scores'>[],
): Promise<void> {
  const floors = await listNoiseFloors(
    execute,
    toRate.map(({ no, start }) => ({ no, end: start + hourMs })),
  )
  const readings = new Map([...stored].map(([no, hours]) => [no, byNumber(hours)]))
  const rated = toRate.flatMap(({ no, start }): RatedHour[] => {
    const [device, known] = [devices.get(no), readings.get(no)]
    if (!device || !known) return []
    const noiseFloor = floors.get(`${no}/${start + hourMs}`) ?? null
    return [{ no, start, scores: rateHour(device, known, { start, noiseFloor }) }]
  })
  await replaceHours(
    execute,
    rated.filter(({ scores }) => hasScore(scores)),
    rated.filter(({ scores }) => !hasScore(scores)),
  )
  await storeDays(execute, devices, rated)
}

function byNumber(hours: readonly StoredHour[]): HoursByNumber {
  const found = new Map<SensorKey, Map<number, HourRead>>(ratedKeys.map((key) => [key, new Map()]))
  for (const { start, sums } of hours) {
    const number = hourNumber(start)
    for (const [index, key] of ratedKeys.entries()) {
      const sum = sums[index]
      if (!sum || sum.count === 0) continue
      // Where clocks change by less than an hour, two buckets begin within the same one.
      const before = found.get(key)?.get(number)
      found.get(key)?.set(number, before ? together(before, sum) : sum)
    }
  }
  return found
}

const together = (a: HourRead, b: HourRead): HourRead => ({
  count: a.count + b.count,
  sum: a.sum + b.sum,
  min: Math.min(a.min, b.min),
  max: Math.max(a.max, b.max),
})

/** Updates the days that contain these hours. */
async function storeDays(
  execute: Execute,
  devices: ReadonlyMap<number, DueDevice>,
  rated: readonly RatedHour[],
): Promise<void> {
  const days = new Map<string, LocalDay & { no: number }>()
  for (const { no, start } of rated) {
    const day = localDay(start, devices.get(no)?.timeZone ?? 'UTC')
    days.set(`${no}/${day.since}`, { no, ...day })
  }
  const scores = Map.groupBy(await listScores(execute, [...days.values()]), ({ no, start }) => {
    const { since } = localDay(start, devices.get(no)?.timeZone ?? 'UTC')
    return `${no}/${since}`
  })
  const keys = new Map([...days.values()].map(({ no, month }) => [`${no}/${month}`, { no, month }]))
  const months = await listMonths(execute, [...keys.values()])
  const changed = [...keys].map(([key, { no, month }]) => ({
    key,
    no,
    month,
    scores: months.get(key) ?? emptyMonth(),
  }))
  const byKey = new Map(changed.map((month) => [month.key, month.scores]))
  for (const [key, { no, month, day }] of days) {
    const ofDay = (scores.get(key) ?? []).map((hour) => hour.scores)
    const bytes = byKey.get(`${no}/${month}`)
    if (bytes) setDay(bytes, day, dayScores(ofDay))
  }
  await writeMonths(execute, changed)
}

/** Merges overlapping ranges of hours. */
export function mergeRanges(ranges: readonly HourRange[]): HourRange[] {
  const merged: HourRange[] = []
  for (const { no, since, until } of ranges.toSorted((a, b) => a.no - b.no || a.since - b.since)) {
    const last = merged.at(-1)
    if (last && last.no === no && since <= last.until) last.until = Math.max(last.until, until)
    else merged.push({ no, since, until })
  }
  return merged
}
