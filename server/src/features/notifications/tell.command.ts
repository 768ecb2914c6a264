import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { candidateQueries } from './candidates.queries.ts'
import { notificationQueries } from './notifications.queries.ts'
import { planNotifications, type Wanted } from './plan-notifications.ts'
import { scheduleEmails } from './schedule-messages.command.ts'
import type { NotificationKind } from './tables.ts'

/** Stores whom to tell, with the reason of those who are not, and sets their messages going. `kind`: if not that of the event. */
export async function tell(
  tx: Kysely<Database>,
  wanted: readonly Wanted[],
  now: Date,
  kind?: NotificationKind,
): Promise<void> {
  if (wanted.length === 0) return
  const people = await candidateQueries(tx).findPeople([...new Set(wanted.map(({ userId }) => userId))])
  const planned = planNotifications(wanted, people, now)
  const readyAt = await notificationQueries(tx).insertNotifications(
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
  await scheduleEmails(tx, readyAt, now)
}
