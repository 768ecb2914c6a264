import { type Kysely, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { ConnectionChange } from './connection-periods.ts'

interface ConnectedDevice {
  createdAt: Date
  /** null: it has never reported. */
  isOnline: boolean | null
}

export const connectionQueries = (db: Kysely<Database>) => ({
  findDevice: (scope: Scope, id: string): Promise<ConnectedDevice | undefined> =>
    db
      .selectFrom('device')
      .innerJoin('site', 'site.id', 'device.site_id')
      .leftJoin('device_state', 'device_state.device_no', 'device.no')
      .where((eb) => inScope(eb.ref('site.path'), scope))
      .where('device.id', '=', id)
      .select(['device.created_at as createdAt', 'device_state.online as isOnline'])
      .executeTakeFirst(),

  /** Lists changes in the order in which they were stored. */
  async listChanges(scope: Scope, deviceId: string, from: Date): Promise<ConnectionChange[]> {
    const { rows } = await sql<ConnectionChange>`
      select at, kind = 'DeviceOnline' as "isOnline", ${inScope(sql.ref('event.site_path'), scope)} as "isVisible"
      from event
      where device_id = ${deviceId} and kind in ('DeviceOnline', 'DeviceOffline') and at >= ${from}
      order by seq`.execute(db)
    return rows
  },
})
