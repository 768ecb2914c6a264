import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { ownScope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { AppError, found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { type CommandRow, commandQueries } from './commands.queries.ts'

/** How long a command waits for its device. */
const lifeMs = 86_400_000

/** Queues a refresh of a device. Returns the pending one, if any. */
export async function refreshDevice(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  caller: Caller,
  deviceId: string,
): Promise<CommandRow> {
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const queries = commandQueries(tx)
    const device = found(await queries.holdDevice(ownScope(caller), deviceId), 'device_not_found')
    if (device.siteId === null) throw new AppError('device_not_claimed')
    const waiting = await queries.findWaiting(device.id, now)
    if (waiting) return waiting
    const id = uuidv7()
    await queries.insertCommand({
      id,
      deviceId: device.id,
      requestedBy: caller.userId,
      requestedAt: now,
      expiresAt: new Date(now.getTime() + lifeMs),
    })
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: device.siteId,
      action: 'device.refresh_requested',
      subjectId: device.id,
    })
    return queries.findCommand(id)
  })
}
