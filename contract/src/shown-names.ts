import type { AlertTypeKey, SensorKey } from './vocabulary.ts'

/** Names of sensors as shown on screens and in reports. The API uses the keys. */
export const sensorNames = {
  vape: 'Vape',
  sound: 'Sound',
  aggression: 'Aggression',
  noise: 'Noise',
  temperature: 'Temperature',
  tamper: 'Tamper',
  humidity: 'Humidity',
  light: 'Light',
  motion: 'Motion',
  CO: 'CO',
  ECO2: 'CO₂ (estimated)',
  NH3: 'NH₃',
  NO2: 'NO₂',
  gas: 'Gas',
  IAQ: 'IAQ',
  particulate: 'PM2.5',
  TVOC: 'TVOC',
} as const satisfies Record<SensorKey, string>

/** Names of alert types as shown on screens and in reports. */
export const alertTypeNames = {
  Vape: 'Vape',
  Sound: 'Sound',
  Aggression: 'Aggression',
  Noise: 'Noise',
  Temperature: 'Temperature high',
  TemperatureLow: 'Temperature low',
  Tamper: 'Tamper',
  Humidity: 'Humidity high',
  HumidityLow: 'Humidity low',
  Light: 'Light',
  Motion: 'Motion',
  CO: 'CO high',
  ECO2: 'CO₂ (estimated) high',
  NH3: 'NH₃ high',
  NO2: 'NO₂ high',
  Gas: 'Gas',
  IAQ: 'IAQ',
  Particulate: 'PM2.5 high',
  TVOC: 'TVOC',
  Offline: 'Device offline',
  'Pdf-Monthly': 'Monthly report',
  'Pdf-Weekly': 'Weekly report',
  'Heatmap-Alerts': 'Unusual hour',
} as const satisfies Record<AlertTypeKey, string>

const byKey: ReadonlyMap<string, string> = new Map(Object.entries(alertTypeNames))

/** Returns the shown name of an alert type; for an unknown one its key. */
export const alertTypeName = (key: string): string => byKey.get(key) ?? key
