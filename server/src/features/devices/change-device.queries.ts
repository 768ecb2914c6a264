import type { DeviceSettings } from '@eot/contract/settings'
import { type Kysely, sql } from 'kysely'
import { isInactiveAt, raisesAlertsSql } from '../../access/raising-alerts.queries.ts'
import type { Database } from '../../database.ts'

export interface DeviceColumns {
  name: string
  siteId: string | null
  modelId: string
  isActive: boolean
  isReturned: boolean
  expiresAt: Date | null
  settings: DeviceSettings
}

export const changeDeviceQueries = (db: Kysely<Database>) => ({
  /**
   * Stores the new values and increments the versions. A device never leaves a site for the inventory: it is released, which
   * gives the inventory a new record.
   */
  async updateDevices(devices: readonly { id: string; columns: DeviceColumns }[]): Promise<void> {
    const rows = devices.map(({ id, columns }) => ({ id, ...columns }))
    const { numAffectedRows } = await sql`
      update device set name = x.name, site_id = x."siteId", model_id = x."modelId", is_active = x."isActive",
        is_returned = x."isReturned", expires_at = x."expiresAt", settings = x.settings, version = version + 1
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id uuid, name text, "siteId" uuid, "modelId" uuid,
        "isActive" boolean, "isReturned" boolean, "expiresAt" timestamptz, settings jsonb)
      where device.id = x.id and (x."siteId" is not null or device.site_id is null)
    `.execute(db)
    if (Number(numAffectedRows) < devices.length) throw new Error('a device would be left without its site')
  },

  /** Lists which of these devices raise alerts now, and locks them, so that nobody can switch them off before the transaction ends. */
  async holdRaisingAlerts(nos: readonly number[]): Promise<number[]> {
    // Locked first and read second, so that the read finds the site of a device that has moved while its lock was awaited.
    await sql`select from device where no = any(${nos}::int[]) order by no for share`.execute(db)
    const { rows } = await sql<{ no: number }>`
      select device.no from device join site on site.id = device.site_id
      where device.no = any(${nos}::int[]) and ${sql.raw(raisesAlertsSql('device'))}
        and not ${isInactiveAt('site.path')}`.execute(db)
    return rows.map(({ no }) => no)
  },

  /** Deletes devices, except for their history: readings and alerts stay under their numbers and ids. */
  async deleteDevices(
    ids: readonly string[],
    end: { reason: 'Deleted' | 'Released'; at: Date; userId: string },
  ): Promise<void> {
    await db
      .insertInto('former_device')
      .columns([
        'id',
        'no',
        'mac',
        'name',
        'model_id',
        'site_id',
        'site_path',
        'reason',
        'ended_at',
        'ended_by',
      ])
      .expression((eb) =>
        eb
          .selectFrom('device')
          .leftJoin('site', 'site.id', 'device.site_id')
          .where('device.id', '=', sql<string>`any(${ids}::uuid[])`)
          .select([
            'device.id',
            'device.no',
            'device.mac',
            'device.name',
            'device.model_id',
            'device.site_id',
            'site.path',
            sql.lit(end.reason).as('reason'),
            sql<Date>`${end.at}::timestamptz`.as('ended_at'),
            sql<string>`${end.userId}::uuid`.as('ended_by'),
          ]),
      )
      .execute()
    await db.deleteFrom('device').where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()
  },
})
