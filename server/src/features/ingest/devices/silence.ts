import { intervalMs as intervalOf, offlineAfterMs as offlineAfter } from '../../readings/index.ts'
import type { DeviceEntry } from './device-entry.ts'
import type { DeviceRuntime } from './device-runtime.ts'

/** Returns the time between two reports of a device, in ms. */
export const intervalMs = ({ reportInterval }: DeviceEntry, { reportedInterval }: DeviceRuntime) =>
  intervalOf(reportInterval, reportedInterval)

/** Returns the silence in ms after which a device counts as offline. */
export const offlineAfterMs = (device: DeviceEntry, runtime: DeviceRuntime) =>
  offlineAfter(intervalMs(device, runtime))
