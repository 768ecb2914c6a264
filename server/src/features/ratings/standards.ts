import type { RatingStandard } from '@eot/contract/rating-standards'
import type { SensorKey } from '@eot/contract/vocabulary'

/** How the value compared with the limits is computed from hourly means. */
export type Averaging = { method: 'NowCast'; hours: 12 } | { method: 'Mean'; hours: 1 | 8 | 24 }

/** The limits of one quantity. */
export interface LimitTable {
  /** Unit of the limits. */
  unit: string
  /** Value in that unit for one unit of the sensor. Default: 1. */
  perUnit?: number
  averaging: Averaging
  /** Upper limits of the six categories of the AQI, for tables that use it. */
  aqi?: { highs: readonly number[]; decimals: number }
  /**
   * [value, points lost], ascending and linear in between; the last two give the slope beyond. With `aqi`, the values are
   * those of the AQI.
   */
  points: readonly (readonly [value: number, lost: number])[]
  source: string
}

export type AirKey = 'particulate' | 'CO' | 'NO2' | 'NH3' | 'ECO2' | 'TVOC' | 'IAQ'
export type ComfortKey = 'temperature' | 'humidity' | 'noise' | 'light'
export type RatedKey = AirKey | ComfortKey

export const airKeys = [
  'particulate',
  'CO',
  'NO2',
  'NH3',
  'ECO2',
  'TVOC',
  'IAQ',
] as const satisfies readonly AirKey[]
export const comfortKeys = [
  'temperature',
  'humidity',
  'noise',
  'light',
] as const satisfies readonly ComfortKey[]

/**
 * All three are computed from one metal-oxide sensor: CO₂ is not measured but estimated from TVOC. Only the worst of them
 * counts.
 */
export const estimatedFromGas: ReadonlySet<SensorKey> = new Set(['ECO2', 'TVOC', 'IAQ'])

/** Upper ends of Good, Moderate, Unhealthy for sensitive groups, Unhealthy, Very unhealthy and Hazardous. */
export const aqiHighs = [50, 100, 150, 200, 300, 500] as const
const byAqi = [
  [0, 0],
  [50, 10],
  [100, 20],
  [150, 40],
  [200, 60],
  [300, 80],
  [500, 100],
] as const

/** At 25 °C and 1013 hPa one mole has 24.45 liters. */
const molarLiters = 24.45
const ugPerPpbNo2 = 46.0055 / molarLiters
const mgPerPpmCo = 28.01 / molarLiters
/** Depends on the mixture; this is the one for which the UBA's levels are also given in ppb: 1 mg/m³ ≈ 220 ppb. */
const ugPerPpbTvoc = 1000 / 220

export const oneHour = { method: 'Mean', hours: 1 } as const
const eightHours = { method: 'Mean', hours: 8 } as const
const oneDay = { method: 'Mean', hours: 24 } as const

const co2Asr: LimitTable = {
  unit: 'ppm',
  averaging: oneHour,
  points: [
    [400, 0],
    [1000, 10],
    [2000, 40],
  ],
  source:
    'ASR A3.6 (Germany, 2012): up to 1,000 ppm harmless, above 2,000 ppm unacceptable; 400 ppm is outdoor air',
}
const tvocUba: LimitTable = {
  unit: 'ppb',
  averaging: oneHour,
  points: [
    [0, 0],
    [65, 10],
    [220, 20],
    [660, 40],
    [2200, 60],
    [5500, 100],
  ],
  source: 'UBA (Germany, 2007): levels 1 to 5 at 0.3, 1, 3, 10 and 25 mg/m³; not a limit of health by itself',
}
const iaqIndex: LimitTable = {
  unit: '',
  averaging: oneHour,
  points: [
    [0, 0],
    [50, 10],
    [100, 20],
    [150, 40],
    [200, 60],
    [250, 80],
    [350, 100],
  ],
  source:
    'Index of metal-oxide gas sensors: 50 excellent, 100 good, 150 slightly, 200 moderately, 250 heavily polluted',
}
const nh3Niosh: LimitTable = {
  unit: 'ppm',
  averaging: eightHours,
  points: [
    [0, 0],
    [25, 20],
    [35, 40],
    [50, 60],
    [300, 100],
  ],
  source:
    'NIOSH 25 ppm (TWA) and 35 ppm (STEL), OSHA 50 ppm, IDLH 300 ppm: limits of workplaces, odor far below',
}
const pm25Who: LimitTable = {
  unit: 'µg/m³',
  averaging: oneDay,
  points: [
    [0, 0],
    [15, 10],
    [25, 20],
    [37.5, 40],
    [50, 60],
    [75, 80],
    [100, 100],
  ],
  source: 'WHO 2021: guideline 15 µg/m³ (24 h), interim targets 25, 37.5, 50 and 75',
}

