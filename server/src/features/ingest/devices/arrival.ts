import type { DeviceEntry } from './device-entry.ts'

/** The limit up to which times may be ahead of their arrival. If the clock is set back by more, times follow it. */
export const mostAheadMs = 1000

/**
 * Returns the time of a sample without one. It differs for each sample of a device, since several can arrive in the same
 * millisecond, and of two readings of one instant only the first is kept. Of more samples than milliseconds, those beyond the limit
 * get the same time, so that they do not lead further and further into the future.
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
