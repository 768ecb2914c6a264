import type { Influence } from './incidents.ts'
import { cleaning, enginesRunning, headcount, isOpen, showerSteam } from './occupancy.ts'
import { type Outdoors, saturation } from './outdoors.ts'
import { type RoomSpec, roomTypes } from './room-types.ts'
import type { LocalTime } from './site-clock.ts'

/** State of the air in a room, and the number of people in it. */
export interface RoomAir {
  readonly people: number
  /** °C */
  readonly temperature: number
  /** Absolute humidity, g/m³ */
  readonly vapor: number
  /** ppm */
  readonly co2: number
  /** µg/m³ of e-cigarette aerosol */
  readonly aerosol: number
  /** ppb */
  readonly tvoc: number
  /** ppm */
  readonly co: number
  /** ppb */
  readonly no2: number
  /** ppm */
  readonly nh3: number
  /** µg/m³, without the e-cigarette aerosol */
  readonly dust: number
  /** µg/m³ of water droplets, which form in nearly saturated air */
  readonly mist: number
}

const outdoorCo2 = 425
const heatedTo = 21
const heatedAtNightTo = 19
/** Range of the supply air's absolute humidity in g/m³, kept by humidifying in winter and drying in summer. */
const driestSupply = 6.2
const wettestSupply = 10.2
/** Maximum volume in m³ over which a plume spreads; at first it stays near the sensor. */
const plumeVolume = 55
/** Per hour: droplets form and evaporate within minutes. */
const mistLoss = 30

/** The air of an empty room after long ventilation. */
export function settledAir(outdoors: Outdoors): RoomAir {
  return {
    people: 0,
    temperature: 20,
    vapor: supplyVapor(outdoors),
    co2: outdoorCo2,
    aerosol: 0,
    tvoc: 90,
    co: outdoors.co,
    no2: 0.6 * outdoors.no2,
    nh3: 0.05,
    dust: 0.5 * outdoors.particulate,
    mist: 0,
  }
}

/**
 * The air after `hours`. Each quantity is a mass balance of what enters, what people add and what air changes remove,
 * solved exactly over the step, so that steps of seconds and of minutes agree.
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
  const mistSettled = influence.steam > 0 ? 14 * Math.max(0, relativeHumidity(air) - 72) : 0
  const engines = enginesRunning(spec.roomType, local)
  const bodies = people / room.volume
  return {
    people,
    temperature: temperatureAfter(spec, air, hours, outdoors, influence, open, people),
    vapor: balance(
      air.vapor,
      incomingVapor(outdoors, influence),
      bodies * room.sweat + showerSteam(spec.roomType, local) + influence.steam,
    ),
    co2: balance(air.co2, outdoorCo2, bodies * room.breath * 1_000),
    aerosol,
    tvoc: balance(air.tvoc, 70, 25 + bodies * 2_200 + cleaning(local, spec.seed) + aerosolSource * 0.9),
    co: balance(air.co, outdoors.co, engines * 7 + influence.carbonMonoxide * 60),
    no2: balance(air.no2, 0.6 * outdoors.no2, engines * 70),
    nh3: balance(air.nh3, 0.05, room.ammonia * people),
    dust: balance(air.dust, 0.5 * outdoors.particulate, bodies * 90 + engines * 15),
    mist: mistSettled + (air.mist - mistSettled) * Math.exp(-mistLoss * hours),
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
    // A failed heating coil in winter and a stuck cooling valve in summer have the same effect.
    target += influence.coldSupply * (coldSupplyAt(outdoors) - target)
    pull += influence.coldSupply * 0.6
  }
  if (influence.window > 0) {
    target += 0.7 * influence.window * (outdoors.temperature - target)
    pull += influence.window * 1.6
  }
  return target + (air.temperature - target) * Math.exp(-pull * hours)
}

function supplyVapor(outdoors: Outdoors): number {
  return Math.min(wettestSupply, Math.max(driestSupply, outdoors.vapor))
}

/** Temperature in °C of unheated supply air; any colder, and frost protection would stop the air handler. */
function coldSupplyAt(outdoors: Outdoors): number {
  return Math.max(8, Math.min(10, outdoors.temperature))
}

/** Absolute humidity of incoming air: limited by its temperature, and unconditioned if through a window. */
function incomingVapor(outdoors: Outdoors, influence: Readonly<Influence>): number {
  const supply = supplyVapor(outdoors)
  if (influence.coldSupply > 0) return Math.min(supply, 0.7 * saturation(coldSupplyAt(outdoors)))
  return influence.window > 0 ? supply + influence.window * (outdoors.vapor - supply) : supply
}

/** Number of people that bring a room to `ppm` of CO2 at its air change rate. */
function crowdFor(ppm: number, volume: number, airChanges: number, breath: number): number {
  return ((ppm - outdoorCo2) * volume * airChanges) / (breath * 1_000)
}

/** %RH, at most 100; any excess condenses. */
export function relativeHumidity(air: RoomAir): number {
  return Math.min(100, (100 * air.vapor) / saturation(air.temperature))
}
