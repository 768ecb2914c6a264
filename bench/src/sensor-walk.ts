import { sensorKinds } from '@eot/contract/vocabulary'

interface Course {
  /** Mean and maximum deviation of the values in a calm room. */
  middle: number
  reach: number
  /** Maximum change between two reports. */
  stride: number
  digits: number
}

/** Decimal places as sensors send them: one more than displayed, if the kind has any. */
const courses: Record<(typeof sensorKinds)[number]['key'], Course> = {
  vape: { middle: 3, reach: 3, stride: 1, digits: 0 },
  sound: { middle: 46, reach: 14, stride: 4, digits: 1 },
  aggression: { middle: 4, reach: 4, stride: 2, digits: 0 },
  noise: { middle: 44, reach: 12, stride: 3, digits: 1 },
  temperature: { middle: 21.5, reach: 2, stride: 0.05, digits: 2 },
  tamper: { middle: 0, reach: 0, stride: 0, digits: 0 },
  humidity: { middle: 42, reach: 8, stride: 0.2, digits: 1 },
  light: { middle: 320, reach: 250, stride: 15, digits: 0 },
  motion: { middle: 20, reach: 20, stride: 10, digits: 0 },
  CO: { middle: 0.6, reach: 0.5, stride: 0.05, digits: 2 },
  ECO2: { middle: 720, reach: 280, stride: 12, digits: 0 },
  NH3: { middle: 0.3, reach: 0.3, stride: 0.03, digits: 2 },
  NO2: { middle: 14, reach: 9, stride: 1, digits: 0 },
  gas: { middle: 86, reach: 25, stride: 1.5, digits: 1 },
  IAQ: { middle: 55, reach: 30, stride: 2, digits: 0 },
  particulate: { middle: 7, reach: 5, stride: 0.4, digits: 1 },
  TVOC: { middle: 220, reach: 150, stride: 12, digits: 0 },
}

const kinds = sensorKinds.map(({ key }) => ({ ...courses[key], key, scale: 10 ** courses[key].digits }))
const vape = kinds.findIndex(({ key }) => key === 'vape')
export const kindCount = kinds.length

/** Number of reports of a device per vape cloud, so that alerts come and go at a realistic rate. */
const reportsPerIncident = 2000
const incidentValue = 78

/** Reproducible pseudorandom numbers from 0 to 1 (xorshift32). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

/** Generates the air of a room as a random walk, so that JSON, tables and logs have a realistic size. */
export class SensorWalk {
  readonly values: Float64Array
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = seededRandom(seed * 2_654_435_761 + 1)
    this.values = Float64Array.from(kinds, ({ middle }) => middle)
    for (let warmUp = 0; warmUp < 20; warmUp += 1) this.next()
  }

  next(): Float64Array {
    const { values } = this
    kinds.forEach(({ middle, reach, stride, scale }, column) => {
      const value = values[column] as number // there is a value for each kind
      const pull = reach === 0 ? 0 : ((middle - value) / reach) * 0.1
      const moved = value + (this.#random() * 2 - 1 + pull) * stride
      const kept = Math.min(middle + reach, Math.max(middle - reach, moved))
      values[column] = Math.round(kept * scale) / scale
    })
    if (this.#random() * reportsPerIncident < 1) values[vape] = incidentValue
    return values
  }
}

/** Formats the values as the `readings` of a sample. */
export function readingsJson(values: Float64Array): string {
  let json = '{'
  for (let column = 0; column < kindCount; column += 1) {
    json += `${column === 0 ? '' : ','}"${kinds[column]?.key}":${values[column]}`
  }
  return `${json}}`
}
