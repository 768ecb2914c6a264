/** Imperial applies to displayed values, never to stored or sent ones (spec 3). */
export type Measurement = 'Metric' | 'Imperial'

export function shownUnit(unit: string, measurement: Measurement): string {
  return measurement === 'Imperial' && unit === '°C' ? '°F' : unit
}

/** Converts a difference of two values, such as an error, which has no offset. */
export function shownDifference(difference: number, unit: string, measurement: Measurement): number {
  return measurement === 'Imperial' && unit === '°C' ? difference * 1.8 : difference
}

export function shownValue(value: number, unit: string, measurement: Measurement): number {
  return measurement === 'Imperial' && unit === '°C' ? value * 1.8 + 32 : value
}
