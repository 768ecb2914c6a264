import { sensors } from '@eot/contract/sensors'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { call } from '../../lib/api/api.ts'
import { useLiveStatus } from '../../lib/live/live-status.ts'
import { leavesGap, type Reading, readingsOf } from '../../lib/live/reading-buffer.ts'
import { useReadings } from '../../lib/live/use-readings.ts'
import { makeReadingStore } from './reading-store.ts'
import { makeSampleClock } from './sample-clock.ts'

const hourMs = 3_600_000
/** Below the longest series the server answers with, so that raw values are not thinned. */
const rawPoints = 1900
const retryMs = 5000

export interface LiveReadings {
  /** Ascending; of the last hour. */
  readings: readonly Reading[]
  /** The read the page begins with. */
  first: UseQueryResult<readonly Reading[]>
  /** A moment of this computer's clock in the time of the device's samples. */
  sampleTime: (nowMs: number) => number
}

/**
 * Readings of a device: first what the server has of the last hour, then what comes over the live connection.
 * Whatever may have been missed in between is read again.
 */
export function useLiveReadings(
  siteId: string,
  deviceId: string,
  intervalMs: number,
  /** Newest reading the server had when the device was opened, in epoch ms; null: none. */
  latestMs: number | null,
): LiveReadings {
  const [store] = useState(() => makeReadingStore(document))
  const [clock] = useState(makeSampleClock)
  const [missingFromMs, setMissingFromMs] = useState<number | null>(null)
  const readings = useSyncExternalStore(store.subscribe, store.shown)
  const { status } = useLiveStatus()

  const first = useQuery({
    queryKey: ['live readings', deviceId],
    queryFn: ({ signal }) =>
      readSince(deviceId, Date.now() - Math.min(hourMs, rawPoints * intervalMs), signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const missing = useQuery({
    queryKey: ['live readings', deviceId, missingFromMs],
    queryFn: ({ signal }) => readSince(deviceId, missingFromMs ?? Date.now(), signal),
    enabled: missingFromMs !== null,
    gcTime: 0,
    refetchInterval: (query) => (query.state.status === 'error' ? retryMs : false),
  })

  // Before anything is painted: an empty chart for a moment would look like an hour of silence.
  useLayoutEffect(() => {
    if (!first.data) return
    store.merge(first.data)
    store.show()
  }, [first.data, store])
  useEffect(() => {
    if (!missing.data) return
    store.merge(missing.data)
    setMissingFromMs(null)
  }, [missing.data, store])

  useReadings(siteId, deviceId, (news) => {
    const lastMs = store.held().at(-1)?.[0]
    if (lastMs !== undefined && leavesGap(store.held(), news, intervalMs)) setMissingFromMs(lastMs)
    const newestMs = news.at(-1)?.[0]
    // Whoever begins to watch is told the last readings again, however old: these have not come just now.
    const knownMs = Math.max(lastMs ?? 0, latestMs ?? 0)
    if (newestMs !== undefined && newestMs > knownMs) clock.arrived(newestMs, Date.now())
    store.merge(news)
  })

  const before = useRef(status)
  useEffect(() => {
    const lastMs = store.held().at(-1)?.[0]
    if (before.current === 'reconnecting' && status === 'live' && lastMs !== undefined)
      setMissingFromMs(lastMs)
    before.current = status
  }, [status, store])

  return { readings, first, sampleTime: clock.now }
}

/** A device that reports more often than it is set up to may have too many readings: then the later ones only. */
async function readSince(deviceId: string, fromMs: number, signal: AbortSignal): Promise<Reading[]> {
  const startTime = Math.max(0, Math.floor(fromMs))
  const query = { DeviceId: [deviceId], startTime, interval: 'Raw' as const }
  const { Interval, Series } = await call(sensors.series, { query }, { signal })
  if (Interval === 'Raw' || Date.now() - fromMs < 60_000) return readingsOf(Series)
  return readSince(deviceId, (fromMs + Date.now()) / 2, signal)
}
