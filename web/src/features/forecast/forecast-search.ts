import { type ForecastSensor, forecastSensors } from '@eot/contract/forecast-sensors'
import { alertTypes } from '@eot/contract/vocabulary'
import { someIds } from '../../lib/lists/define-list.ts'

export interface ForecastSearch {
  /** The alert type that is forecast; absent: all. */
  type?: string | undefined
  sensor?: ForecastSensor | undefined
  deviceId?: string | undefined
}

/** Parses the address. Invalid values are dropped, so parsing the result again changes nothing. */
export function parseForecastSearch({ type, sensor, deviceId }: Record<string, unknown>): ForecastSearch {
  // Every key is set, since for a missing one the router would keep the value of the address.
  return {
    type: alertTypes.find(({ Key }) => Key === type)?.Key,
    sensor: forecastSensors.find((key) => key === sensor),
    deviceId: someIds(deviceId)?.[0],
  }
}
