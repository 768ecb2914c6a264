import { devices } from '@eot/contract/devices'
import { type QuarantineRow, quarantine } from '@eot/contract/quarantine'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { queryOf } from '../../lib/api/query.ts'
import { mergeReadings, type Reading } from '../../lib/live/reading-buffer.ts'
import { useReadings } from '../../lib/live/use-readings.ts'
import { useAllowed } from '../../session/use-session.tsx'
import type { CreatedDevice } from './device-form.tsx'

/** For readings the live connection missed, before the room was joined or while disconnected. */
const askEveryMs = 5000
const keptMs = 600_000

export interface FirstReading {
  /** Readings of the last ten minutes, in ascending order. */
  readings: readonly Reading[]
  /** When the first reading arrived here, in epoch ms. null: none yet. */
  seenMs: number | null
  /** The last contact that was not a reading. */
  lastSeenAt: string | null
  /** The newest message of the device that was rejected. */
  refused: QuarantineRow | undefined
  timeZone: string | undefined
}

/** Waits for a new device: returns its readings as they are stored and, until the first one, what was rejected. */
export function useFirstReading(device: CreatedDevice, siteId: string): FirstReading {
  const [held, setHeld] = useState<{ readings: readonly Reading[]; seenMs: number | null }>({
    readings: [],
    seenMs: null,
  })
  const refetchInterval = held.seenMs === null ? askEveryMs : false
  const mayReadRefused = useAllowed('ViewQuarantine')
  const status = useQuery({
    ...queryOf(devices.status, { params: { id: device.Id } }),
    refetchInterval,
  })
  const refused = useQuery({
    ...queryOf(quarantine.list, { query: { SiteId: siteId } }),
    enabled: mayReadRefused && held.seenMs === null,
    refetchInterval,
  })

  const take = (news: readonly Reading[]) =>
    setHeld(({ readings, seenMs }) => ({
      readings: mergeReadings(readings, news, (news.at(-1)?.[0] ?? 0) - keptMs),
      seenMs: seenMs ?? Date.now(),
    }))
  useReadings(siteId, device.Id, take)
  const stored = status.data
  const takeStored = useEffectEvent(() => {
    if (held.seenMs === null && stored?.LatestAt) take([[Date.parse(stored.LatestAt), stored.Latest]])
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every new response
  useEffect(() => takeStored(), [stored])

  return {
    ...held,
    lastSeenAt: stored?.LastSeenAt ?? null,
    refused: refused.data?.Items?.find(({ Device }) => Device?.Id === device.Id),
    timeZone: stored?.TimeZone,
  }
}
