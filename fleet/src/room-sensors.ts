import type { Influence } from './incidents.ts'
import { type Kind, kinds, type Readings } from './kinds.ts'
import { enginesRunning } from './occupancy.ts'
import type { Outdoors } from './outdoors.ts'
import { type RoomAir, relativeHumidity } from './room-air.ts'
import { type RoomSpec, roomTypes } from './room-types.ts'
import { bell, unit } from './seeded-noise.ts'
import type { LocalTime } from './site-clock.ts'

/** Peaks since the last reading of effects that are shorter than the reporting interval. */
export interface Peaks {
  readonly aerosol: number
  readonly shouting: number
  readonly loudness: number
  readonly tamper: number
}

export const quietPeaks: Peaks = { aerosol: 0, shouting: 0, loudness: 0, tamper: 0 }

export function widenPeaks(peaks: Peaks, air: RoomAir, influence: Readonly<Influence>): Peaks {
  return {
    aerosol: Math.max(peaks.aerosol, air.aerosol + air.mist),
    shouting: Math.max(peaks.shouting, influence.shouting),
    loudness: Math.max(peaks.loudness, influence.loudness),
    tamper: Math.max(peaks.tamper, influence.tamper),
  }
}

/** Sensor values for a room, with cross-sensitivity, noise, range and resolution of the sensors. */
export function measure(
  spec: RoomSpec,
  air: RoomAir,
  peaks: Peaks,
  atMs: number,
  local: LocalTime,
  outdoors: Outdoors,
): Readings {
  const { seed } = spec
  const room = roomTypes[spec.roomType]
  const fuzz = (salt: number, width: number) => width * bell(seed, salt, atMs)
  const aerosol = Math.max(peaks.aerosol, air.aerosol + air.mist)
  const humidity = relativeHumidity(air)
  const tvoc = air.tvoc + fuzz(101, 4)
  const present = air.people >= 0.5
  // The level of voices varies: a class at work is quieter than one that is talking.
  const liveliness = unit(seed, 102, Math.floor(atMs / 20_000))
  const voices = present ? room.voice + 10 * Math.log10(air.people) - 7 + 8 * liveliness : 0
  const engine = enginesRunning(spec.roomType, local) > 0 ? 70 : 0
  const level =
    loudest(room.hum, voices, engine, peaks.loudness > 0 ? peaks.loudness - 7 : 0) + fuzz(103, 0.8)
  const bang = present ? 3 + 6 * unit(seed, 104, atMs) : 1.5
  const stir = 1 - Math.exp(-0.45 * air.people)
  const restless = 0.35 + 0.65 * unit(seed, 105, Math.floor(atMs / 10_000))
  const lamps = present ? room.lamps : 0
  const measured: Readings = {
    vape: fit('vape', 100 * (1 - Math.exp(-aerosol / 130)) + Math.abs(fuzz(106, 1.2))),
    sound: fit('sound', loudest(level + bang, peaks.loudness)),
    aggression: fit(
      'aggression',
      Math.max(peaks.shouting * 100, present ? 12 * liveliness * stir : 0) + Math.abs(fuzz(107, 1)),
    ),
    noise: fit('noise', level),
    temperature: fit('temperature', air.temperature + fuzz(108, 0.04)),
    tamper: fit('tamper', peaks.tamper),
    humidity: fit('humidity', humidity + fuzz(109, 0.25)),
    light: fit(
      'light',
      (outdoors.daylight * room.window + lamps) * (1 + fuzz(110, 0.015)) + 1.5 + fuzz(118, 0.15),
    ),
    motion: fit(
      'motion',
      present || peaks.shouting > 0 || peaks.tamper > 0 ? 100 * Math.max(stir, peaks.tamper) * restless : 0,
    ),
    CO: fit('CO', air.co + fuzz(111, 0.12)),
    ECO2: fit('ECO2', air.co2 + 0.12 * Math.max(0, tvoc - 150) + fuzz(112, 7)),
    NH3: fit('NH3', air.nh3 + fuzz(113, 0.015)),
    NO2: fit('NO2', air.no2 + fuzz(114, 0.7)),
    gas: fit('gas', (25 + 420 / (1 + tvoc / 160)) * (1 + fuzz(115, 0.006))),
    IAQ: fit('IAQ', 12 + 0.16 * tvoc + 0.35 * Math.abs(humidity - 42) + fuzz(116, 1.5)),
    particulate: fit(
      'particulate',
      air.dust + 0.75 * air.aerosol + 0.4 * air.mist + Math.abs(fuzz(117, 0.5)),
    ),
    TVOC: fit('TVOC', tvoc),
  }
  for (const [kind, offset] of Object.entries(spec.offsets ?? {}) as [Kind, number][]) // entries lose the key type
    measured[kind] = fit(kind, measured[kind] + offset)
  return measured
}

/** Adds sound levels as powers, not as decibels. */
function loudest(...levels: number[]): number {
  let power = 0
  for (const level of levels) power += 10 ** (level / 10)
  return 10 * Math.log10(power)
}

const scales = Object.fromEntries(
  Object.entries(kinds).map(([kind, { decimals }]) => [kind, 10 ** decimals]),
) as Record<Kind, number> // fromEntries loses the key type

function fit(kind: Kind, value: number): number {
  const { min, max } = kinds[kind]
  const scale = scales[kind]
  return Math.round(Math.min(max, Math.max(min, value)) * scale) / scale
}
