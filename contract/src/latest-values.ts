import { z } from 'zod'

/** The newest values of a device, as both calls return them. */
export const latestValues = {
  /** Seconds between two reports. */
  ReportInterval: z.number(),
  /** Device time of the newest reading, which may lack some of the values. null: the device has sent no reading. */
  LatestAt: z.iso.datetime().nullable(),
  /** The newest value that each sensor has sent, in its unit, however old it is. Absent: it has never sent one. */
  Latest: z.record(z.string(), z.number()),
  /**
   * Sensors that have sent nothing for as long as makes a device offline, although the device reports: their value is not
   * current. Absent: none. Kinds that may be reported only as events are left out while their value is that of an event.
   */
  Silent: z.array(z.string()).optional(),
}
