/** Imperial converts displayed values, never stored or sent ones (spec 3). */
export type Measurement = 'Metric' | 'Imperial'

export function shownUnit(unit: string, measurement: Measurement): string {
  return measurement === 'Imperial' && unit === '°C' ? '°F' : unit
}

/** A difference of two values, such as an error, which has no offset. */
export function shownDifference(difference: number, unit: string, measurement: Measurement): number {
  return measurement === 'Imperial' && unit === '°C' ? difference * 1.8 : difference
}

export function shownValue(value: number, unit: string, measurement: Measurement): number {
  return measurement === 'Imperial' && unit === '°C' ? value * 1.8 + 32 : value
}
