import { type Incident, type IncidentName, incidentAt, incidentTypes } from './incidents.ts'
import { isSchoolHour } from './occupancy.ts'
import { outdoorsOf } from './outdoors.ts'
import type { RoomSpec, RoomType } from './room-types.ts'
import { unit } from './seeded-noise.ts'
import { siteClock } from './site-clock.ts'

const hourMs = 3_600_000
/** Maximum duration of an incident; looking back this far finds all ongoing ones. */
const longestMs = 4 * hourMs
/** Outdoor temperature in °C below which an open window makes a room cold. */
export const coldOutside = 3

/** Incidents per hour while students are present. Incidents not listed do not occur in that type of room. */
export const schoolHourRates: Readonly<Record<RoomType, Partial<Record<IncidentName, number>>>> = {
  restroom: { vaping: 0.038, aggression: 0.01, tampering: 0.012, 'loud-noise': 0.005 },
  corridor: { aggression: 0.02, vaping: 0.004, tampering: 0.008, 'loud-noise': 0.012, 'open-window': 0.004 },
  classroom: {
    aggression: 0.008,
    vaping: 0.0015,
    tampering: 0.004,
    'loud-noise': 0.008,
    overcrowding: 0.014,
    'open-window': 0.01,
    'failed-heater': 0.0015,
  },
  cafeteria: { aggression: 0.022, 'loud-noise': 0.018, tampering: 0.004, overcrowding: 0.008 },
  gym: {
    aggression: 0.016,
    'loud-noise': 0.026,
    vaping: 0.006,
    tampering: 0.005,
    overcrowding: 0.006,
  },
  office: {
    overcrowding: 0.012,
    'open-window': 0.01,
    aggression: 0.002,
    'loud-noise': 0.005,
    'failed-heater': 0.002,
  },
  library: { overcrowding: 0.015, 'loud-noise': 0.007, aggression: 0.004, 'open-window': 0.008 },
  depot: {
    'gas-leak': 0.009,
    'loud-noise': 0.026,
    aggression: 0.005,
    tampering: 0.005,
    'failed-heater': 0.003,
  },
}

/** Hot water that is left running, per hour while students are present. */
export const steamRates: Readonly<Partial<Record<RoomType, number>>> = { restroom: 0.004, gym: 0.008 }

/** Technical faults per hour, at any time of day. */
export const technicalRates: Partial<Record<IncidentName, number>> = {
  silence: 0.0015,
  'failed-heater': 0.0006,
  'gas-leak': 0.0002,
}

/** Share of the school-hour rates that applies at night and on weekends. */
const offHours = 0.015

/**
 * Incidents of a room that overlap [fromMs, toMs), ordered by start. They are derived from clock hours, so adjacent and
 * overlapping spans agree on them.
 */
export function* scheduledIncidents(spec: RoomSpec, fromMs: number, toMs: number): Generator<Incident> {
  const localAt = siteClock(spec.timeZone)
  const outdoorsAt = outdoorsOf(spec.timeZone)
  const lastEndMs = new Map<IncidentName, number>()
  const atSchool: Partial<Record<IncidentName, number>> = schoolHourRates[spec.roomType]
  const steam = steamRates[spec.roomType] ?? 0
  // Schedules depend on this order, so new names are added at the end.
  const names = Object.keys({ ...atSchool, ...technicalRates, steam }) as IncidentName[] // keys of the tables
  const firstHour = Math.floor((fromMs - longestMs) / hourMs)
  for (let hour = firstHour; hour * hourMs < toMs; hour++) {
    const local = localAt(hour * hourMs)
    const factor = isSchoolHour(local) ? 1 : offHours
    const starting: Incident[] = []
    for (const [salt, name] of names.entries()) {
      const rate = (name === 'steam' ? steam : (atSchool[name] ?? 0)) * factor + (technicalRates[name] ?? 0)
      if (unit(spec.seed, 201 + salt, hour) >= rate) continue
      const startMs = Math.round((hour + unit(spec.seed, 231 + salt, hour)) * hourMs)
      if (startMs < (lastEndMs.get(name) ?? Number.NEGATIVE_INFINITY) + hourMs / 6) continue
      if (incidentTypes[name].needsCold && outdoorsAt(startMs, local).temperature > coldOutside) continue
      const incident = incidentAt(name, startMs, spec.seed)
      lastEndMs.set(name, incident.endMs)
      if (incident.endMs > fromMs && incident.startMs < toMs) starting.push(incident)
    }
    yield* starting.sort((a, b) => a.startMs - b.startMs)
  }
}
