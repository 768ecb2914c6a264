import { sensorKinds } from '@eot/contract/vocabulary'

/** Imperial converts displayed values, never stored or sent ones (spec 3). */
export type Measurement = 'Metric' | 'Imperial'

export const findKind = (key: string) => sensorKinds.find((kind) => kind.key === key)

export function shownUnit(unit: string, measurement: Measurement): string {
  return measurement === 'Imperial' && unit === '°C' ? '°F' : unit
}

export function shownValue(value: number, unit: string, measurement: Measurement): number {
  return measurement === 'Imperial' && unit === '°C' ? value * 1.8 + 32 : value
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
export function valueText(value: number, sensor: string | null, measurement: Measurement): string {
  const kind = sensor ? findKind(sensor) : undefined
  const digits = shownDigits(sensor)
  const shown = shownValue(value, kind?.unit ?? '', measurement)
  return numberFormat(digits).format(shown)
}

const formats = new Map<number, Intl.NumberFormat>()

/** Cached by number of digits: creating a format takes a hundred times as long as using it. */
function numberFormat(digits: number): Intl.NumberFormat {
  const known = formats.get(digits)
  if (known) return known
  const made = new Intl.NumberFormat(undefined, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: 'negative', // no sign before a zero
  })
  formats.set(digits, made)
  return made
}
