import type { DeviceEntry } from '../src/features/ingest/devices/device-entry.ts'
import { newBucket, noValues } from '../src/features/readings/index.ts'

const empty = () => newBucket(Number.NEGATIVE_INFINITY)

/** A claimed device that has never reported, in the form used by the evaluation of readings. */
export const newDeviceEntry = (
  about: Pick<DeviceEntry, 'rules' | 'reportInterval' | 'timeZone'>,
): DeviceEntry => ({
  no: 1,
  arrivedAt: null,
  id: 'device',
  mac: 'A4:CF:12:00:00:01',
  name: 'Room 1',
  keys: [],
  siteId: 'site',
  siteName: 'School',
  sitePath: 'site/',
  sitePathNames: [],
  isAlerting: true,
  isExpired: false,
  ...about,
  runtime: {
    version: 1,
    lastSeenAt: null,
    latestAt: Number.NEGATIVE_INFINITY,
    latestReceivedAt: null,
    latest: noValues(),
    isOnline: false,
    onlineChangedAt: null,
    flags: { migrating: false, resetting: false, failing: false },
    isSkewed: false,
    firmware: null,
    reportedInterval: null,
    engine: new Map(),
    timers: new Map(),
    minute: empty(),
    hour: empty(),
    day: empty(),
  },
  credit: null,
  waiting: null,
  lastArrival: null,
})
