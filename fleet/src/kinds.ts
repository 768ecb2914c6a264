/** The seventeen sensor kinds by their names on the wire, with the range and resolution of the sensor. */
export const kinds = {
  vape: { min: 0, max: 100, decimals: 1 },
  sound: { min: 20, max: 130, decimals: 1 },
  aggression: { min: 0, max: 100, decimals: 1 },
  noise: { min: 20, max: 130, decimals: 1 },
  temperature: { min: -40, max: 85, decimals: 2 },
  tamper: { min: 0, max: 1, decimals: 0 },
  humidity: { min: 0, max: 100, decimals: 1 },
  light: { min: 0, max: 120_000, decimals: 1 },
  motion: { min: 0, max: 100, decimals: 0 },
  CO: { min: 0, max: 1_000, decimals: 1 },
  ECO2: { min: 400, max: 10_000, decimals: 0 },
  NH3: { min: 0, max: 300, decimals: 2 },
  NO2: { min: 0, max: 5_000, decimals: 1 },
  gas: { min: 1, max: 10_000, decimals: 1 },
  IAQ: { min: 0, max: 500, decimals: 0 },
  particulate: { min: 0, max: 1_000, decimals: 1 },
  TVOC: { min: 0, max: 60_000, decimals: 0 },
} as const

export type Kind = keyof typeof kinds
export type Readings = Record<Kind, number>

export const kindNames = Object.keys(kinds) as Kind[] // Object.keys loses the key type

/** A sample as sent by a device: its readings at one instant (epoch ms). */
export interface Sample {
  at: number
  readings: Partial<Readings>
}
