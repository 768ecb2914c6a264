import { insertAuditEntries } from '@eot/server/access/audit.queries'
import type { Database } from '@eot/server/database'
import { executeIn } from '@eot/server/platform/db/execute.queries'
import { type Kysely, sql } from 'kysely'
import type { AlertReview, PastAlert, Reviewer } from './review-alerts.ts'

export async function listDevicesWithOpenAlerts(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('alert')
    .where('ended_at', 'is', null)
    .select('device_id')
    .distinct()
    .execute()
  return rows.map((row) => row.device_id)
}

export const reviewQueries = (db: Kysely<Database>) => ({
  listAlerts: (): Promise<PastAlert[]> =>
    db
      .selectFrom('alert')
      .select([
        'id',
        'type_key as typeKey',
        sql<boolean>`exists (select from hint where hint.alert_id = alert.id and hint.kind = 'ProbableSteam')`.as(
          'isSteam',
        ),
        'device_no as deviceNo',
        'site_path as sitePath',
        'time_zone as timeZone',
        'started_at as startedAt',
        'ended_at as endedAt',
      ])
      .orderBy('started_at')
      .orderBy('id')
      .execute(),

  /** Lists all users who may confirm alerts. */
  listReviewers: (leastPriority: number): Promise<Reviewer[]> =>
    db
      .selectFrom('app_user')
      .innerJoin('site', 'site.id', 'app_user.site_id')
      .innerJoin('role', 'role.id', 'app_user.role_id')
      .where('role.priority', '>=', leastPriority)
      .select(['app_user.id as userId', 'site.path as sitePath'])
      .orderBy('app_user.email')
      .execute(),

  /** Stores confirmations with their past time, and audits them. */
  async storeReviews(reviews: readonly AlertReview[]): Promise<void> {
    const rows = JSON.stringify(reviews)
    const { rows: reviewed } = await sql<{ alertId: string; userId: string; siteId: string; at: Date }>`
      with x as (
        select * from jsonb_to_recordset(${rows}::jsonb)
          as x ("alertId" uuid, "userId" uuid, at timestamptz, comment text, disposition text)
      ), reviewed as (
        update alert a set confirmed = true, confirmed_by = x."userId", confirmed_at = x.at, comment = x.comment,
          disposition = x.disposition
        from x where a.id = x."alertId"
        returning a.id, a.site_id, a.confirmed_by, a.confirmed_at
      )
      select id as "alertId", confirmed_by as "userId", site_id as "siteId", confirmed_at as at
      from reviewed order by confirmed_at`.execute(db)
    const entries = reviewed.map(({ alertId, userId, siteId, at }) => ({
      at,
      actorId: userId,
      siteId,
      action: 'alert.confirmed' as const,
      subjectId: alertId,
    }))
    await insertAuditEntries(executeIn(db), entries)
  },

  /** Sets the time at which past events became known to the time of the event, instead of the creation of the demo. */
  async dateEvents(): Promise<void> {
    await sql`update event set stored_at = at where alert_id is not null`.execute(db)
  },

  /** Finds the next webhook attempt that is due by then. */
  async findDueWebhook(until: Date): Promise<{ id: string; attempts: number; next_at: Date } | undefined> {
    const due = await db
      .selectFrom('webhook_delivery')
      .where('status', '=', 'waiting')
      .where('next_at', '<=', until)
      .select(['id', 'attempts', 'next_at'])
      .orderBy('next_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    return due?.next_at ? { ...due, next_at: due.next_at } : undefined
  },

  /** Sets the time at which past alerts were raised, and removes their events so that they do not count as new. */
  async settlePast(): Promise<void> {
    await sql`update alert set raised_at = started_at`.execute(db)
    await sql`update event_cursor set seq = event_sequence.seq from event_sequence`.execute(db)
    await sql`delete from event`.execute(db)
  },
})
