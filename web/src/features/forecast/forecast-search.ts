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
  // With the keys, since the router keeps what the address has for those that are missing.
  return {
    type: alertTypes.find(({ Key }) => Key === type)?.Key,
    sensor: forecastSensors.find((key) => key === sensor),
    deviceId: typeof deviceId === 'string' ? deviceId : undefined,
  }
}
