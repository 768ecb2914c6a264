import type { ReadingsMessage } from '@eot/contract/live'
import type pg from 'pg'
import { repeat } from '../../platform/jobs/repeat.ts'
import type { Log } from '../../platform/log.ts'
import type { ReadingInput } from '../ingest/index.ts'
import { listNewReadings, namedValues } from '../readings/index.ts'
import type { LiveHub } from './live-hub.ts'

type Samples = ReadingsMessage['Samples']

export interface LiveReadings {
  /** Sends readings just stored by this process to the clients that watch the device. */
  publish(readings: readonly ReadingInput[]): void
  stop(): Promise<void>
}

const followEveryMs = 1000

/**
 * Sends new readings to clients that watch a device. Readings stored by this process are sent at once; those stored by
 * other processes are polled every second, for watched devices only. A reading may be sent twice.
 */
export function startLiveReadings(hub: LiveHub, pool: pg.Pool, log: Log): LiveReadings {
  /** Time of the newest reading sent for each watched device, in epoch ms; null if none was sent yet. */
  const sentUpTo = new Map<string, number | null>()

  function send(deviceId: string, samples: Samples): void {
    samples.sort(([a], [b]) => a - b)
    hub.sendReadings(deviceId, samples)
    sentUpTo.set(deviceId, Math.max(sentUpTo.get(deviceId) ?? 0, samples.at(-1)?.[0] ?? 0))
  }

  async function follow(): Promise<void> {
    const watched = new Set(hub.watchedDevices())
    for (const deviceId of sentUpTo.keys()) if (!watched.has(deviceId)) sentUpTo.delete(deviceId)
    if (watched.size === 0) return
    const since = [...watched].map((deviceId): [string, number | null] => [
      deviceId,
      sentUpTo.get(deviceId) ?? null,
    ])
    for (const [deviceId, samples] of await listNewReadings(pool, since)) send(deviceId, samples)
  }

  const following = repeat('follow-readings', followEveryMs, follow, log)
  return {
    publish(readings) {
      const devices = new Set(readings.map(({ device }) => device))
      const watched = new Set([...devices].filter(({ id }) => hub.isWatched(id)))
      if (watched.size === 0) return
      const shown = readings.filter(({ device }) => watched.has(device))
      for (const [deviceId, list] of Map.groupBy(shown, ({ device }) => device.id))
        send(
          deviceId,
          list.map(({ at, values }) => [at, namedValues(values)]),
        )
    },
    stop: following.stop,
  }
}
