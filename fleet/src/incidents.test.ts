import { expect, test } from 'vitest'
import { alarmWatch } from '../test/alarm-watch.ts'
import { type IncidentName, incidentAt, incidentNames, incidentTypes } from './incidents.ts'
import { openRoom } from './room.ts'
import { type RoomType, roomTypeNames } from './room-types.ts'

const timeZone = 'America/Chicago'
const minuteMs = 60_000

/** Alert types raised by readings every 5 s during an incident and in the two and a half hours after it. */
function observe(name: IncidentName, roomType: RoomType, start: string, seed: number) {
  const startMs = Date.parse(start)
  const room = openRoom({ roomType, timeZone, seed }, startMs)
  const incident = incidentAt(name, startMs, seed)
  const watch = alarmWatch()
  const during: string[] = []
  for (let at = startMs; at <= incident.endMs; at += 5_000)
    during.push(...watch(at, room.sample(at, [incident])))
  const calmMs = incident.endMs + 150 * minuteMs
  room.sample(calmMs)
  const watchAfter = alarmWatch()
  const after: string[] = []
  for (let at = calmMs; at <= calmMs + 10 * minuteMs; at += minuteMs)
    after.push(...watchAfter(at, room.sample(at)))
  return { during, after }
}

const physical = incidentNames.filter((name) => incidentTypes[name].fault === null)

test.each(physical)('%s raises its alert type in every room type, and the room recovers', (name) => {
  for (const [seed, roomType] of roomTypeNames.entries()) {
    // A cold January morning, so that an open window has an effect.
    const { during, after } = observe(name, roomType, '2026-01-13T15:00:00Z', seed)
    expect(during, roomType).toContain(incidentTypes[name].raises)
    expect(after, roomType).toEqual([])
  }
})

test.each(physical.filter((name) => !incidentTypes[name].needsCold))(
  '%s raises its alert type on a summer night, too',
  (name) => {
    for (const [seed, roomType] of roomTypeNames.entries()) {
      const { during } = observe(name, roomType, '2026-07-15T08:00:00Z', seed)
      expect(during, roomType).toContain(incidentTypes[name].raises)
    }
  },
)

test('prompt incidents are detected within fifteen seconds', () => {
  for (const name of physical.filter((one) => incidentTypes[one].prompt)) {
    const startMs = Date.parse('2026-11-10T16:00:00Z')
    for (const [seed, roomType] of roomTypeNames.entries()) {
      const room = openRoom({ roomType, timeZone, seed }, startMs)
      const incident = incidentAt(name, startMs, seed)
      const watch = alarmWatch()
      const raised = [5_000, 10_000, 15_000].flatMap((ms) =>
        watch(startMs + ms, room.sample(startMs + ms, [incident])),
      )
      expect(raised, `${name} in ${roomType}`).toContain(incidentTypes[name].raises)
    }
  }
})

test('a puff between two readings five minutes apart is reported with its peak', () => {
  const startMs = Date.parse('2026-11-10T16:00:00Z')
  const room = openRoom({ roomType: 'restroom', timeZone, seed: 3 }, startMs)
  const shortOne = { ...incidentAt('vaping', startMs + 30_000, 3), endMs: startMs + 60_000 }
  expect(room.sample(startMs + 5 * minuteMs, [shortOne]).vape).toBeGreaterThan(50)
})

test('device faults do not affect the room', () => {
  const startMs = Date.parse('2026-11-10T16:00:00Z')
  for (const name of incidentNames.filter((one) => incidentTypes[one].fault !== null)) {
    const spec = { roomType: 'office', timeZone, seed: 1 } as const
    const incident = incidentAt(name, startMs, 1)
    const troubled = openRoom(spec, startMs).sample(startMs + minuteMs, [incident])
    expect(troubled).toEqual(openRoom(spec, startMs).sample(startMs + minuteMs))
  }
})

test('incidents last within the limits of their type', () => {
  for (const name of incidentNames) {
    for (let seed = 0; seed < 50; seed++) {
      const { startMs, endMs, strength } = incidentAt(name, 1_000_000 * seed, seed)
      const { minSeconds, maxSeconds } = incidentTypes[name]
      expect(endMs - startMs).toBeGreaterThanOrEqual(minSeconds * 1_000)
      expect(endMs - startMs).toBeLessThanOrEqual(maxSeconds * 1_000)
      expect(strength).toBeGreaterThanOrEqual(0.6)
    }
  }
})
