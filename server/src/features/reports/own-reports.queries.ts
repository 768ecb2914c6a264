import type { ReportSectionKey } from '@eot/contract/report-model'
import type { Named } from '@eot/contract/wire'
import { type Kysely, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { countRows } from '../../platform/db/count-rows.queries.ts'
import { contains } from '../../platform/db/search.queries.ts'
import { type MemberName, memberNames } from '../subscriptions/index.ts'
import type { OwnReportTable } from './tables.ts'

export interface OwnReportFields {
  name: string
  sections: ReportSectionKey[]
  schedule: OwnReportTable['schedule']
  all_devices: boolean
}

export interface OwnReportPage extends Slice {
  sortBy: 'Name' | 'Site'
  order: 'asc' | 'desc'
}

/** The contents of an own report. */
export interface OwnReportPlan {
  name: string
  sections: string[]
  /** The chosen devices and those of the chosen groups; null: all. */
  deviceIds: string[] | null
}

export const ownReportQueries = (db: Kysely<Database>) => {
  const placed = () => db.selectFrom('own_report').innerJoin('site', 'site.id', 'own_report.site_id')
  const visible = (scope: Scope) => placed().where((eb) => inScope(eb.ref('site.path'), scope))

  /** Describes reports. People above the sites of the caller are left out. */
  const described = (own: Scope, rows: ReturnType<typeof placed>) =>
    rows
      .selectAll('own_report')
      .select(['site.name as siteName', 'site.path as sitePath', 'site.time_zone as timeZone'])
      .select(
        sql<Named | null>`(
          select jsonb_build_object('Id', person.id, 'Name', person.full_name)
          from app_user person join site home on home.id = person.site_id
          where person.id = own_report.created_by and person.deleted_at is null
            and ${inScope(sql.ref('home.path'), own)})`.as('createdBy'),
      )

  const matching = (scope: Scope, search: string | undefined) =>
    visible(scope).$if(search !== undefined, (query) =>
      query.where((eb) => contains(eb.ref('own_report.name'), search ?? '')),
    )

  return {
    listOwnReports: (
      { own, listed }: { own: Scope; listed: Scope },
      search: string | undefined,
      { sortBy, order, limit, offset }: OwnReportPage,
    ) =>
      described(own, matching(listed, search))
        .orderBy(sql`lower(${sql.ref(sortBy === 'Site' ? 'site.name' : 'own_report.name')})`, order)
        .orderBy(sql`lower(own_report.name)`, order)
        .orderBy('own_report.id', order)
        .limit(limit)
        .offset(offset)
        .execute(),

    countOwnReports: (scope: Scope, search?: string): Promise<number> => countRows(matching(scope, search)),

    countOfSite: (siteId: string): Promise<number> =>
      countRows(placed().where('own_report.site_id', '=', siteId)),

    /** Finds it with its devices and groups, and with the people and lists of the sites from `seenFrom`, a path, down. */
    findOwnReport: (own: Scope, id: string, seenFrom = own.path) =>
      described(own, visible(own))
        .where('own_report.id', '=', id)
        .select([
          memberNames('devices', null, 'own_report').as('devices'),
          memberNames('groups', null, 'own_report').as('groups'),
          receiverNames('user', seenFrom).as('users'),
          receiverNames('list', seenFrom).as('lists'),
          sql<number>`(
            (select count(*) from own_report_user link join app_user on app_user.id = link.user_id
              where link.own_report_id = own_report.id and app_user.deleted_at is null)
            + (select count(*) from own_report_user_list where own_report_id = own_report.id))::int`.as(
            'receiverTotal',
          ),
        ])
        .executeTakeFirst(),

    /** Locks it until the transaction ends, so that its changes are serialized. */
    async lockOwnReport(id: string): Promise<void> {
      await db.selectFrom('own_report').select('id').where('id', '=', id).forUpdate().execute()
    },

    async findPlan(id: string): Promise<OwnReportPlan | undefined> {
      const { rows } = await sql<OwnReportPlan>`
        select name, sections, case when not all_devices then array(
            select device_id from own_report_device where own_report_id = ${id}
            union
            select member.device_id from own_report_device_group link
              join device_group_device member on member.device_group_id = link.device_group_id
              where link.own_report_id = ${id}
          ) end as "deviceIds"
        from own_report where id = ${id}`.execute(db)
      return rows[0]
    },

    async insertOwnReport(
      row: OwnReportFields & { id: string; site_id: string; created_by: string; created_at: Date },
    ): Promise<void> {
      await db.insertInto('own_report').values(row).execute()
    },

    async updateOwnReport(id: string, fields: OwnReportFields): Promise<void> {
      await db
        .updateTable('own_report')
        .set({ ...fields, version: sql`version + 1` })
        .where('id', '=', id)
        .execute()
    },

    async deleteOwnReport(id: string): Promise<void> {
      await db.deleteFrom('own_report').where('id', '=', id).execute()
    },

    /** Lists the receivers of these reports, named directly or in active lists, ordered by id. */
    async listReceivers(ids: readonly string[]): Promise<{ ownReportId: string; userId: string }[]> {
      const { rows } = await sql<{ ownReportId: string; userId: string }>`
        select own_report_id as "ownReportId", user_id as "userId" from own_report_user
          where own_report_id = any(${[...ids]}::uuid[])
        union
        select link.own_report_id, member.user_id from own_report_user_list link
          join user_list on user_list.id = link.user_list_id and user_list.is_active
          join user_list_user member on member.user_list_id = user_list.id
          where link.own_report_id = any(${[...ids]}::uuid[])
        order by 1, 2`.execute(db)
      return rows
    },
  }
}

const receiverSources = {
  user: { link: 'own_report_user', column: 'user_id', source: 'app_user', name: 'full_name' },
  list: { link: 'own_report_user_list', column: 'user_list_id', source: 'user_list', name: 'name' },
} as const

/**
 * Names the receivers of the report `own_report`. Unlike the targets of subscriptions they may be of sites above it, since only
 * people there and at the site itself may read the report.
 */
function receiverNames(kind: keyof typeof receiverSources, seenFrom: string) {
  const { link, column, source, name } = receiverSources[kind]
  const memberName = sql.ref(`member.${name}`)
  return sql<MemberName[]>`(
    select coalesce(
      jsonb_agg(jsonb_build_object('id', member.id, 'name', ${memberName}) order by lower(${memberName}), member.id), '[]')
    from ${sql.table(link)} link join ${sql.table(source)} member on member.id = ${sql.ref(`link.${column}`)}
      join site home on home.id = member.site_id
    where link.own_report_id = own_report.id and starts_with(home.path, ${seenFrom})
      ${kind === 'user' ? sql`and member.deleted_at is null` : sql``})`
}

type Queries = ReturnType<typeof ownReportQueries>
export type OwnReportRow = NonNullable<Awaited<ReturnType<Queries['findOwnReport']>>>
export type ListedOwnReport = Awaited<ReturnType<Queries['listOwnReports']>>[number]
