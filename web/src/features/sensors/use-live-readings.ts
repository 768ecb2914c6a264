import { sensors } from '@eot/contract/sensors'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { call } from '../../lib/api/api.ts'
import { useReconnected } from '../../lib/live/live-status.ts'
import { leavesGap, type Reading, readingsOf } from '../../lib/live/reading-buffer.ts'
import { useReadings } from '../../lib/live/use-readings.ts'
import { makeReadingStore } from './reading-store.ts'
import { makeSampleClock } from './sample-clock.ts'

const hourMs = 3_600_000
/** Less than the longest series the server returns, so that raw values are not downsampled. */
const rawPoints = 1900
const retryMs = 5000

export interface LiveReadings {
  /** Readings of the last hour, in ascending order. */
  readings: readonly Reading[]
  /** The first request of the page. */
  first: UseQueryResult<readonly Reading[]>
  /** Converts a time of this computer's clock to the clock of the device's samples. */
  sampleTime: (nowMs: number) => number
}

/** Readings of a device: the last hour from the server, then live ones. Possible gaps are fetched again. */
export function useLiveReadings(
  siteId: string,
  deviceId: string,
  intervalMs: number,
  /** Newest reading the server had when the device was opened, in epoch ms. null: none. */
  latestMs: number | null,
): LiveReadings {
  const [store] = useState(() => makeReadingStore(document))
  const [clock] = useState(makeSampleClock)
  const [missingFromMs, setMissingFromMs] = useState<number | null>(null)
  const readings = useSyncExternalStore(store.subscribe, store.shown)

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

  // Before the first paint: an empty chart, even for a moment, would look like an hour without data.
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
    // On joining, the server sends the last readings again, however old. They have not just arrived, so they say
    // nothing about the clock.
    const knownMs = Math.max(lastMs ?? 0, latestMs ?? 0)
    if (newestMs !== undefined && newestMs > knownMs) clock.arrived(newestMs, Date.now())
    store.merge(news)
  })

  useReconnected(() => {
    const lastMs = store.held().at(-1)?.[0]
    if (lastMs !== undefined) setMissingFromMs(lastMs)
  })

  return { readings, first, sampleTime: clock.now }
}

/**
 * A device that reports more often than configured may have too many readings. Then only the later ones are fetched.
 */
async function readSince(deviceId: string, fromMs: number, signal: AbortSignal): Promise<Reading[]> {
  const startTime = Math.max(0, Math.floor(fromMs))
  const query = { DeviceId: [deviceId], startTime, interval: 'Raw' as const }
  const { Interval, Series } = await call(sensors.series, { query }, { signal })
  if (Interval === 'Raw' || Date.now() - fromMs < 60_000) return readingsOf(Series)
  return readSince(deviceId, (fromMs + Date.now()) / 2, signal)
}
