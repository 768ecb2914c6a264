import type { SensorKey } from './vocabulary.ts'

/** Sensors with a daily and weekly rhythm. */
export const forecastSensors = [
  'ECO2',
  'TVOC',
  'IAQ',
  'particulate',
  'temperature',
  'humidity',
  'noise',
] as const satisfies readonly SensorKey[]
export type ForecastSensor = (typeof forecastSensors)[number]
