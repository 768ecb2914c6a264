import type { DeviceEntry } from './device-entry.ts'

/** The limit up to which times may be ahead of their arrival. If the clock is set back by more, times follow it. */
export const mostAheadMs = 1000

/**
 * Returns the time for a sample that came without one, in epoch ms. Each sample of a device gets its own millisecond, because only
 * the first of two readings with the same time is kept. Times run ahead of the clock by `mostAheadMs` at most; samples beyond that
 * share the last one.
 */
export function arrivalOf(device: Pick<DeviceEntry, 'lastArrival'>, now: number): number {
  device.lastArrival ??= { at: Number.NEGATIVE_INFINITY, clock: now }
  const last = device.lastArrival
  if (last.at < now) last.at = now
  else if (last.at - now < mostAheadMs) last.at += 1
  else if (now < last.clock) last.at = now
  last.clock = now
  return last.at
}
