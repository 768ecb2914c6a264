import type { DeviceStatus } from '@eot/contract/vocabulary'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { deviceIsAtSites, isAtSites } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { countRows } from '../../platform/db/count-rows.queries.ts'
import { inOrder, listIds } from '../../platform/db/list-ids.queries.ts'
import { contains } from '../../platform/db/search.queries.ts'
import { deviceQueries } from './devices.queries.ts'

/** Which devices are listed; a filter that is absent or empty is met by all. */
export interface DeviceFilter {
  search?: string | undefined
  isClaimed?: boolean | undefined
  isActive?: boolean | undefined
  statuses?: readonly DeviceStatus[] | undefined
  modelIds?: readonly string[] | undefined
  deviceIds?: readonly string[] | undefined
  groupIds?: readonly string[] | undefined
}

export interface DeviceOrder extends Slice {
  sortBy: 'Name' | 'Mac' | 'Site' | 'LastSeenAt'
  order: 'asc' | 'desc'
}

/** Pages and lookups among all devices. */
export const deviceListQueries = (db: Kysely<Database>) => {
  /** PostgreSQL leaves out the joins that a statement does not use. */
  const matching = (scope: Scope, filter: DeviceFilter) => {
    const {
      search,
      isClaimed,
      isActive,
      statuses = [],
      modelIds = [],
      deviceIds = [],
      groupIds = [],
    } = filter
    return db
      .selectFrom('device')
      .leftJoin('site', 'site.id', 'device.site_id')
      .leftJoin('device_state', 'device_state.device_no', 'device.no')
      .where((eb) => deviceIsAtSites(eb.ref('device.site_id'), scope))
      .$if(isClaimed !== undefined, (query) =>
        query.where('device.site_id', isClaimed ? 'is not' : 'is', null),
      )
      .$if(isActive !== undefined, (query) => query.where('device.is_active', '=', isActive ?? true))
      .$if(statuses.length > 0, (query) => query.where(status, '=', sql<string>`any(${statuses}::text[])`))
      .$if(modelIds.length > 0, (query) =>
        query.where('device.model_id', '=', sql<string>`any(${modelIds}::uuid[])`),
      )
      .$if(deviceIds.length > 0, (query) =>
        query.where('device.id', '=', sql<string>`any(${deviceIds}::uuid[])`),
      )
      .$if(groupIds.length > 0, (query) =>
        query.where('device.id', 'in', (eb) =>
          eb
            .selectFrom('device_group_device as member')
            .innerJoin('device_group', 'device_group.id', 'member.device_group_id')
            .where('device_group.id', '=', sql<string>`any(${groupIds}::uuid[])`)
            .where((group) => isAtSites(group.ref('device_group.site_id'), scope))
            .select('member.device_id'),
        ),
      )
      .$if(search !== undefined, (query) =>
        query.where((eb) => eb.or([isNamed(search ?? ''), isOfModelOrSite(search ?? '')])),
      )
  }

  return {
    async listPage(scope: Scope, filter: DeviceFilter, { sortBy, ...order }: DeviceOrder) {
      const { ids, total } = await listIds(db, matching(scope, filter), {
        ...order,
        id: 'device.id',
        by: sortExpressions[sortBy],
        isSearch: filter.search !== undefined,
      })
      return { rows: inOrder(await deviceQueries(db).listDevicesByIds(ids), ids), total }
    },

    countDevices: (scope: Scope, filter: DeviceFilter): Promise<number> => countRows(matching(scope, filter)),

    /** Up to `limit` devices, in the order of their names. */
    async lookUp(scope: Scope, search: string | undefined, limit: number) {
      const named = db
        .selectFrom('device')
        .where((eb) => deviceIsAtSites(eb.ref('device.site_id'), scope))
        .$if(search !== undefined, (query) => query.where(isNamed(search ?? '')))
      const { ids } = await listIds(db, named, {
        id: 'device.id',
        by: sortExpressions.Name,
        order: 'asc',
        isSearch: search !== undefined,
        limit,
        offset: 0,
      })
      const rows = await db
        .selectFrom('device')
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .select(['id', 'name'])
        .execute()
      return inOrder(rows, ids).map(({ id, name }) => ({ Id: id, Name: name }))
    },
  }
}

/** By its name or address. */
function isNamed(text: string): Expression<SqlBool> {
  const name = contains(sql.ref('device.name'), text)
  const isPartOfMac = /^[\da-f:]*$/i.test(text)
  return isPartOfMac ? sql<SqlBool>`(${name} or ${contains(sql.ref('device.mac'), text)})` : name
}

const isOfModelOrSite = (text: string) => sql<SqlBool>`(
  device.model_id in (select id from device_model where ${contains(sql.ref('name'), text)})
  or device.site_id in (select id from site where ${contains(sql.ref('name'), text)}))`

/** As in the contract's `deviceStatus`. A device that has never reported has no state. */
const status = sql<string>`case
  when device_state.migrating then 'MIGRATING'
  when device_state.resetting then 'RESET'
  when device_state.failing then case when device_state.online then 'ERROR ONLINE' else 'ERROR OFFLINE' end
  when device_state.online then 'ONLINE'
  else 'OFFLINE'
end`

const sortExpressions = {
  Name: sql<string>`lower(device.name)`,
  Mac: sql<string>`device.mac`,
  Site: sql<string>`lower(site.name)`,
  LastSeenAt: sql<Date>`device_state.last_seen_at`,
}
