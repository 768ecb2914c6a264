import type { DeviceSettings } from '@eot/contract/settings'
import type { DeviceStatus } from '@eot/contract/vocabulary'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { deviceInScope, deviceIsAtSites, inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { countRows } from '../../platform/db/count-rows.queries.ts'
import { inOrder, listIds } from '../../platform/db/list-ids.queries.ts'
import { contains } from '../../platform/db/search.queries.ts'

/** Which devices are listed; a filter that is absent or empty is met by all. */
export interface DeviceFilter {
  search?: string | undefined
  isClaimed?: boolean | undefined
  isActive?: boolean | undefined
  statuses?: readonly DeviceStatus[] | undefined
  modelIds?: readonly string[] | undefined
}

export interface DeviceOrder extends Slice {
  sortBy: 'Name' | 'Mac' | 'Site' | 'LastSeenAt'
  order: 'asc' | 'desc'
}

export interface NewDevice {
  id: string
  mac: string
  name: string
  modelId: string
  siteId: string | null
  isActive: boolean
  settings: DeviceSettings
  isReturned?: boolean
  expiresAt?: Date | null
  /** null: the device cannot report until it gets a key. */
  keyHash: Buffer | null
  claimCodeHash: Buffer | null
}

export const deviceQueries = (db: Kysely<Database>) => {
  const joined = () =>
    db
      .selectFrom('device')
      .innerJoin('device_model', 'device_model.id', 'device.model_id')
      .leftJoin('site', 'site.id', 'device.site_id')
      .leftJoin('device_state', 'device_state.device_no', 'device.no')

  const described = () =>
    joined().select([
      'device.id as id',
      'device.no as no',
      'device.name as name',
      'device.mac as mac',
      'device.is_active as isActive',
      'device.settings as settings',
      'device.expires_at as expiresAt',
      'device.is_returned as isReturned',
      'device.version as version',
      'device_model.id as modelId',
      'device_model.name as modelName',
      'device_model.kinds as kinds',
      'site.id as siteId',
      'site.name as siteName',
      'site.path as sitePath',
      'site.time_zone as timeZone',
      'device_state.firmware as firmware',
      'device_state.reported_interval as reportedInterval',
      'device_state.online as online',
      'device_state.online_changed_at as onlineChangedAt',
      'device_state.last_seen_at as lastSeenAt',
      'device_state.migrating as migrating',
      'device_state.resetting as resetting',
      'device_state.failing as failing',
    ])

  const inside = (scope: Scope) => described().where((eb) => deviceInScope(eb.ref('site.path'), scope))

  /** PostgreSQL leaves out the joins that a statement does not use. */
  const matching = (scope: Scope, filter: DeviceFilter) => {
    const { search, isClaimed, isActive, statuses = [], modelIds = [] } = filter
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
      .$if(search !== undefined, (query) =>
        query.where((eb) => eb.or([isNamed(search ?? ''), isOfModelOrSite(search ?? '')])),
      )
  }

  const states = () =>
    db
      .selectFrom('device')
      .innerJoin('site', 'site.id', 'device.site_id')
      .leftJoin('device_state', 'device_state.device_no', 'device.no')
      .select([
        'device.id as id',
        'device.name as name',
        'site.id as siteId',
        'site.name as siteName',
        'device_state.online as online',
        'device_state.online_changed_at as onlineChangedAt',
        'device_state.last_seen_at as lastSeenAt',
        'device_state.migrating as migrating',
        'device_state.resetting as resetting',
        'device_state.failing as failing',
      ])

  const ofSites = (scope: Scope) =>
    states()
      .where((eb) => inScope(eb.ref('site.path'), scope))
      .orderBy((eb) => eb.fn<string>('lower', ['device.name']))
      .orderBy('device.id')

  const queries = {
    async listPage(scope: Scope, filter: DeviceFilter, { sortBy, ...order }: DeviceOrder) {
      const { ids, total } = await listIds(db, matching(scope, filter), {
        ...order,
        id: 'device.id',
        by: sortExpressions[sortBy],
        isSearch: filter.search !== undefined,
      })
      return { rows: inOrder(await queries.listDevicesByIds(ids), ids), total }
    },

    countDevices: (scope: Scope, filter: DeviceFilter): Promise<number> => countRows(matching(scope, filter)),

    /** Only devices that belong to a site, sorted by name. */
    listSiteDevices: (scope: Scope) => ofSites(scope).execute(),

    /** Those of them that have not been returned. */
    listDevicesAtWork: (scope: Scope) => ofSites(scope).where('device.is_returned', '=', false).execute(),

    /** Devices by id, such as those named by events; the order is unspecified. */
    listStatesByIds: (ids: readonly string[]) =>
      states().where('device.id', '=', sql<string>`any(${ids}::uuid[])`).execute(),

    findDevice: (scope: Scope, id: string) => inside(scope).where('device.id', '=', id).executeTakeFirst(),

    /** Devices with their models and sites, in no particular order. Callers have checked who may see them. */
    listDevicesByIds: (ids: readonly string[]) =>
      described().where('device.id', '=', sql<string>`any(${ids}::uuid[])`).execute(),

    /** The same, locked for this transaction in the order of their ids. */
    holdDevicesByIds: (ids: readonly string[]) =>
      described()
        .where('device.id', '=', sql<string>`any(${ids}::uuid[])`)
        .orderBy('device.id')
        .forUpdate('device')
        .execute(),

    /** The device, locked for this transaction. */
    holdDevice: (scope: Scope, id: string) =>
      inside(scope).where('device.id', '=', id).forUpdate('device').executeTakeFirst(),

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

    /** The newest value of each kind, keyed by column name. */
    findLatest: (no: number) =>
      db.selectFrom('device_state').where('device_no', '=', no).selectAll().executeTakeFirst(),

    /** Case-insensitive. */
    findModel: (idOrName: string) =>
      db
        .selectFrom('device_model')
        .where(sql<string>`${idOrName.toLowerCase()}`, 'in', sql<string>`(id::text, lower(name))`)
        .select(['id', 'name', 'kinds', 'is_active as isActive'])
        .orderBy('id')
        .executeTakeFirst(),

    /** The device's key, locked for this transaction. */
    holdKey: (scope: Scope, id: string) =>
      db
        .selectFrom('device')
        .leftJoin('site', 'site.id', 'device.site_id')
        .where((eb) => deviceInScope(eb.ref('site.path'), scope))
        .where('device.id', '=', id)
        .select(['device.key_hash as keyHash', 'device.site_id as siteId'])
        .forUpdate('device')
        .executeTakeFirst(),

    async findClaimCode(id: string): Promise<Buffer | null> {
      const row = await db
        .selectFrom('device')
        .where('id', '=', id)
        .select('claim_code_hash')
        .executeTakeFirst()
      return row?.claim_code_hash ?? null
    },

    async setKeys(
      id: string,
      keys: { keyHash: Buffer | null; formerKeyHash: Buffer | null; formerUntil: Date | null },
    ): Promise<void> {
      await db
        .updateTable('device')
        .set({
          key_hash: keys.keyHash,
          former_key_hash: keys.formerKeyHash,
          former_key_until: keys.formerUntil,
        })
        .where('id', '=', id)
        .execute()
    },

    /** Gives devices without a key their first one. */
    async setFirstKeys(keys: readonly { id: string; keyHash: Buffer }[]): Promise<void> {
      const rows = keys.map(({ id, keyHash }) => ({ id, key: keyHash.toString('hex') }))
      await sql`
        update device set key_hash = decode(x.key, 'hex')
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id uuid, key text) where device.id = x.id
      `.execute(db)
    },

    insertDevice: (device: NewDevice): Promise<void> => deviceQueries(db).insertDevices([device]),

    async insertDevices(devices: readonly NewDevice[]): Promise<void> {
      if (devices.length === 0) return
      await db
        .insertInto('device')
        .values(
          devices.map((device) => ({
            id: device.id,
            mac: device.mac,
            name: device.name,
            model_id: device.modelId,
            site_id: device.siteId,
            is_active: device.isActive,
            settings: JSON.stringify(device.settings),
            is_returned: device.isReturned ?? false,
            expires_at: device.expiresAt ?? null,
            key_hash: device.keyHash,
            claim_code_hash: device.claimCodeHash,
          })),
        )
        .execute()
    },
  }
  return queries
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

export type DeviceQueries = ReturnType<typeof deviceQueries>
export type DeviceRow = Awaited<ReturnType<DeviceQueries['listDevicesByIds']>>[number]
export type SiteDeviceRow = Awaited<ReturnType<DeviceQueries['listSiteDevices']>>[number]
