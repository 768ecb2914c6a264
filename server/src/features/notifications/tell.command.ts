import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { candidateQueries } from './candidates.queries.ts'
import { notificationQueries } from './notifications.queries.ts'
import { planNotifications, type Wanted } from './plan-notifications.ts'
import { scheduleEmails } from './schedule-messages.command.ts'
import type { NotificationKind } from './tables.ts'

/** When there is something to tell, by user. */
export type ReadyAt = Map<string, Date>

/**
 * Stores whom to tell, with the reason of those who are not. `kind`: if not that of the event. The messages of those
 * returned are to be scheduled in the same transaction, all at once: it locks the turns of all people in one order.
 */
export async function recordNotifications(
  tx: Kysely<Database>,
  wanted: readonly Wanted[],
  now: Date,
  kind?: NotificationKind,
): Promise<ReadyAt> {
  if (wanted.length === 0) return new Map()
  const people = await candidateQueries(tx).findPeople([...new Set(wanted.map(({ userId }) => userId))])
  const planned = planNotifications(wanted, people, now)
  return notificationQueries(tx).insertNotifications(
    planned.map(({ event, ...one }) => ({
      id: uuidv7(),
      eventSeq: event.seq,
      kind: kind ?? event.kind,
      at: event.at,
      sitePath: event.sitePath,
      deviceId: event.deviceId,
      alertId: event.alertId,
      channel: 'Email',
      createdAt: now,
      ...one,
    })),
  )
}

/** Stores whom to remind, and sets their messages going. */
export async function remind(tx: Kysely<Database>, wanted: readonly Wanted[], now: Date): Promise<void> {
  await scheduleEmails(tx, await recordNotifications(tx, wanted, now, 'AlertReminder'), now)
}

/** The earlier time of each user. */
export function earliest(a: ReadyAt, b: ReadyAt): ReadyAt {
  const merged = new Map(a)
  for (const [userId, at] of b) {
    const known = merged.get(userId)
    if (known === undefined || at < known) merged.set(userId, at)
  }
  return merged
}
