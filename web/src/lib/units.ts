import { type Measurement, shownDifference, shownUnit, shownValue } from '@eot/contract/units'
import { sensorKinds } from '@eot/contract/vocabulary'
import { numberText } from '../texts/number-format.ts'

export { type Measurement, shownDifference, shownUnit, shownValue }

export const findKind = (key: string) => sensorKinds.find((kind) => kind.key === key)

/** Converts a value entered in the reader's unit to the canonical unit. The inverse of `shownValue`. */
export function canonicalValue(shown: number, unit: string, measurement: Measurement): number {
  const isConverted = measurement === 'Imperial' && unit === '°C'
  return isConverted ? Number(((shown - 32) / 1.8).toFixed(6)) : shown
}

const shownDigits = (sensor: string | null): number => (sensor ? findKind(sensor) : undefined)?.decimals ?? 1

/**
 * A reading rounded as displayed, in its own unit, so that statements about it agree with the number on screen.
 * Rounded in the reader's unit: 25.52 °C is displayed as 77.9 °F, which is 25.5 °C.
 */
export function valueAsShown(value: number, sensor: string, measurement: Measurement): number {
  const unit = findKind(sensor)?.unit ?? ''
  const rounded = Number(shownValue(value, unit, measurement).toFixed(shownDigits(sensor))) + 0 // turns -0 into 0
  if (shownUnit(unit, measurement) === unit) return rounded
  return Number(((rounded - 32) / 1.8).toFixed(6)) // floating-point error would make it differ from an equal limit
}

/** Formatted in the browser's locale, with the digits of the kind. */
export const valueText = (value: number, sensor: string | null, measurement: Measurement): string =>
  shownText(shownOf(value, sensor, measurement), sensor)

/**
 * Formats the maximum error of a value formatted as above, including rounding. undefined: every value
 * within the error is formatted alike.
 */
export function errorText(
  value: number,
  error: number,
  sensor: string,
  measurement: Measurement,
): string | undefined {
  const text = (one: number) => valueText(one, sensor, measurement)
  if (text(value - error) === text(value + error)) return undefined
  const rounding = Math.abs(valueAsShown(value, sensor, measurement) - value)
  const shown = shownDifference(error + rounding, findKind(sensor)?.unit ?? '', measurement)
  const step = 10 ** -shownDigits(sensor)
  return shownText(Math.ceil(shown / step - 1e-6) * step, sensor)
}

/** Formats a level of a rule with one more digit than a reading, if it needs it: 85.5 dB(A) is not 86. */
export const levelText = (value: number, sensor: string | null, measurement: Measurement): string =>
  shownLevelText(shownOf(value, sensor, measurement), sensor)

/** Formats a value that is already in the unit it is shown in. */
export const shownText = (shown: number, sensor: string | null): string =>
  formatted(shown, shownDigits(sensor))

/** Formats a level that is already in the unit it is shown in. */
export const shownLevelText = (shown: number, sensor: string | null): string =>
  formatted(shown, shownDigits(sensor), shownDigits(sensor) + 1)

const shownOf = (value: number, sensor: string | null, measurement: Measurement): number =>
  shownValue(value, (sensor && findKind(sensor)?.unit) || '', measurement)

/** Formats with a true minus sign, which is as wide as a digit, instead of the browser's hyphen. */
const formatted = (value: number, least: number, most = least): string =>
  numberText(value, {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
    signDisplay: 'negative', // no sign before a zero
  }).replace('-', '−')
