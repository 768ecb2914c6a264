import type { TypeState } from '../../alerts/index.ts'
import type { Bucket, Values } from '../../readings/index.ts'

export interface DeviceFlags {
  migrating: boolean
  resetting: boolean
  failing: boolean
}

/** Name under which the timer for alerts of a silent device is kept. */
export const staleTimer = 'Stale'

/**
 * What the program remembers of a device between two writes. The database holds the same under `version`: whoever
 * writes from another version has computed from something old, and starts again.
 */
export interface DeviceRuntime {
  version: number
  lastSeenAt: number | null
  /** Newest reading in effective time, -Infinity when there is none. Its minute, hour and day are the open buckets. */
  latestAt: number
  /** When that reading came; null when there is none. */
  latestReceivedAt: number | null
  latest: Values
  isOnline: boolean
  onlineChangedAt: number | null
  flags: DeviceFlags
  isSkewed: boolean
  firmware: string | null
  reportedInterval: number | null
  /** Alert types that are not at rest; `Offline` among them. */
  engine: Map<string, TypeState>
  /** Due instants of the timers stored for it, in server time. */
  timers: Map<string, number>
  minute: Bucket
  /** Minutes of the open hour that are over. */
  hour: Bucket
  /** Hours of the open day that are over. */
  day: Bucket
}
