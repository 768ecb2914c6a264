import type { Influence } from './incidents.ts'
import { cleaning, enginesRunning, headcount, isOpen, showerSteam } from './occupancy.ts'
import { type Outdoors, saturation } from './outdoors.ts'
import { type RoomSpec, roomTypes } from './room-types.ts'
import type { LocalTime } from './site-clock.ts'

/** What the air of a room holds, and how many people breathe it. */
export interface RoomAir {
  readonly people: number
  /** °C */
  readonly temperature: number
  /** Water, g/m³ */
  readonly vapour: number
  /** ppm */
  readonly co2: number
  /** µg/m³ of e-cigarette vapour */
  readonly aerosol: number
  /** ppb */
  readonly tvoc: number
  /** ppm */
  readonly co: number
  /** ppb */
  readonly no2: number
  /** ppm */
  readonly nh3: number
  /** µg/m³, without the aerosol */
  readonly dust: number
}

const outdoorCo2 = 425
const heatedTo = 21
const heatedAtNightTo = 19
/** Humidification in winter and drying in summer keep the supply air between these, g/m³. */
const driestSupply = 6.2
const wettestSupply = 10.2
/** A plume stays near the sensor at first: it fills at most this much of a large room, m³. */
const plumeVolume = 55

/** The air of an empty room that has been aired for long. */
export function settledAir(outdoors: Outdoors): RoomAir {
  return {
    people: 0,
    temperature: 20,
    vapour: supplyVapour(outdoors),
    co2: outdoorCo2,
    aerosol: 0,
    tvoc: 90,
    co: outdoors.co,
    no2: 0.6 * outdoors.no2,
    nh3: 0.05,
    dust: 0.5 * outdoors.particulate,
  }
}

/**
 * The air `hours` later. Each quantity is a mass balance — what comes in, what people add, what the air changes
 * carry off — solved exactly over the step, so that steps of seconds and of minutes agree.
 */
export function driftRoom(
  spec: RoomSpec,
  air: RoomAir,
  hours: number,
  local: LocalTime,
  outdoors: Outdoors,
  influence: Readonly<Influence>,
): RoomAir {
  const room = roomTypes[spec.roomType]
  const open = isOpen(local)
  const airChanges = (open ? room.airChanges : 0.35 * room.airChanges) + 5 * influence.window
  const kept = Math.exp(-airChanges * hours)
  const crowd = influence.crowding * crowdFor(2_900, room.volume, room.airChanges, room.breath)
  const people = Math.max(headcount(spec.roomType, local, spec.seed), crowd)
  const perHour = (amount: number) => amount / airChanges
  const balance = (value: number, incoming: number, added: number) => {
    const settled = incoming + perHour(added)
    return settled + (value - settled) * kept
  }
  const plume = Math.min(room.volume, plumeVolume)
  const aerosolLoss = airChanges + 11
  const aerosolSource = (influence.aerosol * 60) / plume
  const aerosolSettled = aerosolSource / aerosolLoss
  const aerosol = aerosolSettled + (air.aerosol - aerosolSettled) * Math.exp(-aerosolLoss * hours)
  const engines = enginesRunning(spec.roomType, local)
  const bodies = people / room.volume
  return {
    people,
    temperature: temperatureAfter(spec, air, hours, outdoors, influence, open, people),
    vapour: balance(
      air.vapour,
      incomingVapour(outdoors, influence),
      bodies * room.sweat + showerSteam(spec.roomType, local),
    ),
    co2: balance(air.co2, outdoorCo2, bodies * room.breath * 1_000),
    aerosol,
    tvoc: balance(air.tvoc, 70, 25 + bodies * 2_200 + cleaning(local, spec.seed) + aerosolSource * 0.9),
    co: balance(air.co, outdoors.co, engines * 7 + influence.carbonMonoxide * 60),
    no2: balance(air.no2, 0.6 * outdoors.no2, engines * 70),
    nh3: balance(air.nh3, 0.05, room.ammonia * people),
    dust: balance(air.dust, 0.5 * outdoors.particulate, bodies * 90 + engines * 15),
  }
}

function temperatureAfter(
  spec: RoomSpec,
  air: RoomAir,
  hours: number,
  outdoors: Outdoors,
  influence: Readonly<Influence>,
  open: boolean,
  people: number,
): number {
  const room = roomTypes[spec.roomType]
  const unheated = outdoors.temperature + 4 + (people / room.volume) * 12
  const heated = open ? heatedTo + (people / room.volume) * 12 : heatedAtNightTo
  const wanted = Math.min(room.coolAbove, Math.max(heated, unheated))
  let target = wanted
  let pull = open ? 0.7 : 0.15
  if (influence.coldSupply > 0) {
    // A heating coil that fails in winter and a cooling valve that sticks in summer feel the same in the room.
    target += influence.coldSupply * (coldSupplyAt(outdoors) - target)
    pull += influence.coldSupply * 0.6
  }
  if (influence.window > 0) {
    target += 0.7 * influence.window * (outdoors.temperature - target)
    pull += influence.window * 1.6
  }
  return target + (air.temperature - target) * Math.exp(-pull * hours)
}

function supplyVapour(outdoors: Outdoors): number {
  return Math.min(wettestSupply, Math.max(driestSupply, outdoors.vapour))
}

/** °C that comes out of an air handler that does not heat; below that its frost guard would stop it. */
function coldSupplyAt(outdoors: Outdoors): number {
  return Math.max(8, Math.min(10, outdoors.temperature))
}

/** Cold air cannot carry the water of warm air, and what comes in by the window nobody has conditioned. */
function incomingVapour(outdoors: Outdoors, influence: Readonly<Influence>): number {
  const supply = supplyVapour(outdoors)
  if (influence.coldSupply > 0) return Math.min(supply, 0.7 * saturation(coldSupplyAt(outdoors)))
  return influence.window > 0 ? supply + influence.window * (outdoors.vapour - supply) : supply
}

/** People it takes to bring a room to `ppm` of CO2 with the air changes it has. */
function crowdFor(ppm: number, volume: number, airChanges: number, breath: number): number {
  return ((ppm - outdoorCo2) * volume * airChanges) / (breath * 1_000)
}

/** %RH, never above 100: what is more settles on the walls. */
export function relativeHumidity(air: RoomAir): number {
  return Math.min(100, (100 * air.vapour) / saturation(air.temperature))
}
