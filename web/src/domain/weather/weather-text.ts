import type { Weather } from '@eot/contract/weather'
import { type Measurement, shownUnit, shownValue } from '../../lib/units.ts'
import { numberText } from '../../texts/number-format.ts'

/** "7", "−3": whole degrees, since a forecast is no more precise. */
export const wholeDegrees = (celsius: number, measurement: Measurement): string =>
  numberText(Math.round(shownValue(celsius, '°C', measurement)) + 0).replace('-', '−')

/** "7 °C" */
export const temperatureText = (celsius: number, measurement: Measurement): string =>
  `${wholeDegrees(celsius, measurement)} ${shownUnit('°C', measurement)}`

/** The town of a place, or its coordinates. */
export function placeText({ Name, Latitude, Longitude }: NonNullable<Weather['Place']>): string {
  if (Name !== null) return Name.split(',')[0] ?? Name
  return [Latitude, Longitude].map((degrees) => degrees.toFixed(2).replace('-', '−')).join(', ')
}
