import type { HintKind } from '@eot/contract/hints'
import { type Insertable, type Kysely, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'

export type NewHint = Omit<
  Insertable<Database['hint']>,
  'id' | 'dismissed_reason' | 'dismissed_comment' | 'dismissed_at' | 'dismissed_by'
>

export type HintRow = Awaited<ReturnType<ReturnType<typeof hintQueries>['listFound']>>[number]

const mostListed = 200
/** Enough to know how often hints are right, and fast to read even among millions. */
const mostCounted = 10_000
/** A hint that was not found for this long starts over, and is no longer dismissed. */
const forgottenAfter = '14 days'

/** The disposition of its alert decides whether a hint was right, unless the person who dismissed it did. */
const isRight = sql`dismissed_reason in ('Known', 'Fixed') or dismissed_reason is null
  and (kind = 'CorroboratedVape' and disposition = 'Real' or kind = 'ProbableSteam' and disposition = 'False')`
const isWrong = sql`dismissed_reason = 'Wrong' or dismissed_reason is null
  and (kind = 'CorroboratedVape' and disposition = 'False' or kind = 'ProbableSteam' and disposition = 'Real')`

export const hintQueries = (db: Kysely<Database>) => ({
  /**
   * Lists hints of rooms found since the given time, dismissed ones last, newest first, or the hints of an alert. Hints of
   * moved devices are left out.
   */
  listFound: (scope: Scope, of: { since: Date } | { alertId: string }) =>
    described(db, scope)
      .where((eb) =>
        'alertId' in of
          ? eb('hint.alert_id', '=', of.alertId)
          : eb.and([eb('hint.alert_id', 'is', null), eb('hint.last_at', '>=', of.since)]),
      )
      .orderBy(sql`hint.dismissed_reason is not null`)
      .orderBy('hint.first_at', 'desc')
      .orderBy('hint.id')
      .limit(mostListed)
      .execute(),

  findHint: (scope: Scope, id: string) => described(db, scope).where('hint.id', '=', id).executeTakeFirst(),

  /** Locks a hint until the transaction ends, so that answers to it are serialized. */
  async lockHint(id: string): Promise<void> {
    await db.selectFrom('hint').select('id').where('id', '=', id).forUpdate().execute()
  },

  /** Counts how often each kind was right since the given time, according to people's answers to the newest hints. */
  async countAnswers(scope: Scope, since: Date): Promise<{ kind: HintKind; right: number; wrong: number }[]> {
    const answered = db
      .selectFrom('hint')
      .innerJoin('site', 'site.id', 'hint.site_id')
      .leftJoin('alert', 'alert.id', 'hint.alert_id')
      .where((eb) => inScope(eb.ref('site.path'), scope))
      .where('hint.first_at', '>=', since)
      .select(['hint.kind', 'hint.dismissed_reason', 'alert.disposition'])
      .orderBy('hint.first_at', 'desc')
      .limit(mostCounted)
    return await db
      .selectFrom(answered.as('answered'))
      .select([
        'kind',
        sql<number>`(count(*) filter (where ${isRight}))::int`.as('right'),
        sql<number>`(count(*) filter (where ${isWrong}))::int`.as('wrong'),
      ])
      .groupBy('kind')
      .orderBy('kind')
      .execute()
  },

  /** Stores hints; known ones are updated to the latest finding. */
  async putHints(rows: readonly NewHint[]): Promise<void> {
    if (rows.length === 0) return
    const isForgotten = sql<boolean>`hint.last_at < excluded.last_at - ${sql.lit(forgottenAfter)}::interval`
    // Answers from another site stay there.
    const isNew = sql<boolean>`(${isForgotten} or hint.site_id <> excluded.site_id)`
    const unlessNew = (column: string) =>
      sql<never>`case when ${isNew} then null else hint.${sql.ref(column)} end`
    await db
      .insertInto('hint')
      .values([...rows])
      .onConflict((conflict) =>
        conflict.columns(['device_id', 'kind', 'subject']).doUpdateSet((eb) => ({
          site_id: eb.ref('excluded.site_id'),
          first_at: sql`case when ${isNew} then excluded.first_at else hint.first_at end`,
          last_at: eb.ref('excluded.last_at'),
          evidence: sql`excluded.evidence`,
          lead_seconds: eb.ref('excluded.lead_seconds'),
          rooms: eb.ref('excluded.rooms'),
          days: eb.ref('excluded.days'),
          dismissed_reason: unlessNew('dismissed_reason'),
          dismissed_comment: unlessNew('dismissed_comment'),
          dismissed_at: unlessNew('dismissed_at'),
          dismissed_by: unlessNew('dismissed_by'),
        })),
      )
      .execute()
  },

  async setDismissal(
    id: string,
    dismissal: Pick<
      Insertable<Database['hint']>,
      'dismissed_reason' | 'dismissed_comment' | 'dismissed_at' | 'dismissed_by'
    >,
  ): Promise<void> {
    await db.updateTable('hint').set(dismissal).where('id', '=', id).execute()
  },

  /** Deletes hints that were not found again since the given time. */
  async forgetHints(before: Date): Promise<void> {
    await db.deleteFrom('hint').where('last_at', '<', before).execute()
  },
})

const described = (db: Kysely<Database>, scope: Scope) =>
  db
    .selectFrom('hint')
    .innerJoin('site', 'site.id', 'hint.site_id')
    .innerJoin('device', (join) =>
      join.onRef('device.id', '=', 'hint.device_id').onRef('device.site_id', '=', 'hint.site_id'),
    )
    .leftJoin('app_user', 'app_user.id', 'hint.dismissed_by')
    .where((eb) => inScope(eb.ref('site.path'), scope))
    .selectAll('hint')
    .select([
      'site.name as site_name',
      'site.path as site_path',
      'device.name as device_name',
      'app_user.full_name as dismissed_by_name',
    ])
