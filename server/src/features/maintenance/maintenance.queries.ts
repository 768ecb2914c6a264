import { maintenanceDays } from '@eot/contract/maintenance'
import type { Named } from '@eot/contract/wire'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import { siteIdsOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { countRows } from '../../platform/db/count-rows.queries.ts'
import { contains } from '../../platform/db/search.queries.ts'
import { covers, isNotUrgent } from './in-maintenance.queries.ts'

export type Period = 'Now' | 'Planned' | 'Past'

export interface MaintenanceFilter {
  search?: string | undefined
  period?: Period | undefined
}

export interface MaintenancePage extends Slice {
  order: 'asc' | 'desc'
}

export interface MaintenanceFields {
  starts_at: Date
  ends_at: Date
  reason: string
  tells_urgent: boolean
}

const hasEnded = (now: Date) => sql<SqlBool>`maintenance.ends_at <= ${now}`
const hasBegun = (now: Date) => sql<SqlBool>`maintenance.starts_at <= ${now}`

const isIn: Record<Period, (now: Date) => ReturnType<typeof hasEnded>> = {
  Now: (now) => sql<SqlBool>`${hasBegun(now)} and not ${hasEnded(now)}`,
  Planned: (now) => sql<SqlBool>`not ${hasBegun(now)}`,
  Past: (now) =>
    sql<SqlBool>`${hasEnded(now)} and maintenance.ends_at > ${new Date(now.getTime() - maintenanceDays * 86_400_000)}`,
}
const periods = Object.keys(isIn) as Period[] // keys of the object above

/** Current ones by their end, then future ones by their start, then past ones, the last one first. */
const rank = (now: Date) => sql<number>`case
  when ${hasEnded(now)} then 3e10 - extract(epoch from maintenance.ends_at)
  when ${hasBegun(now)} then extract(epoch from maintenance.ends_at)
  else 1e10 + extract(epoch from maintenance.starts_at) end`

const deviceCount = sql<number>`(
  select count(*)::int from device covered join site place on place.id = covered.site_id
  where not covered.is_returned and starts_with(place.path, site.path)
    and ${covers({ sitePath: 'place.path', deviceId: 'covered.id' })})`

const alertCount = sql<number>`(
  select count(*)::int from alert
  where alert.started_at >= maintenance.starts_at and alert.started_at < maintenance.ends_at
    and ${covers({ sitePath: 'alert.site_path', deviceId: 'alert.device_id' })} and ${isNotUrgent('alert.type_key')})`

export const maintenanceQueries = (db: Kysely<Database>) => {
  const windows = () =>
    db.selectFrom('maintenance_window as maintenance').innerJoin('site', 'site.id', 'maintenance.site_id')

  /** Describes windows. Sites and people above those of the caller are left out. */
  const described = (own: Scope, rows: ReturnType<typeof windows>) => {
    const person = (column: 'created_by' | 'ended_by') => sql<Named | null>`(
      select jsonb_build_object('Id', person.id, 'Name', person.full_name)
      from app_user person join site home on home.id = person.site_id
      where person.id = ${sql.ref(`maintenance.${column}`)} and ${inScope(sql.ref('home.path'), own)})`
    // A device that has left the sites of the reader may have another name elsewhere.
    const deviceName = sql<string | null>`case when maintenance.device_id is not null then coalesce((
      select device.name from device join site place on place.id = device.site_id
      where device.id = maintenance.device_id and ${inScope(sql.ref('place.path'), own)}), 'A device') end`
    return rows
      .leftJoin('device_group', 'device_group.id', 'maintenance.device_group_id')
      .selectAll('maintenance')
      .select([
        'site.name as siteName',
        'site.path as sitePath',
        'site.time_zone as timeZone',
        'device_group.name as groupName',
        deviceName.as('deviceName'),
        person('created_by').as('createdBy'),
        person('ended_by').as('endedBy'),
      ])
      .select(sql<boolean>`${inScope(sql.ref('site.path'), own)}`.as('isSiteSeen'))
  }

  const visible = (scope: Scope) => windows().where((eb) => inScope(eb.ref('site.path'), scope))

  const matching = (scope: Scope, { search, period }: MaintenanceFilter, now: Date) =>
    visible(scope)
      .where((eb) => eb.or((period ? [period] : periods).map((name) => isIn[name](now))))
      .$if(search !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            contains(eb.ref('maintenance.reason'), search ?? ''),
            contains(eb.ref('site.name'), search ?? ''),
          ]),
        ),
      )

  return {
    listWindows: (
      { own, listed }: { own: Scope; listed: Scope },
      filter: MaintenanceFilter,
      page: MaintenancePage,
      now: Date,
    ) =>
      described(own, matching(listed, filter, now))
        .select([deviceCount.as('deviceCount'), alertCount.as('alertCount')])
        .orderBy(rank(now), page.order)
        .orderBy('maintenance.id', page.order)
        .limit(page.limit)
        .offset(page.offset)
        .execute(),

    countWindows: (scope: Scope, filter: MaintenanceFilter, now: Date): Promise<number> =>
      countRows(matching(scope, filter, now)),

    /** Lists those that cover a site of the scope, or the device of the scope at `device`. */
    listActive: (
      { own, listed }: { own: Scope; listed: Scope },
      device: { id: string; sitePath: string } | undefined,
      now: Date,
    ) =>
      described(own, windows())
        .where(isIn.Now(now))
        .$if(device === undefined, (query) =>
          query.where((eb) => eb.or([inScope(eb.ref('site.path'), listed), isFromAbove(listed)])),
        )
        .$if(device !== undefined, (query) =>
          query.where(sql<SqlBool>`exists (
            select from (select ${device?.sitePath ?? ''}::text as path, ${device?.id ?? null}::uuid as id) given
            where ${covers({ sitePath: 'given.path', deviceId: 'given.id' })})`),
        )
        .orderBy('maintenance.ends_at')
        .orderBy('maintenance.id')
        .execute(),

    findWindow: (own: Scope, id: string) =>
      described(own, visible(own)).where('maintenance.id', '=', id).executeTakeFirst(),

    /** Locks a window until the transaction ends, so that its changes are serialized. */
    async lockWindow(id: string): Promise<void> {
      await db.selectFrom('maintenance_window').select('id').where('id', '=', id).forUpdate().execute()
    },

    /**
     * Finds the place of a device or device group of the scope; undefined for one without a site. `hold`: it cannot move until
     * the transaction ends.
     */
    async findTarget(
      table: 'device' | 'device_group',
      scope: Scope,
      id: string,
      hold = false,
    ): Promise<{ siteId: string; sitePath: string } | undefined> {
      const { rows } = await sql<{ siteId: string; sitePath: string }>`
        select site.id as "siteId", site.path as "sitePath"
        from ${sql.table(table)} target join site on site.id = target.site_id
        where target.id = ${id} and ${inScope(sql.ref('site.path'), scope)}
        ${hold ? sql`for share of target` : sql``}`.execute(db)
      return rows[0]
    },

    findSitePathOf: (id: string) =>
      windows().where('maintenance.id', '=', id).select('site.path').executeTakeFirst(),

    async insertWindow(
      row: MaintenanceFields & {
        id: string
        site_id: string
        device_group_id: string | null
        device_id: string | null
        created_by: string
      },
    ): Promise<void> {
      await db.insertInto('maintenance_window').values(row).execute()
    },

    async updateWindow(id: string, fields: MaintenanceFields & { ended_by?: string }): Promise<void> {
      await db
        .updateTable('maintenance_window')
        .set({ ...fields, version: sql`version + 1` })
        .where('id', '=', id)
        .execute()
    },

    async deleteWindow(id: string): Promise<void> {
      await db.deleteFrom('maintenance_window').where('id', '=', id).execute()
    },
  }
}

/** Whether it belongs to a site above the scope, and covers at least one device of the scope if it covers only a group. */
const isFromAbove = (scope: Scope) => sql<SqlBool>`
  maintenance.site_id = any(${siteIdsOf(scope.path)}::uuid[]) and maintenance.device_id is null
  and (maintenance.device_group_id is null or exists (
    select from device_group_device member
    join device on device.id = member.device_id
    join site place on place.id = device.site_id
    where member.device_group_id = maintenance.device_group_id and ${inScope(sql.ref('place.path'), scope)}))`

export type MaintenanceWindowRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof maintenanceQueries>['findWindow']>>
>
