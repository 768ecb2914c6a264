import type { DeviceEntry } from '../devices/device-entry.ts'

/** Clocks that are set back by more than this are followed. */
const mostAheadMs = 1000
const lastArrivals = new WeakMap<DeviceEntry, number>()

/**
 * The time of a message without one: different for each message of a device, since two events can arrive in the same
 * millisecond, and of two readings of one instant only the first is kept.
 */
export function arrivalOf(device: DeviceEntry, now: number): number {
  const last = lastArrivals.get(device) ?? 0
  const at = last >= now && last - now < mostAheadMs ? last + 1 : now
  lastArrivals.set(device, at)
  return at
}
