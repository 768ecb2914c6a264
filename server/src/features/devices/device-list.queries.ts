import { macPartOf } from '@eot/contract/mac'
import type { DeviceStatus } from '@eot/contract/vocabulary'
import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { deviceIsAtSites, inScope, isAtSites } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import { siteTallyQueries } from '../../access/site-tally.queries.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { countRows } from '../../platform/db/count-rows.queries.ts'
import { inOrder, listIds } from '../../platform/db/list-ids.queries.ts'
import { contains, containsInLower } from '../../platform/db/search.queries.ts'
import { deviceQueries } from './devices.queries.ts'

/** Which devices are listed; an absent or empty filter matches all. */
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

/** A search also finds devices of these. */
interface Named {
  siteIds: string[]
  modelIds: string[]
  /** The number of devices at these sites. */
  devices: number
}

/** Pages and lookups among all devices. */
export const deviceListQueries = (db: Kysely<Database>) => {
  /** Joins only what the filter or the order needs: PostgreSQL counts a single table by an index, twice as fast. */
  const matching = (scope: Scope, filter: DeviceFilter, named: Named, sortBy?: DeviceOrder['sortBy']) => {
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
      .$if(sortBy === 'Site', (query) => query.leftJoin('site', 'site.id', 'device.site_id'))
      .$if(sortBy === 'LastSeenAt' || statuses.length > 0, (query) =>
        query.leftJoin('device_state', 'device_state.device_no', 'device.no'),
      )
      .where((eb) => deviceIsAtSites(eb.ref('device.site_id'), scope))
      .$if(isClaimed !== undefined, (query) =>
        query.where('device.site_id', isClaimed ? 'is not' : 'is', null),
      )
      .$if(isActive !== undefined, (query) => query.where('device.is_active', '=', isActive ?? true))
      .$if(statuses.length > 0, (query) =>
        query.where(status, '=', sql<DeviceStatus>`any(${statuses}::text[])`),
      )
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
        query.where((eb) =>
          eb.or([
            isNamed(search ?? ''),
            ...isAny(eb.ref('device.site_id'), named.siteIds),
            ...isAny(eb.ref('device.model_id'), named.modelIds),
          ]),
        ),
      )
  }

  /**
   * Finds the models whose name matches, and the sites of a scope whose name matches with those below them, as in the global
   * search. Done before the search for devices, since PostgreSQL overestimates their number and would repeat it for each
   * device.
   */
  async function findNamed(scope: Scope, text: string | undefined): Promise<Named> {
    if (text === undefined) return { siteIds: [], modelIds: [], devices: 0 }
    const isNamed = contains(sql.ref('name'), text)
    const { rows } = await sql<Named>`
      with recursive named as (
        select id from site where ${isNamed} and ${inScope(sql.ref('path'), scope)}
        union select below.id from site below join named on below.parent_id = named.id
      )
      select array(select id::text from named) as "siteIds",
        array(select id::text from device_model where ${isNamed}) as "modelIds",
        (select coalesce(sum(tally.devices), 0) from named join site_tally tally on tally.site_id = named.id)::int as devices
    `.execute(db)
    return rows[0] as Named // a select without a table has one row
  }

  async function countDevices(scope: Scope, filter: DeviceFilter, named?: Named): Promise<number> {
    const { search, ...rest } = filter
    if (!isWithoutFilter(rest))
      return countRows(matching(scope, filter, named ?? (await findNamed(scope, search))))
    if (search === undefined) return siteTallyQueries(db).countDevices(scope)
    const { siteIds, modelIds, devices } = named ?? (await findNamed(scope, search))
    // A search for the name of a large site finds all its devices, which the tally counts.
    const elsewhere = matching(scope, filter, { siteIds: [], modelIds, devices: 0 }).where(({ eb, ref }) =>
      eb.or([
        eb('device.site_id', 'is', null),
        sql<SqlBool>`${ref('device.site_id')} <> all(${siteIds}::uuid[])`,
      ]),
    )
    return devices + (await countRows(elsewhere))
  }

  return {
    async listPage(scope: Scope, filter: DeviceFilter, { sortBy, ...order }: DeviceOrder) {
      const named = await findNamed(scope, filter.search)
      const { ids, total } = await listIds(db, matching(scope, filter, named, sortBy), {
        ...order,
        id: 'device.id',
        by: sortExpressions[sortBy],
        isSearch: filter.search !== undefined && named.siteIds.length === 0,
        count: () => countDevices(scope, filter, named),
      })
      return { rows: inOrder(await deviceQueries(db).listDevicesByIds(ids), ids), total }
    },

    countDevices,

    /** Lists up to `limit` devices, ordered by name. */
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

const isWithoutFilter = (filter: DeviceFilter) =>
  Object.values(filter).every((value) => value === undefined || (Array.isArray(value) && value.length === 0))

/** Matches the name or address. */
function isNamed(text: string): RawBuilder<SqlBool> {
  const parts = [...new Set([text, macPartOf(text) ?? text])]
  const matches = parts.map((part) => containsInLower(sql.ref('device.search_text'), part))
  return sql<SqlBool>`(${sql.join(matches, sql` or `)})`
}

/** No condition if there are none, since PostgreSQL would check it for each row. */
const isAny = (id: Expression<string | null>, ids: readonly string[]) =>
  ids.length === 0 ? [] : [sql<SqlBool>`${id} = any(${ids}::uuid[])`]

/** As in the contract's `deviceStatus`. A device that has never reported has no state. */
export const status = sql<DeviceStatus>`case
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
