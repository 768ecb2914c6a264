import type { Severity } from '@eot/contract/vocabulary'
import { type Kysely, sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { Database } from '../../database.ts'

export interface AnnouncementRow {
  id: string
  title: string
  description: string
  severity: Severity
  startsAt: Date
  endsAt: Date | null
  dismissedAt: Date | null
}

/**
 * Messages that are published for the caller's site or one above it, and for their role. A site that is no longer at or below
 * that of the message does not count.
 */
export const announcementQueries = (db: Kysely<Database>, caller: Caller) => {
  const published = () =>
    db
      .selectFrom('system_message as message')
      .leftJoin('system_message_dismissal as dismissal', (join) =>
        join.onRef('dismissal.message_id', '=', 'message.id').on('dismissal.user_id', '=', caller.userId),
      )
      .where('message.is_active', '=', true)
      .where(sql<boolean>`exists (
        select from system_message_site target join site on site.id = target.site_id
        join site own on own.id = message.site_id
        where target.message_id = message.id and starts_with(${caller.sitePath}, site.path)
          and starts_with(site.path, own.path))`)
      .where(sql<boolean>`(
        not exists (select from system_message_role target where target.message_id = message.id)
        or exists (
          select from system_message_role target join app_user on app_user.role_id = target.role_id
          where target.message_id = message.id and app_user.id = ${caller.userId}))`)

  const begun = (now: Date) =>
    published()
      .where('message.starts_at', '<=', now)
      .select([
        'message.id',
        'message.title',
        'message.description',
        'message.severity',
        'message.starts_at as startsAt',
        'message.ends_at as endsAt',
        'dismissal.dismissed_at as dismissedAt',
      ])

  return {
    /** Lists messages that have begun and not ended before `since`, newest first. */
    listBegun: (now: Date, since: Date): Promise<AnnouncementRow[]> =>
      begun(now)
        .where((eb) => eb.or([eb('message.ends_at', 'is', null), eb('message.ends_at', '>', since)]))
        .orderBy('message.starts_at', 'desc')
        .orderBy('message.id', 'desc')
        .execute(),

    findBegun: (id: string, now: Date): Promise<AnnouncementRow | undefined> =>
      begun(now).where('message.id', '=', id).executeTakeFirst(),

    /** Finds when the next message begins or ends; null if none will. */
    async findNextChange(now: Date): Promise<Date | null> {
      const row = await published()
        .select(
          sql<Date | null>`min(case when message.starts_at > ${now} then message.starts_at
            when message.ends_at > ${now} then message.ends_at end)`.as('at'),
        )
        .executeTakeFirst()
      return row?.at ?? null
    },

    async dismiss(id: string, at: Date): Promise<void> {
      await db
        .insertInto('system_message_dismissal')
        .values({ message_id: id, user_id: caller.userId, dismissed_at: at })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async showAgain(id: string): Promise<void> {
      await db
        .deleteFrom('system_message_dismissal')
        .where('message_id', '=', id)
        .where('user_id', '=', caller.userId)
        .execute()
    },
  }
}
