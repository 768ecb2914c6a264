import { type Severity, severities } from '@eot/contract/vocabulary'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { makeGroup } from './campus-with-alerts.ts'
import type { TestApp } from './test-app.ts'

const minute = 60_000
const zones = ['America/Chicago', 'Europe/Berlin'] as const
/** When the clocks of Berlin and those of Chicago are set back. */
const changes = [Date.parse('2026-10-25T01:00:00Z'), Date.parse('2026-11-01T07:00:00Z')]
const types = ['Vape', 'CO', 'Sound', 'Offline', 'TemperatureLow']

/** Most in the hours around a change. */
const startAt = fc
  .tuple(
    fc.constantFrom(...changes),
    fc.oneof(fc.integer({ min: -240, max: 240 }), fc.integer({ min: -7200, max: 7200 })),
  )
  .map(([change, minutes]) => change + minutes * minute)
const alert = fc.record({
  /** The place of the device at the campus. */
  room: fc.nat(5),
  type: fc.constantFrom(...types),
  severity: fc.constantFrom(...severities),
  confirmed: fc.boolean(),
  /** Null: ongoing, unless an alert of this type is open at the device. */
  minutes: fc.option(fc.integer({ min: 1, max: 3000 }), { freq: 8 }),
  startAt,
})
type RandomAlert = typeof alert extends fc.Arbitrary<infer One> ? One : never

export const randomAlerts = fc.array(alert, { minLength: 50, maxLength: 150, size: 'max' })

const some = <T>(...of: T[]) => fc.subarray(of, { minLength: 1 })
const range = fc
  .tuple(startAt, startAt)
  .filter(([a, b]) => a !== b)
  .map((times) => ({ startTime: Math.min(...times), endTime: Math.max(...times) }))

const filters = {
  site: fc.nat(3),
  includesSubSites: fc.boolean(),
  rooms: some(0, 1, 2, 3, 4, 5),
  groups: some(0, 1),
  type: some(...types),
  severity: some(...severities),
  confirmed: fc.boolean(),
  ongoing: fc.boolean(),
  dayOfWeek: some(0, 1, 2, 3, 4, 5, 6),
  hourOfDay: some(...Array.from({ length: 24 }, (_, hour) => hour)),
  timeZone: fc.constantFrom(...zones, 'Asia/Kathmandu'),
  range,
}
/**
 * Up to four of what lists, counts, charts and heat maps can be filtered by, so that something matches. Sites, devices and
 * groups are places at the campus.
 */
export const randomFilter = fc
  .tuple(
    fc.record(filters),
    fc.subarray(Object.keys(filters) as (keyof typeof filters)[], { maxLength: 4 }), // it has no other keys
  )
  .map(([values, chosen]): RandomFilter => Object.fromEntries(chosen.map((key) => [key, values[key]])))
export type RandomFilter = {
  [Name in keyof typeof filters]?: (typeof filters)[Name] extends fc.Arbitrary<infer One> ? One : never
}

export interface StoredAlert {
  id: string
  room: number
  type: string
  severity: Severity
  confirmed: boolean
  isOngoing: boolean
  startAt: number
}

/** By place: the campus, a school, a site below it, another school. Each with its sub-sites and the zone of its clocks. */
const places = [
  { under: [0, 1, 2, 3], timeZone: zones[0] },
  { under: [1, 2], timeZone: zones[0] },
  { under: [2], timeZone: zones[1] },
  { under: [3], timeZone: zones[1] },
] as const
const placeOfRoom = [1, 1, 2, 2, 3, 0]
/** The groups of the campus and of the school. */
const groupsOf = [
  { place: 0, rooms: [1, 2, 3, 4] },
  { place: 1, rooms: [0, 1, 2] },
]

/** Stores a campus with sites in two zones, groups that share a device, and alerts. */
export async function storeCampus(app: TestApp, raised: readonly RandomAlert[]) {
  const { make } = app
  const campus = await make.site({ time_zone: places[0].timeZone })
  const school = await make.site({ parent: campus, time_zone: places[1].timeZone })
  const annex = await make.site({ parent: school, time_zone: places[2].timeZone })
  const other = await make.site({ parent: campus, time_zone: places[3].timeZone })
  const sites = [campus, school, annex, other]
  const devices = await Promise.all(placeOfRoom.map((place) => make.device({ site: sites[place] ?? campus })))
  const groups: string[] = []
  for (const { place, rooms } of groupsOf) {
    const members = devices.filter((_, room) => rooms.includes(room))
    groups.push((await makeGroup(app, sites[place] ?? campus, members, `Group ${place}`)).id)
  }
  const stored: StoredAlert[] = []
  for (const { room, minutes, startAt, ...columns } of raised) {
    const isOpen = stored.some((one) => one.isOngoing && one.room === room && one.type === columns.type)
    const isOngoing = minutes === null && !isOpen
    const ended_at = isOngoing ? null : new Date(startAt + (minutes ?? 1) * minute)
    const device = devices[room]
    if (!device) throw new Error(`there is no room ${room}`)
    const { id } = await make.alert({ device, started_at: new Date(startAt), ended_at, ...columns })
    stored.push({ id, room, isOngoing, startAt, ...columns })
  }
  const idsOf = (of: readonly { id: string }[]) => of.map(({ id }) => id)
  return {
    sites: idsOf(sites),
    devices: idsOf(devices),
    groups,
    stored,
    as: await app.signIn({ site: campus }),
  }
}

/** Returns the alerts that match, and those of each group, by nothing but what was stored. */
export function expectedAlerts(
  stored: readonly StoredAlert[],
  filter: Omit<RandomFilter, 'timeZone'> & { timeZone?: string | undefined },
) {
  const { site = 0, includesSubSites = true, rooms, type, severity, confirmed, ongoing, range } = filter
  const scope: readonly number[] = includesSubSites ? (places[site]?.under ?? []) : [site]
  const isOf = <T>(wanted: readonly T[] | undefined, value: T) => wanted?.includes(value) ?? true
  const visible = groupsOf.map(({ place, rooms }, n) =>
    scope.includes(place) && isOf(filter.groups, n) ? rooms : [],
  )
  const matching = stored.filter((alert) => {
    const place = placeOfRoom[alert.room] ?? 0
    const zone = filter.timeZone ?? places[place]?.timeZone ?? ''
    const { dayOfWeek, hour } = Temporal.Instant.fromEpochMilliseconds(alert.startAt).toZonedDateTimeISO(zone)
    return (
      scope.includes(place) &&
      isOf(rooms, alert.room) &&
      isOf(type, alert.type) &&
      isOf(severity, alert.severity) &&
      isOf(filter.dayOfWeek, dayOfWeek % 7) &&
      isOf(filter.hourOfDay, hour) &&
      (filter.groups === undefined || visible.some((members) => members.includes(alert.room))) &&
      (confirmed === undefined || alert.confirmed === confirmed) &&
      (ongoing === undefined || alert.isOngoing === ongoing) &&
      (range === undefined || (alert.startAt >= range.startTime && alert.startAt < range.endTime))
    )
  })
  const ofGroups = visible.map((members) => matching.filter(({ room }) => members.includes(room)))
  return { matching, ofGroups }
}
