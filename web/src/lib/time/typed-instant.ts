import { fromLocalInput, toLocalInput } from './time-range.ts'

/**
 * A local time typed into a form, as an instant. A time that still shows the instant `before` keeps it, with its seconds, and in
 * the hour that comes twice when the clocks go back. What is no time is returned as it is, for the server's error.
 */
export function typedInstant(text: string, zone: string, before: string | null = null): string {
  if (before !== null && toLocalInput(Date.parse(before), zone) === text) return before
  const instant = fromLocalInput(text, zone)
  return instant === undefined ? text : new Date(instant).toISOString()
}
