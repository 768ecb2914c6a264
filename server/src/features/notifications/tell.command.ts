import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { portalNoticeQueries } from '../portal-notices/index.ts'
import { candidateQueries } from './candidates.queries.ts'
import { type DueMessage, notificationQueries } from './notifications.queries.ts'
import { isOfConnection, planNotifications, toldInPortal, type Wanted } from './plan-notifications.ts'
import type { Receiver } from './receiver-gates.ts'
import { lockPaces, scheduleMessages } from './schedule-messages.command.ts'
import type { NotificationKind } from './tables.ts'

interface Recording {
  now: Date
  /** Overrides the kind of the event. */
  kind?: NotificationKind
  /** Settings that have been read already. */
  people?: ReadonlyMap<string, Receiver>
}

/**
 * Stores a notification for each person and channel, with the reason if it is withheld, and delivers those in the
 * portal at once. Returns the messages to send. Schedule all of them with one call in the same transaction, since
 * scheduling locks the queues of all receivers in a fixed order.
 */
export async function recordNotifications(
  tx: Kysely<Database>,
  wanted: readonly Wanted[],
  { now, kind, people: known }: Recording,
): Promise<DueMessage[]> {
  if (wanted.length === 0) return []
  const people =
    known ?? (await candidateQueries(tx).findPeople([...new Set(wanted.map(({ userId }) => userId))]))
  const changed = wanted.filter(({ event }) => isOfConnection(event)).map(({ event }) => event.deviceId)
  const flapping = await notificationQueries(tx).listFlapping([...new Set(changed)], now)
  const planned = planNotifications(wanted, people, { flapping, isReminder: kind === 'AlertReminder', now })
  await portalNoticeQueries(tx).insertNotices(
    toldInPortal(wanted, people).map(({ event, userId }) => ({
      id: uuidv7(),
      userId,
      eventSeq: event.seq,
      kind: kind ?? event.kind,
      at: kind ? now : event.at,
      alertId: event.alertId,
      deviceId: event.deviceId,
      sitePath: event.sitePath,
      createdAt: now,
    })),
  )
  // Inserting a reminder may change an existing one.
  if (kind === 'AlertReminder') await lockPaces(tx, planned)
  return notificationQueries(tx).insertNotifications(
    planned.map(({ event, ...one }) => ({
      id: uuidv7(),
      eventSeq: event.seq,
      kind: kind ?? event.kind,
      at: event.at,
      sitePath: event.sitePath,
      deviceId: event.deviceId,
      alertId: event.alertId,
      createdAt: now,
      ...one,
    })),
  )
}

/** Stores reminders, and schedules their messages. */
export async function remind(tx: Kysely<Database>, wanted: readonly Wanted[], now: Date): Promise<void> {
  await scheduleMessages(tx, await recordNotifications(tx, wanted, { now, kind: 'AlertReminder' }), now)
}
