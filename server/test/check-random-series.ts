import type { Interval } from '@eot/contract/sensors'
import type { SensorKey } from '@eot/contract/vocabulary'
import fc from 'fast-check'
import { type CheckedSite, checkSeries } from './check-series.ts'
import { compactAll } from './compact-all.ts'
import { sendSamples } from './send-samples.ts'
import { firstSamples, intervalStartOf, type OracleRange } from './series-oracle.ts'
import type { TestApp } from './test-app.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const kinds: SensorKey[] = ['temperature', 'noise', 'CO']
/** After all samples, and late enough that all of them may be compacted. */
const now = Date.parse('2026-11-08T12:00:00Z')
/** Clocks change by an hour, by half an hour and not at all; the last zone is a quarter of an hour off. */
const zones = [
  { timeZone: 'America/Chicago', changeAt: Date.parse('2026-11-01T07:00:00Z') },
  { timeZone: 'Europe/Berlin', changeAt: Date.parse('2026-10-25T01:00:00Z') },
  { timeZone: 'Australia/Lord_Howe', changeAt: Date.parse('2026-10-03T15:30:00Z') },
  { timeZone: 'Asia/Kathmandu', changeAt: Date.parse('2026-10-31T18:15:00Z') },
]
/** The samples are from this long before the change to this long after it. */
const [before, after] = [2 * day, 2 * day]

/** Most in the hours around the change, some in the same minute. */
const sinceChange = fc
  .tuple(
    fc.oneof(
      fc.integer({ min: -180, max: 180 }),
      fc.integer({ min: -before / minute, max: after / minute - 1 }),
    ),
    fc.constantFrom(0, 0, 1, 20_000, 59_999),
  )
  .map(([minutes, ms]) => minutes * minute + ms)
const readings = fc
  .dictionary(fc.constantFrom(...kinds), fc.integer({ min: -4000, max: 9000 }), { minKeys: 1 })
  .map((values) =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        key,
        (key === 'temperature' ? value : Math.abs(value)) / 100,
      ]),
    ),
  )

/** The samples of a device in the order of their arrival, so that many are late, and some that it repeats with other values. */
const samples = fc
  .tuple(
    fc.array(fc.record({ at: sinceChange, readings }), { maxLength: 200, size: 'max' }),
    fc.array(fc.record({ index: fc.nat(), readings }), { maxLength: 20, size: 'max' }),
  )
  .map(([sent, repeats]) => [
    ...sent,
    ...repeats.flatMap(({ index, readings }) => {
      const repeated = sent[index % sent.length]
      return repeated ? [{ at: repeated.at, readings }] : []
    }),
  ])

/** For each zone, the samples of two devices and a part of the time; `split` of the samples arrive after a compaction. */
export const randomRooms = fc.tuple(
  ...zones.map((zone) =>
    fc.record({
      zone: fc.constant(zone),
      rooms: fc.tuple(samples, samples),
      split: fc.double({ min: 0, max: 1, noNaN: true }),
      fromMinutes: fc.integer({ min: -before / minute, max: after / minute - 1 }),
      hours: fc.integer({ min: 1, max: 30 }),
    }),
  ),
)
type RandomRooms = typeof randomRooms extends fc.Arbitrary<infer Rooms> ? Rooms : never

/** Sets the clock of the program to a time at which none of the samples is too old to be stored. */
export const setClockAfterChanges = ({ advance, clock }: TestApp) => advance(now - clock().getTime())

/**
 * Sends samples to devices in four zones and compares the figures of every call with those computed from the samples, before
 * and after these are compacted. Returns how many were compacted the second time.
 */
export async function checkRandomSeries(app: TestApp, fleet: RandomRooms): Promise<number> {
  const { clock, db, ingest, make, signIn } = app
  const customer = await make.site()
  const as = await signIn({ site: customer })
  const ask: Parameters<typeof checkSeries>[0] = async (endpoint, asked) => {
    const { status, data, text } = await app.call(endpoint, asked, { as })
    if (status !== 200) throw new Error(text)
    return data
  }
  const sites: { checked: CheckedSite; rangesOf: (interval: Interval) => OracleRange[] }[] = []
  const late: (() => Promise<unknown>)[] = []
  for (const { zone, rooms, split, fromMinutes, hours } of fleet) {
    const { timeZone, changeAt } = zone
    const school = await make.site({ parent: customer, time_zone: timeZone })
    const annex = await make.site({ parent: school, time_zone: timeZone })
    const devices: CheckedSite['devices'][number][] = []
    for (const [n, room] of rooms.entries()) {
      const sent = room.map(({ at, readings }) => ({ at: changeAt + at, readings }))
      const device = await make.device({ site: n === 0 ? school : annex })
      const half = Math.round(sent.length * split)
      await sendSamples(ingest, device.mac, sent.slice(0, half))
      late.push(() => sendSamples(ingest, device.mac, sent.slice(half)))
      devices.push({ id: device.id, samples: firstSamples(sent) })
    }
    const all = { from: changeAt - before - day, to: changeAt + after + day }
    const from = changeAt + fromMinutes * minute
    const rangesOf = (interval: Interval) => {
      // Stored hours and days are not divided at the end of a range.
      const by = ['OneWeek', 'OneMonth', 'Year'].includes(interval) ? 'OneDay' : 'OneHour'
      const to = intervalStartOf(by, from + hours * hour, timeZone)
      const part = { from: Math.min(from, to - minute), to }
      // Two thousand minutes are less than a day and a half.
      return interval === 'OneMinute' ? [part] : [all, part]
    }
    sites.push({ checked: { id: school.id, timeZone, devices, kinds }, rangesOf })
  }
  const checkAll = () =>
    Promise.all(sites.map(({ checked, rangesOf }) => checkSeries(ask, checked, rangesOf)))
  await compactAll(db, clock())
  for (const send of late) await send()
  await checkAll()
  const compacted = await compactAll(db, clock())
  await checkAll()
  return compacted
}
