import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'

export const reminderQueries = (db: Kysely<Database>) => ({
  /** A subscription, if it still reminds and the alert is open and unconfirmed. */
  findReminding: (subscriptionId: string, alertId: string, now: Date) =>
    db
      .selectFrom('subscription')
      .where('subscription.id', '=', subscriptionId)
      .where('is_active', '=', true)
      .where('remind_after_minutes', 'is not', null)
      .where((eb) => eb.or([eb('paused_until', 'is', null), eb('paused_until', '<=', now)]))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('alert')
            .where('alert.id', '=', alertId)
            .where('ended_at', 'is', null)
            .where('confirmed', '=', false),
        ),
      )
      .select('events')
      .executeTakeFirst(),
})
