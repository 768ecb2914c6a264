import { type AlertTypeKey, alertTypes, type SensorKey } from '@eot/contract/vocabulary'

export interface RuleDefaults {
  direction: 'high' | 'low'
  isActive: boolean
  raiseLevel: number
  clearLevel: number
  /** Seconds. */
  raiseHold: number
  clearHold: number
  cooldown: number
  /**
   * In seconds. After this long without a value beyond the clear level, the alert ends by itself. For kinds that report moments
   * rather than states; null means only a value ends it.
   */
  quietEnd: number | null
}

type Row = readonly [
  raiseLevel: number,
  clearLevel: number,
  raiseHold: number,
  clearHold: number,
  cooldown: number,
  quietEnd: number | null,
  option?: { direction?: 'low'; isActive?: false },
]

/**
 * Rules used where none are configured. Columns: raise level, clear level (canonical units), raise hold, clear hold,
 * cooldown, quiet end (seconds). An alert clears at 90 % of its raise level, so that a value oscillating around that
 * level raises one alert. On scales without a true zero it clears 3 % of the range away: 1.5 °C of the 0 to 50 °C
 * indoors, 3 %RH.
 */
const table: Record<
  Exclude<AlertTypeKey, 'Offline' | 'Pdf-Monthly' | 'Pdf-Weekly' | 'Heatmap-Alerts'>,
  Row
> = {
  // An index computed by the device, 0–100: the middle of the scale. No standard exists.
  Vape: [50, 45, 0, 30, 60, 120],
  Aggression: [70, 63, 0, 30, 60, 120],
  // A shout at one meter is about 88 dB(A), ISO 9921 "very loud" 84–90; this is briefly above it.
  Sound: [95, 85.5, 0, 30, 60, 120],
  // NIOSH recommended exposure limit, 85 dB(A). Five minutes, so that a school bell does not raise an alert.
  Noise: [85, 76.5, 300, 120, 300, null],
  // Technical rule ASR A3.5: measures are required from 30 °C.
  Temperature: [30, 28.5, 300, 300, 600, null],
  // British Workplace Regulations, approved code of practice: at least 16 °C.
  TemperatureLow: [16, 17.5, 300, 300, 600, null, { direction: 'low' }],
  // A switch: 1 means tampering.
  Tamper: [1, 0.9, 0, 10, 30, 120],
  // EN 16798-1, category III: 20 to 70 % for humidification and dehumidification.
  Humidity: [70, 67, 300, 300, 600, null],
  HumidityLow: [20, 23, 300, 300, 600, null, { direction: 'low' }],
  // Daylight glare at a desk. Off by default, since bright light is rarely a problem.
  Light: [10_000, 9_000, 300, 300, 600, null, { isActive: false }],
  // Presence. Off by default; meant for rooms that must be empty.
  Motion: [50, 45, 0, 60, 300, 300, { isActive: false }],
  // EPA one-hour standard and NIOSH limit, 35 ppm. Two minutes, because EN 50291-1 requires an alarm at 300 ppm within
  // three.
  CO: [35, 31.5, 120, 120, 300, null],
  // British BB 101 (2018): a classroom's daily mean must stay below 1,500 ppm.
  ECO2: [1500, 1350, 300, 300, 600, null],
  // NIOSH recommended exposure limit, 25 ppm.
  NH3: [25, 22.5, 120, 120, 300, null],
  // EPA one-hour standard, 100 ppb.
  NO2: [100, 90, 300, 300, 600, null],
  // Resistance of a metal-oxide sensor, which falls in the presence of gas; clean rooms read 50 kΩ or more. No standard
  // exists.
  Gas: [10, 11.1, 120, 120, 300, null, { direction: 'low' }],
  // Scale of the index: values above 200 are heavily polluted.
  IAQ: [200, 180, 300, 300, 600, null],
  // EPA index 2024: PM2.5 above 35.4 µg/m³ is unhealthy for sensitive groups.
  Particulate: [35.4, 31.86, 300, 300, 600, null],
  // German UBA level 4 starts at about 2,200 ppb.
  TVOC: [2200, 1980, 300, 300, 600, null],
}

export const defaultRules: ReadonlyMap<AlertTypeKey, RuleDefaults> = new Map(
  Object.entries(table).map(
    ([key, [raiseLevel, clearLevel, raiseHold, clearHold, cooldown, quietEnd, option]]) => [
      key as AlertTypeKey, // the keys of the table above
      {
        direction: option?.direction ?? 'high',
        isActive: option?.isActive ?? true,
        raiseLevel,
        clearLevel,
        raiseHold,
        clearHold,
        cooldown,
        quietEnd,
      },
    ],
  ),
)

/** Types whose alerts end by themselves, whether or not the device still reports. */
export const momentTypes: readonly AlertTypeKey[] = [...defaultRules].flatMap(([key, { quietEnd }]) =>
  quietEnd === null ? [] : [key],
)

/**
 * Returns the time without another value after which an alert of a kind that reports moments ends; 2 minutes for other kinds.
 */
export function quietEndMs(sensor: SensorKey): number {
  const type = alertTypes.find(({ Sensor }) => Sensor === sensor)
  return 1000 * ((type && defaultRules.get(type.Key)?.quietEnd) ?? 120)
}
