import { fromLocalInput, toLocalInput } from './time-range.ts'

/**
 * Converts a local time typed into a form. A time that still shows the instant `before` keeps it, with seconds, and
 * also in the hour that repeats when the clocks go back. Invalid text is returned unchanged, so that the server rejects it.
 */
export function typedInstant(text: string, zone: string, before: string | null = null): string {
  if (before !== null && toLocalInput(Date.parse(before), zone) === text) return before
  const instant = fromLocalInput(text, zone)
  return instant === undefined ? text : new Date(instant).toISOString()
}
