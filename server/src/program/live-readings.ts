import type { ReadingsMessage } from '@eot/contract/live'
import type pg from 'pg'
import { columnNames, namedValues, type ReadingInput } from '../features/ingest/index.ts'
import type { LiveHub } from '../features/live/index.ts'
import { repeat } from '../platform/jobs/repeat.ts'
import type { Log } from '../platform/log.ts'

type Samples = ReadingsMessage['Samples']

export interface LiveReadings {
  /** Sends readings just stored by this process to the clients that watch the device. */
  tell(readings: readonly ReadingInput[]): void
  stop(): Promise<void>
}

const followEveryMs = 1000
const mostPerDevice = 1000

/**
 * Sends new readings to clients that watch a device. Readings stored by this process are sent at once; those stored by
 * other processes are polled every second, for watched devices only. A reading may be sent twice.
 */
export function startLiveReadings(hub: LiveHub, pool: pg.Pool, log: Log): LiveReadings {
  /** Time of the newest reading sent for each watched device, in epoch ms; null if none was sent yet. */
  const told = new Map<string, number | null>()

  function send(deviceId: string, samples: Samples): void {
    samples.sort(([a], [b]) => a - b)
    hub.tellReadings(deviceId, samples)
    told.set(deviceId, Math.max(told.get(deviceId) ?? 0, samples.at(-1)?.[0] ?? 0))
  }

  async function follow(): Promise<void> {
    const watched = new Set(hub.watchedDevices())
    for (const deviceId of told.keys()) if (!watched.has(deviceId)) told.delete(deviceId)
    if (watched.size === 0) return
    const since = [...watched].map((deviceId): [string, number | null] => [
      deviceId,
      told.get(deviceId) ?? null,
    ])
    for (const [deviceId, samples] of await listSince(pool, since)) send(deviceId, samples)
  }

  const following = repeat('follow-readings', followEveryMs, follow, log)
  return {
    tell(readings) {
      const watched = Map.groupBy(
        readings.filter(({ device }) => hub.isWatched(device.id)),
        ({ device }) => device.id,
      )
      for (const [deviceId, list] of watched)
        send(
          deviceId,
          list.map(({ at, values }) => [at, namedValues(values)]),
        )
    },
    stop: following.stop,
  }
}

/** The newest readings of devices after an instant; without one, those of the device's last five seconds of reports. */
async function listSince(
  pool: pg.Pool,
  since: readonly [deviceId: string, ms: number | null][],
): Promise<Map<string, Samples>> {
  const { rows } = await pool.query<{ id: string; at: Date; values: (number | null)[] }>(
    `select w.id, r.at, r.values
     from unnest($1::uuid[], $2::timestamptz[]) as w (id, since)
     join device d on d.id = w.id
     join device_state s on s.device_no = d.no
     cross join lateral (
       select at, array[${columnNames.join(', ')}]::real[] as values from reading
       where device_no = d.no and at > coalesce(w.since, s.latest_at - interval '5 seconds')
       order by at desc limit ${mostPerDevice}
     ) r`,
    [since.map(([id]) => id), since.map(([, ms]) => ms && new Date(ms))],
  )
  const byDevice = new Map<string, Samples>()
  for (const { id, at, values } of rows) {
    const samples = byDevice.get(id) ?? []
    samples.push([at.getTime(), namedValues(values)])
    byDevice.set(id, samples)
  }
  return byDevice
}
