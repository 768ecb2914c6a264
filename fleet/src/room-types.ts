/** What makes one sort of room in a school differ from another. */
export interface RoomTraits {
  /** People in it when full. */
  readonly capacity: number
  /** m³ */
  readonly volume: number
  /** Times an hour the ventilation renews the air while the building is open. */
  readonly airChanges: number
  /** CO2 breathed out by one person, litres an hour: sitting 18, at sports far more. */
  readonly breath: number
  /** Water given off by one person, g an hour. */
  readonly sweat: number
  /** dB(A) that one person adds; ten make 10 dB more. */
  readonly voice: number
  /** dB(A) of the empty room, from ventilation and street. */
  readonly hum: number
  /** Part of the outdoor light that reaches the sensor. */
  readonly window: number
  /** lx of the lamps */
  readonly lamps: number
  /** °C above which the room is cooled. */
  readonly coolAbove: number
  /** NH3 left behind by one visitor, ppm an hour. */
  readonly ammonia: number
  /** Engines run in it in the morning and afternoon: CO and NO2. */
  readonly engines: boolean
  /** Showers run after each lesson. */
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

export const roomTypeNames = Object.keys(roomTypes) as RoomType[] // Object.keys forgets the key type

/** A room that can be simulated: the same spec and the same instants give the same readings. */
export interface RoomSpec {
  readonly roomType: RoomType
  /** IANA name; day, night and school hours follow it. */
  readonly timeZone: string
  readonly seed: number
}
