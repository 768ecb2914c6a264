import type { Kind } from './kinds.ts'

/** Characteristics of a type of school room. */
export interface RoomTraits {
  /** Number of people when full. */
  readonly capacity: number
  /** m³ */
  readonly volume: number
  /** Air changes per hour while the building is open. */
  readonly airChanges: number
  /** CO2 exhaled per person, liters per hour: 18 when seated, far more during sports. */
  readonly breath: number
  /** Water vapor per person, g/h. */
  readonly sweat: number
  /** Sound level of one person in dB(A); ten people are 10 dB louder. */
  readonly voice: number
  /** Sound level of the empty room in dB(A), from ventilation and traffic. */
  readonly hum: number
  /** Fraction of outdoor light that reaches the sensor. */
  readonly window: number
  /** Light level of the lamps, lx */
  readonly lamps: number
  /** Cooling setpoint, °C. */
  readonly coolAbove: number
  /** NH3 per visitor, ppm per hour. */
  readonly ammonia: number
  /** Whether engines run in it in the morning and afternoon, emitting CO and NO2. */
  readonly engines: boolean
  /** Whether showers run after each lesson. */
  readonly showers: boolean
}

const plain = { breath: 18, sweat: 45, ammonia: 0, engines: false, showers: false, coolAbove: 25.5 }

export const roomTypes = {
  classroom: {
    ...plain,
    capacity: 28,
    volume: 210,
    airChanges: 4,
    voice: 45,
    hum: 33,
    window: 0.009,
    lamps: 380,
  },
  corridor: {
    ...plain,
    capacity: 45,
    volume: 420,
    airChanges: 3,
    voice: 49,
    hum: 34,
    window: 0.004,
    lamps: 180,
  },
  restroom: {
    ...plain,
    capacity: 5,
    volume: 42,
    airChanges: 8,
    voice: 50,
    hum: 40,
    window: 0.001,
    lamps: 220,
    ammonia: 1.6,
  },
  cafeteria: {
    ...plain,
    capacity: 150,
    volume: 1100,
    airChanges: 6,
    voice: 50,
    hum: 38,
    window: 0.012,
    lamps: 320,
  },
  gym: {
    ...plain,
    capacity: 28,
    volume: 2600,
    airChanges: 3,
    breath: 55,
    sweat: 260,
    voice: 54,
    hum: 36,
    window: 0.006,
    lamps: 420,
    showers: true,
  },
  office: {
    ...plain,
    capacity: 4,
    volume: 70,
    airChanges: 2.2,
    voice: 46,
    hum: 33,
    window: 0.01,
    lamps: 430,
  },
  library: {
    ...plain,
    capacity: 30,
    volume: 520,
    airChanges: 2.5,
    voice: 37,
    hum: 31,
    window: 0.011,
    lamps: 400,
  },
  depot: {
    ...plain,
    capacity: 4,
    volume: 900,
    airChanges: 2,
    sweat: 90,
    voice: 53,
    hum: 37,
    window: 0.003,
    lamps: 240,
    coolAbove: 28.5,
    engines: true,
  },
} as const satisfies Record<string, RoomTraits>

export type RoomType = keyof typeof roomTypes

export const roomTypeNames = Object.keys(roomTypes) as RoomType[] // Object.keys loses the key type

/** A room to simulate. The same spec and instants always yield the same readings. */
export interface RoomSpec {
  readonly roomType: RoomType
  /** IANA time zone for day, night and school hours. */
  readonly timeZone: string
  readonly seed: number
  /** Constant errors of its sensors, for example because of where the device is mounted. */
  readonly offsets?: Partial<Readonly<Record<Kind, number>>>
}
