import type { DeviceEntry } from '../devices/device-entry.ts'

/** The limit up to which times may be ahead of the clock. If the clock is set back by more, times follow it. */
const mostAheadMs = 1000
const lastArrivals = new WeakMap<DeviceEntry, number>()

/**
 * Returns the time of a message without one. It differs for each message of a device, since two events can arrive in the same
 * millisecond, and of two readings of one instant only the first is kept.
 */
export function arrivalOf(device: DeviceEntry, now: number): number {
  const last = lastArrivals.get(device) ?? 0
  const at = last >= now && last - now < mostAheadMs ? last + 1 : now
  lastArrivals.set(device, at)
  return at
}
