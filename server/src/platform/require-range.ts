import { invalid } from './app-error.ts'

interface TimeRange {
  /** In epoch ms. undefined: not limited. */
  startTime?: number | undefined
  endTime?: number | undefined
}

/** Throws `invalid_request` if a range [startTime, endTime) is empty or reversed. */
export function requireRange({ startTime, endTime }: TimeRange): void {
  if (startTime !== undefined && endTime !== undefined && startTime >= endTime)
    throw invalid('startTime', 'Must be before endTime')
}
