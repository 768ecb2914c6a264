import type { DeviceSettings } from '@eot/contract/settings'
import { type Kysely, sql } from 'kysely'
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
  /** Stores the new values and increments the version. */
  async updateDevice(id: string, device: DeviceColumns): Promise<void> {
    await db
      .updateTable('device')
      .set({
        name: device.name,
        site_id: device.siteId,
        model_id: device.modelId,
        is_active: device.isActive,
        is_returned: device.isReturned,
        expires_at: device.expiresAt,
        settings: JSON.stringify(device.settings),
        version: sql`version + 1`,
      })
      .where('id', '=', id)
      .execute()
  },

  /** Deletes a device, except for its history: its readings and alerts stay under its number and id. */
  async deleteDevice(
    id: string,
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
          .where('device.id', '=', id)
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
    await db.deleteFrom('device').where('id', '=', id).execute()
  },
})
