import { type Kysely, sql } from 'kysely'
import { isInactiveAt } from '../../access/raising-alerts.queries.ts'
import type { Database } from '../../database.ts'
import { namedReceivers } from '../subscriptions/index.ts'
import { type PeriodType, periodTypes } from './report-period.ts'

/** A recurring report: one of the usual ones of a site, or an own report. */
export interface RepeatedReport {
  siteId: string
  type: PeriodType
  ownReportId: string | null
}

/** A report that someone subscribes to, or that has its own schedule. */
export interface WantedReport extends RepeatedReport {
  timeZone: string
  /** undefined: not planned before. */
  plannedUntil: Date | null
}

export interface ReportSettingRow {
  weekly: boolean
  monthly: boolean
  delivery: 'Attachment' | 'Link'
  paper: 'A4' | 'Letter'
}

/** The settings of a site that has not changed them. */
export const defaultSettings: ReportSettingRow = {
  weekly: true,
  monthly: true,
  delivery: 'Attachment',
  paper: 'A4',
}

/** Active subscriptions with the sites whose reports they include: those they name, else their own. */
const telling = (now: Date) => sql`
  select subscription.id, subscription.alert_types, place.id as site_id, place.path
    from subscription join site place on place.id = subscription.site_id
    where subscription.is_active and (paused_until is null or paused_until <= ${now})
      and (all_devices or not exists (select from subscription_site link where link.subscription_id = subscription.id))
  union
  select subscription.id, subscription.alert_types, place.id, place.path
    from subscription join site own on own.id = subscription.site_id
    join subscription_site link on link.subscription_id = subscription.id
    join site place on place.id = link.site_id and starts_with(place.path, own.path)
    where subscription.is_active and (paused_until is null or paused_until <= ${now})`

export const reportPlanQueries = (db: Kysely<Database>) => ({
  async listWanted(now: Date): Promise<WantedReport[]> {
    const { rows } = await sql<WantedReport>`
      with wanted as (
        select distinct telling.site_id, type.key as type, null::uuid as own_report_id
        from unnest(${[...periodTypes]}::text[]) as type (key)
        join (${telling(now)}) telling on telling.alert_types is null or type.key = any(telling.alert_types)
        left join report_setting setting on setting.site_id = telling.site_id
        where (type.key <> 'Pdf-Weekly' or coalesce(setting.weekly, true))
          and (type.key <> 'Pdf-Monthly' or coalesce(setting.monthly, true))
        union all
        select site_id, 'Pdf-' || schedule, id from own_report where schedule <> 'None'
      )
      select site.id as "siteId", site.time_zone as "timeZone", wanted.type, wanted.own_report_id as "ownReportId",
        report_cursor.planned_until as "plannedUntil"
      from wanted join site on site.id = wanted.site_id
      left join report_cursor on report_cursor.site_id = site.id and report_cursor.type = wanted.type
        and report_cursor.own_report_id is not distinct from wanted.own_report_id
      where not ${isInactiveAt('site.path')}
      order by 1, 3, 4 nulls first`.execute(db)
    return rows
  },

  /** Lists the users whom subscriptions name as receivers of the reports of a site. */
  async listReceivers(siteId: string, type: PeriodType, now: Date): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      with told as (
        select id from (${telling(now)}) telling
        where site_id = ${siteId} and (alert_types is null or ${type} = any(alert_types))
      )
      select distinct user_id as id
      from (${namedReceivers(() => sql`link.stage = 1 and rule.id in (select id from told)`)}) named
      order by 1`.execute(db)
    return rows.map(({ id }) => id)
  },

  /** Starts planning the reports of a site. */
  async insertCursor({ siteId, type, ownReportId }: RepeatedReport, from: Date): Promise<void> {
    await db
      .insertInto('report_cursor')
      .values({ site_id: siteId, type, own_report_id: ownReportId, planned_until: from })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },

  /** Locks the cursor until the transaction ends, so that the reports of a site are planned once and in order. */
  async lockCursor({ siteId, type, ownReportId }: RepeatedReport): Promise<Date | undefined> {
    const row = await db
      .selectFrom('report_cursor')
      .where('site_id', '=', siteId)
      .where('type', '=', type)
      .where('own_report_id', 'is not distinct from', ownReportId)
      .select('planned_until')
      .forUpdate()
      .executeTakeFirst()
    return row?.planned_until
  },

  async moveCursor({ siteId, type, ownReportId }: RepeatedReport, to: Date): Promise<void> {
    await db
      .updateTable('report_cursor')
      .set({ planned_until: to })
      .where('site_id', '=', siteId)
      .where('type', '=', type)
      .where('own_report_id', 'is not distinct from', ownReportId)
      .execute()
  },

  /** Deletes the cursors of reports that are no longer wanted, so that users who want them again do not get the missed ones. */
  async deleteCursors(except: readonly WantedReport[]): Promise<void> {
    const usual = except.filter(({ ownReportId }) => ownReportId === null)
    const kept = usual.map(({ siteId, type }) => `${siteId} ${type}`)
    await sql`
      delete from report_cursor
      where own_report_id is null and site_id || ' ' || type <> all(${kept}::text[])`.execute(db)
    // Looked up again, since a report that was added after the list was read already has a cursor.
    await sql`
      delete from report_cursor where own_report_id is not null and not exists (
        select from own_report join site on site.id = own_report.site_id
        where own_report.id = report_cursor.own_report_id and 'Pdf-' || own_report.schedule = report_cursor.type
          and not ${isInactiveAt('site.path')})`.execute(db)
  },

  async deleteCursorsOf(ownReportId: string): Promise<void> {
    await db.deleteFrom('report_cursor').where('own_report_id', '=', ownReportId).execute()
  },

  async getSettings(siteId: string): Promise<ReportSettingRow> {
    const row = await db
      .selectFrom('report_setting')
      .where('site_id', '=', siteId)
      .select(['weekly', 'monthly', 'delivery', 'paper'])
      .executeTakeFirst()
    return row ?? defaultSettings
  },

  async saveSettings(siteId: string, row: ReportSettingRow): Promise<void> {
    await db
      .insertInto('report_setting')
      .values({ site_id: siteId, ...row })
      .onConflict((conflict) => conflict.column('site_id').doUpdateSet(row))
      .execute()
  },
})
