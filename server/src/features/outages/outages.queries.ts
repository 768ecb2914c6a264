import { type Kysely, sql } from 'kysely'
import { isInactiveAt, raisesAlertsSql } from '../../access/raising-alerts.queries.ts'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { intervalMs } from '../readings/index.ts'
import type { SilentDevice } from './outage-rule.ts'

export interface OutageRow {
  id: string
  siteId: string
  sitePath: string
}

/** How many devices fell silent in an outage, and how many still are. */
export interface OutageCounts {
  devices: number
  silent: number
}

const isOpenAlert = sql<boolean>`alert.type_key = 'Offline' and alert.ended_at is null`

export const outageQueries = (db: Kysely<Database>) => ({
  /** Lists devices with an open offline alert that were last heard since the given time. */
  async listSilent(since: Date): Promise<SilentDevice[]> {
    const rows = await db
      .selectFrom('alert')
      .innerJoin('device', 'device.no', 'alert.device_no')
      .innerJoin('device_state', 'device_state.device_no', 'alert.device_no')
      .where(isOpenAlert)
      .where('alert.started_at', '>=', since)
      .select(['alert.id', 'alert.site_path', 'alert.started_at', 'device_state.reported_interval'])
      .select(sql<number | null>`(device.settings ->> 'ReportInterval')::int`.as('configured_interval'))
      .execute()
    return rows.map((row) => ({
      alertId: row.id,
      sitePath: row.site_path,
      silentSince: row.started_at.getTime(),
      intervalMs: intervalMs(row.configured_interval, row.reported_interval),
    }))
  },

  /**
   * Counts the devices per site path that are not silent: online, or heard since the given time. Those that raise no alerts do
   * not count.
   */
  async countReporting(since: Date): Promise<Map<string, number>> {
    const counted = db
      .selectFrom('device_state')
      .innerJoin('device', 'device.no', 'device_state.device_no')
      .where(sql<boolean>`(device_state.online or device_state.last_seen_at >= ${since})`)
      .where(
        sql<boolean>`${sql.raw(raisesAlertsSql('device'))} and not exists (select from alert where alert.device_no = device.no and ${isOpenAlert})`,
      )
      .select(['device.site_id', sql<number>`count(*)::int`.as('devices')])
      .groupBy('device.site_id')
    const rows = await db
      .selectFrom(counted.as('counted'))
      .innerJoin('site', 'site.id', 'counted.site_id')
      .where(sql<boolean>`not ${isInactiveAt('site.path')}`)
      .select(['site.path', 'counted.devices'])
      .execute()
    return new Map(rows.map(({ path, devices }) => [path, devices]))
  },

  /** Lists the ongoing outages that have one of these alerts, oldest first. */
  listOpenOf: (alertIds: readonly string[]): Promise<OutageRow[]> =>
    db
      .selectFrom('outage')
      .where('ended_at', 'is', null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('outage_alert')
            .whereRef('outage_alert.outage_id', '=', 'outage.id')
            .where('outage_alert.alert_id', '=', sql<string>`any(${alertIds}::uuid[])`),
        ),
      )
      .select(['id', 'site_id as siteId', 'site_path as sitePath'])
      .orderBy('id')
      .execute(),

  async insertOutage(
    { id, siteId, sitePath }: OutageRow,
    { startedAt, detectedAt }: { startedAt: Date; detectedAt: Date },
  ): Promise<void> {
    await db
      .insertInto('outage')
      .values({
        id,
        site_id: siteId,
        site_path: sitePath,
        started_at: startedAt,
        ended_at: null,
        detected_at: detectedAt,
      })
      .execute()
  },

  async widenOutage({ id, siteId, sitePath }: OutageRow, startedAt: Date): Promise<void> {
    await db
      .updateTable('outage')
      .set({
        site_id: siteId,
        site_path: sitePath,
        started_at: sql<Date>`greatest(started_at, ${startedAt})`,
      })
      .where('id', '=', id)
      .execute()
  },

  /** Moves alerts into an outage, out of those they were in. */
  async linkAlerts(outageId: string, alertIds: readonly string[]): Promise<void> {
    await sql`insert into outage_alert (alert_id, outage_id) select unnest(${alertIds}::uuid[]), ${outageId}
      on conflict (alert_id) do update set outage_id = excluded.outage_id`.execute(db)
  },

  /** Deletes outages that have lost their alerts to a larger one. */
  async deleteEmpty(ids: readonly string[]): Promise<void> {
    await sql`delete from outage where id = any(${ids}::uuid[])
      and not exists (select from outage_alert where outage_id = outage.id)`.execute(db)
  },

  /** Counts the devices of an outage, and returns when the last of those that are back came back. */
  async countDevices(id: string): Promise<OutageCounts & { lastBackAt: Date | null }> {
    return db
      .selectFrom('outage_alert')
      .innerJoin('alert', 'alert.id', 'outage_alert.alert_id')
      .where('outage_alert.outage_id', '=', id)
      .select([
        sql<number>`count(*)::int`.as('devices'),
        sql<number>`(count(*) filter (where alert.ended_at is null))::int`.as('silent'),
        sql<Date | null>`max(alert.ended_at)`.as('lastBackAt'),
      ])
      .executeTakeFirstOrThrow()
  },

  async endOutage(id: string, at: Date): Promise<void> {
    await db
      .updateTable('outage')
      .set({ ended_at: sql<Date>`greatest(started_at, ${at})` })
      .where('id', '=', id)
      .execute()
  },

  /** Lists the outages with devices in the scope, newest first. */
  listOpen: (scope: Scope): Promise<(OutageRow & OutageCounts & { siteName: string; startedAt: Date })[]> =>
    db
      .selectFrom('outage')
      .innerJoin('site', 'site.id', 'outage.site_id')
      .innerJoin('outage_alert', 'outage_alert.outage_id', 'outage.id')
      .innerJoin('alert', 'alert.id', 'outage_alert.alert_id')
      .where('outage.ended_at', 'is', null)
      .where((eb) => inScope(eb.ref('alert.site_path'), scope))
      .select([
        'outage.id',
        'outage.site_id as siteId',
        'outage.site_path as sitePath',
        'site.name as siteName',
        'outage.started_at as startedAt',
        sql<number>`count(*)::int`.as('devices'),
        sql<number>`(count(*) filter (where alert.ended_at is null))::int`.as('silent'),
      ])
      .groupBy(['outage.id', 'site.name'])
      .orderBy('outage.started_at', 'desc')
      .orderBy('outage.id', 'desc')
      .execute(),
})
