import { sensorKinds } from '@eot/contract/vocabulary'

/** Imperial converts what is shown, never what is stored or sent (spec 3). */
export type Measurement = 'Metric' | 'Imperial'

export const findKind = (key: string) => sensorKinds.find((kind) => kind.key === key)

export function shownUnit(unit: string, measurement: Measurement): string {
  return measurement === 'Imperial' && unit === '°C' ? '°F' : unit
}

export function shownValue(value: number, unit: string, measurement: Measurement): number {
  return measurement === 'Imperial' && unit === '°C' ? value * 1.8 + 32 : value
}

/** In the language of the browser, with the digits the kind is worth. */
export function valueText(value: number, sensor: string | null, measurement: Measurement): string {
  const kind = sensor ? findKind(sensor) : undefined
  const digits = kind?.decimals ?? 1
  const shown = shownValue(value, kind?.unit ?? '', measurement)
  return numberFormat(digits).format(shown)
}

const formats = new Map<number, Intl.NumberFormat>()

/** Made once for each number of digits: making one takes a hundred times as long as using it. */
function numberFormat(digits: number): Intl.NumberFormat {
  const known = formats.get(digits)
  if (known) return known
  const made = new Intl.NumberFormat(undefined, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  formats.set(digits, made)
  return made
}
