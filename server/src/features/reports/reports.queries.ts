import type { ReportType } from '@eot/contract/reports'
import { type Kysely, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { countRows } from '../../platform/db/count-rows.queries.ts'
import { contains } from '../../platform/db/search.queries.ts'
import type { ReportFacts, Words } from './report-facts.ts'

export interface ReportFilter {
  types?: readonly ReportType[] | undefined
  search?: string | undefined
  /** null: only reports that were not generated from an own report. */
  ownReportId?: string | null | undefined
}

export interface NewReport {
  id: string
  siteId: string
  type: ReportType
  name: string
  firstDay: string
  lastDay: string
  isScheduled: boolean
  sections?: readonly string[] | undefined
  deviceIds?: readonly string[] | null | undefined
  groupIds?: readonly string[] | undefined
  ownReportId?: string | null
  createdBy: string | null
  at: Date
}

export const reportQueries = (db: Kysely<Database>) => {
  const kept = () =>
    db
      .selectFrom('report')
      .innerJoin('site', 'site.id', 'report.site_id')
      .where('report.deleted_at', 'is', null)
      // A site that has moved to another customer leaves its reports behind.
      .where(sql<boolean>`report.customer_id is not distinct from customer_of(site.path)`)

  const described = (rows: ReturnType<typeof kept>) =>
    rows
      .leftJoin('app_user as author', 'author.id', 'report.created_by')
      .select([
        'report.id',
        'report.site_id',
        'report.type',
        'report.name',
        'report.first_day',
        'report.last_day',
      ])
      .select(['report.state', 'report.done', 'report.steps', 'report.receivers', 'report.created_at'])
      .select(['report.created_by', 'report.finished_at', 'report.is_scheduled', 'report.sections'])
      .select(['report.device_ids', 'report.group_ids', 'site.name as siteName', 'site.path as sitePath'])
      .select(['author.full_name as authorName', 'report.own_report_id'])
      .select(sql<Words | null>`report.facts -> 'headline'`.as('headline'))
      .select(sql<string | null>`report.facts ->> 'timeZone'`.as('timeZone'))

  const ofSite = (siteId: string, { types, search, ownReportId }: ReportFilter) =>
    kept()
      .where('report.site_id', '=', siteId)
      .$if(types !== undefined, (query) => query.where('report.type', 'in', [...(types ?? [])]))
      .$if(ownReportId !== undefined, (query) =>
        query.where('report.own_report_id', 'is not distinct from', ownReportId ?? null),
      )
      .$if(search !== undefined, (query) =>
        query.where((eb) => contains(eb.ref('report.name'), search ?? '')),
      )

  return {
    listReports: (siteId: string, filter: ReportFilter, order: 'asc' | 'desc', { limit, offset }: Slice) =>
      described(ofSite(siteId, filter))
        .orderBy('report.created_at', order)
        .orderBy('report.id', order)
        .limit(limit)
        .offset(offset)
        .execute(),

    countReports: (siteId: string, filter: ReportFilter): Promise<number> =>
      countRows(ofSite(siteId, filter)),

    findReport: (scope: Scope, id: string) =>
      described(kept())
        .where('report.id', '=', id)
        .where((eb) => inScope(eb.ref('site.path'), scope))
        .executeTakeFirst(),

    /** Finds the same for the job that generates it, and for its emails. */
    findWork: (id: string) => described(kept()).where('report.id', '=', id).executeTakeFirst(),

    async findFacts(id: string): Promise<ReportFacts | undefined> {
      const row = await db.selectFrom('report').where('id', '=', id).select('facts').executeTakeFirst()
      return (row?.facts ?? undefined) as ReportFacts | undefined // only `finish` writes it
    },

    /** Inserts a report. Returns whether it is new: a scheduled report of a period exists only once. */
    async insertReport(row: NewReport): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('report')
        .values({
          id: row.id,
          site_id: row.siteId,
          type: row.type,
          name: row.name,
          first_day: row.firstDay,
          last_day: row.lastDay,
          is_scheduled: row.isScheduled,
          sections: row.sections ? [...row.sections] : null,
          device_ids: row.deviceIds ? [...row.deviceIds] : null,
          group_ids: row.groupIds ? [...row.groupIds] : null,
          state: 'Waiting',
          own_report_id: row.ownReportId ?? null,
          created_by: row.createdBy,
          created_at: row.at,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },

    /** Counts waiting reports requested by users. Scheduled ones do not count toward their limit. */
    countRequested: (siteId: string): Promise<number> =>
      countRows(
        kept()
          .where('report.site_id', '=', siteId)
          .where('report.state', '=', 'Waiting')
          .where('report.is_scheduled', '=', false),
      ),

    /** Stores the progress. Returns whether the report is still to be generated. */
    async saveProgress(id: string, done: number, steps: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('report')
        .set({ done, steps })
        .where('id', '=', id)
        .where('state', '=', 'Waiting')
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    /** Ends the generation of a report. Returns whether it was in progress. */
    async finish(
      id: string,
      end: { state: 'Ready' | 'Failed' | 'Canceled'; at: Date; facts?: ReportFacts },
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('report')
        .set({
          state: end.state,
          finished_at: end.at,
          ...(end.facts && { facts: JSON.stringify(end.facts) }),
        })
        .where('id', '=', id)
        .where('state', '=', 'Waiting')
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    async setReceivers(id: string, receivers: number): Promise<void> {
      await db.updateTable('report').set({ receivers }).where('id', '=', id).execute()
    },

    /** Keeps the row of a scheduled one, so that it is not generated again. */
    async deleteReport(id: string, at: Date): Promise<void> {
      await sql`update report set deleted_at = ${at}, facts = null,
        state = case state when 'Waiting' then 'Canceled' else state end where id = ${id}`.execute(db)
    },

    async forget(before: Date): Promise<void> {
      await db.deleteFrom('report').where('created_at', '<', before).execute()
    },
  }
}

export type ReportRow = NonNullable<Awaited<ReturnType<ReturnType<typeof reportQueries>['findReport']>>>
