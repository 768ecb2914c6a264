import { type ForecastSensor, forecastSensors } from '@eot/contract/forecast-sensors'
import { alertTypes } from '@eot/contract/vocabulary'

export interface ForecastSearch {
  /** The alert type that is forecast; absent: all. */
  type?: string | undefined
  sensor?: ForecastSensor | undefined
  deviceId?: string | undefined
}

/** Parses the address. Invalid values are dropped, so parsing the result again changes nothing. */
export function parseForecastSearch({ type, sensor, deviceId }: Record<string, unknown>): ForecastSearch {
  const known = forecastSensors.find((key) => key === sensor)
  return {
    ...(alertTypes.some(({ Key }) => Key === type) && { type: String(type) }),
    ...(known && { sensor: known }),
    ...(typeof deviceId === 'string' && { deviceId }),
  }
}
