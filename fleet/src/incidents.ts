import { unit } from './seeded-noise.ts'

/** Effects of incidents on a room at one instant; all zero without incidents. */
export interface Influence {
  /** Vapor from an e-cigarette near the sensor, µg/min. */
  aerosol: number
  /** Aggressiveness of the voices, 0–1. */
  shouting: number
  /** Level of a noise source in dB(A); 0 for none. */
  loudness: number
  tamper: number
  /** How far the room is overcrowded for its ventilation, 0–1. */
  crowding: number
  /** How far a window is open, 0–1. */
  window: number
  /** How far the heating of the supply air has failed, 0–1. */
  coldSupply: number
  /** CO entering the room, ppm/min. */
  carbonMonoxide: number
  /** Water vapor entering the air near the sensor, g/m³ per hour. */
  steam: number
}

const noInfluence: Readonly<Influence> = {
  aerosol: 0,
  shouting: 0,
  loudness: 0,
  tamper: 0,
  crowding: 0,
  window: 0,
  coldSupply: 0,
  carbonMonoxide: 0,
  steam: 0,
}

/** Faults of the device itself, which the server has to tolerate. */
export type Fault = 'silence' | 'flood' | 'rubbish' | 'clock-skew'

export interface IncidentTraits {
  /** Key of the alert type it should raise; null if a correct server raises none. */
  readonly raises:
    | 'Vape'
    | 'Sound'
    | 'Aggression'
    | 'Tamper'
    | 'TemperatureLow'
    | 'ECO2'
    | 'CO'
    | 'Offline'
    | null
  readonly minSeconds: number
  readonly maxSeconds: number
  /** Whether the portal detects it within seconds rather than minutes. */
  readonly prompt: boolean
  /** Whether it has an effect only when it is cold outside. */
  readonly needsCold: boolean
  readonly fault: Fault | null
}

const ordinary = { prompt: false, needsCold: false, fault: null }

export const incidentTypes = {
  vaping: { ...ordinary, raises: 'Vape', minSeconds: 75, maxSeconds: 210, prompt: true },
  // Droplets of a hot shower look like vapor to the sensor, once the air is nearly saturated.
  steam: { ...ordinary, raises: 'Vape', minSeconds: 600, maxSeconds: 1_200 },
  aggression: { ...ordinary, raises: 'Aggression', minSeconds: 25, maxSeconds: 90, prompt: true },
  tampering: { ...ordinary, raises: 'Tamper', minSeconds: 8, maxSeconds: 25, prompt: true },
  'loud-noise': { ...ordinary, raises: 'Sound', minSeconds: 40, maxSeconds: 180, prompt: true },
  'failed-heater': { ...ordinary, raises: 'TemperatureLow', minSeconds: 6_000, maxSeconds: 14_000 },
  'open-window': {
    ...ordinary,
    raises: 'TemperatureLow',
    minSeconds: 3_000,
    maxSeconds: 7_200,
    needsCold: true,
  },
  overcrowding: { ...ordinary, raises: 'ECO2', minSeconds: 3_000, maxSeconds: 4_800 },
  'gas-leak': { ...ordinary, raises: 'CO', minSeconds: 900, maxSeconds: 2_400 },
  silence: { ...ordinary, raises: 'Offline', minSeconds: 420, maxSeconds: 1_200, fault: 'silence' },
  flood: { ...ordinary, raises: null, minSeconds: 15, maxSeconds: 30, fault: 'flood' },
  rubbish: { ...ordinary, raises: null, minSeconds: 15, maxSeconds: 30, fault: 'rubbish' },
  'clock-skew': { ...ordinary, raises: null, minSeconds: 120, maxSeconds: 300, fault: 'clock-skew' },
} as const satisfies Record<string, IncidentTraits>

export type IncidentName = keyof typeof incidentTypes

export const incidentNames = Object.keys(incidentTypes) as IncidentName[] // Object.keys loses the key type

/** One occurrence, over [startMs, endMs). */
export interface Incident {
  readonly name: IncidentName
  readonly startMs: number
  readonly endMs: number
  /** 0–1. */
  readonly strength: number
}

/** Creates an incident that starts at `startMs`; its duration and severity follow from the seed. */
export function incidentAt(name: IncidentName, startMs: number, seed: number): Incident {
  const { minSeconds, maxSeconds } = incidentTypes[name]
  const seconds = minSeconds + unit(seed, 31, startMs) * (maxSeconds - minSeconds)
  return {
    name,
    startMs,
    endMs: startMs + Math.round(seconds) * 1_000,
    strength: 0.6 + 0.4 * unit(seed, 32, startMs),
  }
}

export function isIncidentName(text: string): text is IncidentName {
  return Object.hasOwn(incidentTypes, text)
}

/** Combined effects of the incidents on the room at `atMs`. */
export function influenceOf(incidents: readonly Incident[], atMs: number): Readonly<Influence> {
  let sum: Influence | undefined
  for (const incident of incidents) {
    if (atMs < incident.startMs || atMs >= incident.endMs) continue
    sum ??= { ...noInfluence }
    addInfluence(sum, incident, (atMs - incident.startMs) / 1_000)
  }
  return sum ?? noInfluence
}

function addInfluence(sum: Influence, { name, strength, startMs, endMs }: Incident, seconds: number): void {
  switch (name) {
    case 'vaping': {
      // One long puff first, then a short one every 25 s.
      const puff = seconds < 10 ? 7 : seconds % 25 < 8 ? 2.2 : 0
      sum.aerosol += 9_000 * strength * puff
      return
    }
    case 'steam':
      sum.steam = Math.max(sum.steam, 200 * strength)
      return
    case 'aggression': {
      const outburst = 0.75 + 0.25 * Math.sin(seconds / 3)
      sum.shouting = Math.max(sum.shouting, (0.55 + 0.45 * strength) * outburst)
      sum.loudness = Math.max(sum.loudness, 76 + 14 * strength * outburst)
      return
    }
    case 'tampering':
      sum.tamper = 1
      return
    case 'loud-noise':
      sum.loudness = Math.max(sum.loudness, 92 + 14 * strength)
      return
    case 'failed-heater':
      sum.coldSupply = Math.max(sum.coldSupply, 0.85 + 0.15 * strength)
      return
    case 'open-window':
      sum.window = Math.max(sum.window, strength)
      return
    case 'overcrowding': {
      // People arrive and leave over five minutes.
      const edge = Math.min(seconds, (endMs - startMs) / 1_000 - seconds) / 300
      sum.crowding = Math.max(sum.crowding, strength * Math.min(1, edge))
      return
    }
    case 'gas-leak':
      sum.carbonMonoxide += 12 * strength
      return
    case 'silence':
    case 'flood':
    case 'rubbish':
    case 'clock-skew':
      return
  }
}
