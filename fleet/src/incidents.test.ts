import { expect, test } from 'vitest'
import { type IncidentName, incidentAt, incidentNames, incidentTypes } from './incidents.ts'
import type { Readings } from './kinds.ts'
import { openRoom } from './room.ts'
import { type RoomType, roomTypeNames } from './room-types.ts'

const timeZone = 'America/Chicago'
const minuteMs = 60_000

/** What a portal would call alarming, by the alert type it belongs to. */
const alarming: Readonly<Record<string, (readings: Readings) => boolean>> = {
  Vape: ({ vape }) => vape >= 50,
  Sound: ({ sound }) => sound >= 90,
  Aggression: ({ aggression }) => aggression >= 60,
  Tamper: ({ tamper }) => tamper === 1,
  TemperatureLow: ({ temperature }) => temperature <= 16,
  ECO2: ({ ECO2 }) => ECO2 > 1_500,
  CO: ({ CO }) => CO >= 35,
}

/** Alarming types seen in a room while an incident runs, and an hour after it, a reading every 5 s. */
function observe(name: IncidentName, roomType: RoomType, start: string, seed: number) {
  const startMs = Date.parse(start)
  const room = openRoom({ roomType, timeZone, seed }, startMs)
  const incident = incidentAt(name, startMs, seed)
  const during = new Set<string>()
  for (let at = startMs; at <= incident.endMs; at += 5_000) {
    const readings = room.sample(at, [incident])
    for (const [type, isAlarming] of Object.entries(alarming)) if (isAlarming(readings)) during.add(type)
  }
  for (let at = incident.endMs + minuteMs; at <= incident.endMs + 150 * minuteMs; at += minuteMs)
    room.sample(at)
  const after = room.sample(incident.endMs + 151 * minuteMs)
  const still = Object.entries(alarming).filter(([, isAlarming]) => isAlarming(after))
  return { during, still: still.map(([type]) => type) }
}

const physical = incidentNames.filter((name) => incidentTypes[name].fault === null)

test.each(physical)('%s raises what it says, in every sort of room, and the room recovers', (name) => {
  for (const [seed, roomType] of roomTypeNames.entries()) {
    // A January morning, cold outside, so that a window matters.
    const { during, still } = observe(name, roomType, '2026-01-13T15:00:00Z', seed)
    expect([...during], roomType).toContain(incidentTypes[name].raises)
    expect(still, roomType).toEqual([])
  }
})

test.each(physical.filter((name) => !incidentTypes[name].needsCold))(
  '%s shows on a summer night too',
  (name) => {
    for (const [seed, roomType] of roomTypeNames.entries()) {
      const { during } = observe(name, roomType, '2026-07-15T08:00:00Z', seed)
      expect([...during], roomType).toContain(incidentTypes[name].raises)
    }
  },
)

test('what is called prompt is seen within fifteen seconds', () => {
  for (const name of physical.filter((one) => incidentTypes[one].prompt)) {
    const startMs = Date.parse('2026-11-10T16:00:00Z')
    for (const [seed, roomType] of roomTypeNames.entries()) {
      const room = openRoom({ roomType, timeZone, seed }, startMs)
      const incident = incidentAt(name, startMs, seed)
      const seen = [5_000, 10_000, 15_000].map((ms) => room.sample(startMs + ms, [incident]))
      const isAlarming = alarming[incidentTypes[name].raises ?? '']
      expect(
        seen.some((readings) => isAlarming?.(readings)),
        `${name} in ${roomType}`,
      ).toBe(true)
    }
  }
})

test('a puff between two readings five minutes apart is still reported, as its peak', () => {
  const startMs = Date.parse('2026-11-10T16:00:00Z')
  const room = openRoom({ roomType: 'restroom', timeZone, seed: 3 }, startMs)
  const shortOne = { ...incidentAt('vaping', startMs + 30_000, 3), endMs: startMs + 60_000 }
  expect(room.sample(startMs + 5 * minuteMs, [shortOne]).vape).toBeGreaterThan(50)
})

test('a fault of the device leaves the room as it is', () => {
  const startMs = Date.parse('2026-11-10T16:00:00Z')
  for (const name of incidentNames.filter((one) => incidentTypes[one].fault !== null)) {
    const spec = { roomType: 'office', timeZone, seed: 1 } as const
    const incident = incidentAt(name, startMs, 1)
    const troubled = openRoom(spec, startMs).sample(startMs + minuteMs, [incident])
    expect(troubled).toEqual(openRoom(spec, startMs).sample(startMs + minuteMs))
  }
})

test('incidents last as long as their type allows', () => {
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
