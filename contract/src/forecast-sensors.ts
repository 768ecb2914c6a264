import type { SensorKey } from './vocabulary.ts'

/** Sensors that follow the hours of the day and the week. */
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
