import type pg from 'pg'
import type { DeviceDirectory } from '../devices/device-directory.ts'
import type { DeviceWriter } from '../writer/device-writer.ts'
import { submitAndWait } from '../writer/submit-and-wait.ts'
import { announceExpired, listDueTimers, listSilentDevices } from './watch-devices.queries.ts'

interface Parts {
  pool: pg.Pool
  directory: DeviceDirectory
  writer: DeviceWriter
  now: () => number
}

const mostPerRun = 1000
const mostSilent = 5000
/** After so long without a look, nobody could be heard meanwhile: the database was away, or the program did not run. */
const mostBetweenLooksMs = 60_000

/** Hands due timers to the writer: a hold that is over, a moment that has passed, an alert gone stale. */
export async function fireTimers({ pool, directory, writer, now }: Parts): Promise<void> {
  const due = await listDueTimers(pool, new Date(now()), mostPerRun)
  await Promise.all(
    due.map(async (timer) => {
      const device = await directory.findByNo(timer.device_no)
      if (device)
        await submitAndWait(writer, (submission) => [
          { kind: 'tick', device, typeKey: timer.type_key, submission },
        ])
    }),
  )
}

/**
 * Looks for devices that have been silent for too long. Our own silence counts for none of them: nobody is judged by the
 * time before `listeningSince`.
 */
export async function findSilent(
  { pool, directory, writer, now }: Parts,
  listeningSince: number,
): Promise<void> {
  const silent = await listSilentDevices(pool, new Date(now()), mostSilent)
  await Promise.all(
    silent.map(async (deviceNo) => {
      const device = await directory.findByNo(deviceNo)
      if (device)
        await submitAndWait(writer, (submission) => [{ kind: 'silence', device, listeningSince, submission }])
    }),
  )
}

/** Makes the look for silent devices that is to be repeated, and counts from anew when it could not be for a while. */
export function silenceWatch(parts: Parts): () => Promise<void> {
  let listeningSince = parts.now()
  let lookedAt = listeningSince
  return async () => {
    const now = parts.now()
    if (Math.abs(now - lookedAt) > mostBetweenLooksMs) listeningSince = now
    await announceExpired(parts.pool)
    await findSilent(parts, listeningSince)
    lookedAt = parts.now()
  }
}
