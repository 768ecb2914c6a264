import type { TypeState } from '../../alerts/index.ts'
import type { Bucket, Values } from '../../readings/index.ts'

export interface DeviceFlags {
  migrating: boolean
  resetting: boolean
  failing: boolean
}

/** Key of the timer that ends the alerts of a silent device. */
export const staleTimer = 'Stale'

/**
 * The in-memory state of a device between two writes. The database stores the same state under `version`: a process
 * that writes from another version has used outdated state, and starts over.
 */
export interface DeviceRuntime {
  version: number
  lastSeenAt: number | null
  /**
   * Effective time of the newest reading, -Infinity if there is none. The minute, hour and day that contain it are the
   * open buckets.
   */
  latestAt: number
  /** When that reading arrived; null if there is none. */
  latestReceivedAt: number | null
  latest: Values
  isOnline: boolean
  onlineChangedAt: number | null
  flags: DeviceFlags
  isSkewed: boolean
  firmware: string | null
  reportedInterval: number | null
  /** Alert types that are not at rest, including `Offline`. */
  engine: Map<string, TypeState>
  /** When the stored timers are due, in server time. */
  timers: Map<string, number>
  minute: Bucket
  /** Closed minutes of the open hour. */
  hour: Bucket
  /** Closed hours of the open day. */
  day: Bucket
}