/** For quantities without a limit in the chosen standard. */
const supplements = { ECO2: co2Asr, TVOC: tvocUba, IAQ: iaqIndex, NH3: nh3Niosh }

const epaAqi = 'EPA AQI as of May 6, 2024'

/** The limits by which each standard rates air. A quantity with a table from another source names it in `source`. */
export const standards: Record<RatingStandard, Record<AirKey, LimitTable>> = {
  EPA: {
    ...supplements,
    particulate: {
      unit: 'µg/m³',
      averaging: { method: 'NowCast', hours: 12 },
      aqi: { highs: [9.0, 35.4, 55.4, 125.4, 225.4, 325.4], decimals: 1 },
      points: byAqi,
      source: `${epaAqi}: PM2.5, by NowCast for the current hour`,
    },
    CO: {
      unit: 'ppm',
      averaging: eightHours,
      aqi: { highs: [4.4, 9.4, 12.4, 15.4, 30.4, 50.4], decimals: 1 },
      points: byAqi,
      source: `${epaAqi}: CO, 8 h`,
    },
    NO2: {
      unit: 'ppb',
      averaging: oneHour,
      aqi: { highs: [53, 100, 360, 649, 1249, 2049], decimals: 0 },
      points: byAqi,
      source: `${epaAqi}: NO₂, 1 h`,
    },
  },
  WHO: {
    ...supplements,
    particulate: pm25Who,
    CO: {
      unit: 'mg/m³',
      perUnit: mgPerPpmCo,
      averaging: oneDay,
      points: [
        [0, 0],
        [4, 10],
        [7, 20],
      ],
      source: 'WHO 2021: guideline 4 mg/m³ (24 h), interim target 7',
    },
    NO2: {
      unit: 'µg/m³',
      perUnit: ugPerPpbNo2,
      averaging: oneDay,
      points: [
        [0, 0],
        [25, 10],
        [50, 20],
        [120, 40],
      ],
      source: 'WHO 2021: guideline 25 µg/m³ (24 h), interim targets 50 and 120',
    },
  },
  UBA: {
    ...supplements,
    particulate: pm25Who,
    CO: {
      unit: 'mg/m³',
      perUnit: mgPerPpmCo,
      averaging: eightHours,
      points: [
        [0, 0],
        [10, 20],
        [30, 40],
      ],
      source: 'WHO 2000: 10 mg/m³ (8 h), 30 mg/m³ (1 h)',
    },
    NO2: {
      unit: 'µg/m³',
      perUnit: ugPerPpbNo2,
      averaging: oneHour,
      points: [
        [0, 0],
        [200, 20],
      ],
      source: 'WHO 2000: 200 µg/m³ (1 h)',
    },
  },
  Indoor: {
    ...supplements,
    particulate: {
      unit: 'µg/m³',
      averaging: oneHour,
      points: [
        [0, 0],
        [15, 10],
        [35, 40],
      ],
      source: 'Targets of Kaiterra: green up to 15, yellow up to 35 µg/m³',
    },
    CO: {
      unit: 'ppm',
      averaging: oneHour,
      points: [
        [0, 0],
        [9, 10],
        [35, 40],
      ],
      source: 'Targets of Kaiterra: green up to 9, yellow up to 35 ppm',
    },
    NO2: {
      unit: 'µg/m³',
      perUnit: ugPerPpbNo2,
      averaging: oneHour,
      points: [
        [0, 0],
        [40, 10],
        [100, 40],
      ],
      source: 'Targets of Kaiterra: green up to 40, yellow up to 100 µg/m³',
    },
    ECO2: {
      unit: 'ppm',
      averaging: oneHour,
      points: [
        [400, 0],
        [900, 10],
        [1200, 40],
      ],
      source: 'Targets of Kaiterra: green up to 900, yellow up to 1,200 ppm; 400 ppm is outdoor air',
    },
    TVOC: {
      unit: 'µg/m³',
      perUnit: ugPerPpbTvoc,
      averaging: oneHour,
      points: [
        [0, 0],
        [500, 10],
        [1000, 40],
      ],
      source: 'Targets of Kaiterra: green up to 500, yellow up to 1,000 µg/m³',
    },
  },
}
