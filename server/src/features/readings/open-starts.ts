import { zoneClock } from '../time-zones/index.ts'
import type { Level } from './level.ts'

/** The known properties of the newest reading of a device. */
export interface NewestReading {
  /** The time zone of its site. */
  time_zone: string | null
  /** null: it has sent none. */
  latest_at: Date | null
  /** The start of the buckets that contain it; null: computed from the time zone. */
  open_hour: Date | null
  open_day: Date | null
}

/**
 * Returns where the open buckets of a device begin, which contain its newest reading, in epoch ms. undefined: it has sent none.
 * Open buckets are not stored yet, so their data is read from the next finer level.
 */
export function openStarts({
  time_zone,
  latest_at,
  open_hour,
  open_day,
}: NewestReading): Record<Level, number> | undefined {
  if (latest_at === null) return undefined
  const clock = zoneClock(time_zone ?? 'UTC')
  const latest = latest_at.getTime()
  return {
    day: open_day?.getTime() ?? clock.dayStart(latest),
    hour: open_hour?.getTime() ?? clock.hourStart(latest),
    minute: clock.minuteStart(latest),
  }
}
