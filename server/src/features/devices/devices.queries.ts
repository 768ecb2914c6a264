import type { UnwatchedReason } from '@eot/contract/devices'
import type { DeviceSettings } from '@eot/contract/settings'
import { type Kysely, sql } from 'kysely'
import { isInactiveAt } from '../../access/raising-alerts.queries.ts'
import { deviceInScope, inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'

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

/** A key that was replaced, and when it expires. */
export interface FormerKey {
  hash: Buffer
  until: Date
}

/** Why alerts are not raised for a device at a site; the same conditions as for its readings. */
export const unwatched = sql<UnwatchedReason | null>`case
  when device.is_returned then 'Returned' when not device.is_active then 'Inactive'
  when device.expires_at <= now() then 'Expired'
  when ${isInactiveAt('site.path')} then 'SiteInactive'
end`

/** The columns of `device_state` from which the status of a device is shown. */
export const statusColumns = [
  'device_state.online as online',
  'device_state.online_changed_at as onlineChangedAt',
  'device_state.last_seen_at as lastSeenAt',
  'device_state.migrating as migrating',
  'device_state.resetting as resetting',
  'device_state.failing as failing',
] as const

/** Starts a statement for the states of devices that belong to a site. */
export const selectDeviceStates = (db: Kysely<Database>) =>
  db
    .selectFrom('device')
    .innerJoin('site', 'site.id', 'device.site_id')
    .leftJoin('device_state', 'device_state.device_no', 'device.no')
    .select([
      'device.id as id',
      'device.name as name',
      'site.id as siteId',
      'site.name as siteName',
      ...statusColumns,
      unwatched.as('unwatched'),
    ])

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
      ...statusColumns,
      unwatched.as('unwatched'),
    ])

  const inside = (scope: Scope) => described().where((eb) => deviceInScope(eb.ref('site.path'), scope))

  const find = (scope: Scope, id: string) => inside(scope).where('device.id', '=', id).executeTakeFirst()

  const listByIds = (ids: readonly string[]) =>
    described().where('device.id', '=', sql<string>`any(${ids}::uuid[])`).execute()

  /**
   * For locking devices, in the order of their ids. They are read by a second statement: the one that waits for a lock would
   * join a device that has moved meanwhile with its former site, and so find no site.
   */
  const rowsOf = (ids: readonly string[]) =>
    db.selectFrom('device').where('id', '=', sql<string>`any(${ids}::uuid[])`).select('id').orderBy('id')

  const ofSites = (scope: Scope) =>
    selectDeviceStates(db)
      .where((eb) => inScope(eb.ref('site.path'), scope))
      .orderBy((eb) => eb.fn<string>('lower', ['device.name']))
      .orderBy('device.id')

  return {
    /** Lists only devices that belong to a site, sorted by name. */
    listSiteDevices: (scope: Scope) => ofSites(scope).execute(),

    /** Lists those of them that have not been returned. */
    listDevicesAtWork: (scope: Scope) => ofSites(scope).where('device.is_returned', '=', false).execute(),

    /** Lists devices by id, such as those named by events; the order is unspecified. */
    listStatesByIds: (ids: readonly string[]) =>
      selectDeviceStates(db)
        .where('device.id', '=', sql<string>`any(${ids}::uuid[])`)
        .select('site.path as sitePath')
        .execute(),

    findDevice: find,

    /** Lists devices with their models and sites, in no particular order. Callers have checked who may see them. */
    listDevicesByIds: listByIds,

    /** Lists the same, locked for this transaction. The first reading of a device, which stores its state, is not blocked. */
    async holdDevicesByIds(ids: readonly string[]) {
      await rowsOf(ids).forNoKeyUpdate().execute()
      return listByIds(ids)
    },

    /** Returns the device, locked for this transaction. */
    async holdDevice(scope: Scope, id: string) {
      await rowsOf([id]).forUpdate().execute()
      return find(scope, id)
    },

    /** Finds the newest value of each kind, keyed by column name. */
    findLatest: (no: number) =>
      db.selectFrom('device_state').where('device_no', '=', no).selectAll().executeTakeFirst(),

    /** Finds a model by id or name, case-insensitive. */
    findModel: (idOrName: string) =>
      db
        .selectFrom('device_model')
        .where(sql<string>`${idOrName.toLowerCase()}`, 'in', sql<string>`(id::text, lower(name))`)
        .select(['id', 'name', 'kinds', 'is_active as isActive'])
        .orderBy('id')
        .executeTakeFirst(),

    /** Returns the device's keys, locked for this transaction. */
    async holdKeys(scope: Scope, id: string) {
      await rowsOf([id]).forUpdate().execute()
      const row = await db
        .selectFrom('device')
        .leftJoin('site', 'site.id', 'device.site_id')
        .where((eb) => deviceInScope(eb.ref('site.path'), scope))
        .where('device.id', '=', id)
        .select([
          'device.key_hash as keyHash',
          'device.former_key_hashes as formerHashes',
          'device.former_keys_until as formerUntil',
          'device.site_id as siteId',
        ])
        .executeTakeFirst()
      if (!row) return undefined
      const { keyHash, formerHashes, formerUntil, siteId } = row
      const former = formerHashes.map(
        (hash, at): FormerKey => ({ hash, until: formerUntil[at] ?? new Date(0) }),
      )
      return { keyHash, former, siteId }
    },

    async findClaimCode(id: string): Promise<Buffer | null> {
      const row = await db
        .selectFrom('device')
        .where('id', '=', id)
        .select('claim_code_hash')
        .executeTakeFirst()
      return row?.claim_code_hash ?? null
    },

    async setKeys(id: string, keyHash: Buffer | null, former: readonly FormerKey[]): Promise<void> {
      await db
        .updateTable('device')
        .set({
          key_hash: keyHash,
          former_key_hashes: former.map(({ hash }) => hash),
          former_keys_until: former.map(({ until }) => until),
        })
        .where('id', '=', id)
        .execute()
    },

    /** Gives devices their keys, unless somebody has changed them meanwhile. Returns the ids of those that have got one. */
    async setImportedKeys(
      keys: readonly { id: string; keyHash: Buffer; before: Buffer | null }[],
    ): Promise<Set<string>> {
      const rows = keys.map(({ id, keyHash, before }) => ({
        id,
        key: keyHash.toString('hex'),
        before: before?.toString('hex') ?? null,
      }))
      const given = await sql<{ id: string }>`
        update device set key_hash = decode(x.key, 'hex')
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id uuid, key text, before text)
        where device.id = x.id and device.key_hash is not distinct from decode(x.before, 'hex')
        returning device.id
      `.execute(db)
      return new Set(given.rows.map(({ id }) => id))
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
}

export type DeviceQueries = ReturnType<typeof deviceQueries>
export type DeviceRow = Awaited<ReturnType<DeviceQueries['listDevicesByIds']>>[number]
export type SiteDeviceRow = Awaited<ReturnType<DeviceQueries['listSiteDevices']>>[number]
