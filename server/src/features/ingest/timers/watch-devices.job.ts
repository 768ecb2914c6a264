import type pg from 'pg'
import type { Database } from '../../../database.ts'
import { AppError } from '../../../platform/app-error.ts'
import { executeIn } from '../../../platform/db/execute.queries.ts'
import { queryBuilder } from '../../../platform/db/query-builder.ts'
import { appendEvents } from '../../events/index.ts'
import { arrivalOf } from '../devices/arrival.ts'
import type { DeviceDirectory } from '../devices/device-directory.ts'
import type { DeviceWriter } from '../writer/device-writer.ts'
import { endDeviceAlerts } from '../writer/end-device-alerts.command.ts'
import { endOfEvent, eventKindOf } from '../writer/event-ends.ts'
import { DeviceLocked } from '../writer/locked-devices.ts'
import { submitAndWait } from '../writer/submit-and-wait.ts'
import { announceExpired, listDueTimers, listExpired, listSilentDevices } from './watch-devices.queries.ts'

interface Parts {
  pool: pg.Pool
  directory: DeviceDirectory
  writer: DeviceWriter
  now: () => number
}

const mostPerRun = 1000
const mostSilent = 5000
const mostExpired = 5000
/** After a longer gap between checks devices may have gone unheard: the database was unreachable or the program stopped. */
const mostBetweenLooksMs = 60_000

/** Passes due timers to the writer: completed holds, expired moments, stale alerts and events without an end. */
export async function fireTimers({ pool, directory, writer, now }: Parts): Promise<void> {
  const due = await listDueTimers(pool, new Date(now()), mostPerRun)
  const devices = await directory.findByNos(due.map((timer) => timer.device_no))
  await Promise.all(
    due.map(async (timer) => {
      const device = devices.get(timer.device_no)
      if (!device) return
      const { type_key: typeKey } = timer
      const event = eventKindOf(typeKey)
      await submitIfPossible(writer, (submission) => [
        ...(event ? [endOfEvent(device, event, arrivalOf(device, now()), submission)] : []),
        { kind: 'tick', device, typeKey, submission },
      ])
    }),
  )
}

/**
 * Finds devices that have been silent for too long. Time before `listeningSince` does not count, since the program was
 * not listening then.
 */
export async function findSilent(
  { pool, directory, writer, now }: Parts,
  listeningSince: number,
): Promise<void> {
  const silent = await listSilentDevices(pool, new Date(now()), mostSilent)
  const devices = await directory.findByNos(silent)
  await Promise.all(
    [...devices.values()].map((device) =>
      submitIfPossible(writer, (submission) => [{ kind: 'silence', device, listeningSince, submission }]),
    ),
  )
}

/**
 * Leaves a device that is locked, or whose inputs cannot be stored, which the writer logs, to a later run. If the run failed,
 * silence of the other devices would not count either.
 */
async function submitIfPossible(...submitted: Parameters<typeof submitAndWait>): Promise<void> {
  await submitAndWait(...submitted).catch((error: unknown) => {
    const isOfDevice =
      error instanceof DeviceLocked || (error instanceof AppError && error.code === 'internal_error')
    if (!isOfDevice) throw error
  })
}

/** Ends the open alerts of expired devices. Expiring is not a change that would trigger it. */
export async function endExpired({ pool, now }: Pick<Parts, 'pool' | 'now'>): Promise<void> {
  const deviceNos = await listExpired(pool, mostExpired)
  if (deviceNos.length === 0) return
  const ends = {
    deviceNos,
    typeKeys: null,
    at: new Date(now()),
    reason: 'DeviceExpired' as const,
    userId: null,
  }
  await queryBuilder<Database>(pool)
    .transaction()
    .execute(async (tx) => {
      const execute = executeIn(tx)
      await appendEvents(execute, await endDeviceAlerts(execute, ends))
    })
}

/**
 * Creates the periodic check for expired and silent devices. After a gap between checks, silence counts from the next check.
 * While no process receives readings (`isListening`), no device counts as silent.
 */
export function silenceWatch(
  parts: Parts,
  isListening: () => Promise<boolean> = async () => true,
): () => Promise<void> {
  let listeningSince = parts.now()
  let lookedAt = listeningSince
  return async () => {
    const now = parts.now()
    if (Math.abs(now - lookedAt) > mostBetweenLooksMs || !(await isListening())) listeningSince = now
    const [expiry] = await Promise.allSettled([announceExpired(parts.pool).then(() => endExpired(parts))])
    await findSilent(parts, listeningSince)
    lookedAt = parts.now()
    if (expiry.status === 'rejected') throw expiry.reason
  }
}
