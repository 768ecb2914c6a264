import type { RuleOverrides } from '@eot/contract/settings'
import { sensorKeys } from '@eot/contract/vocabulary'
import { type Kysely, sql } from 'kysely'
import { deviceInScope, inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import { siteIdsOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'

/** A record that sets rules. */
export interface RuleSetter {
  level: 'Model' | 'Site' | 'Device'
  id: string
  name: string
  version: number
  /** Path of a site; null for others. */
  path: string | null
  rules: RuleOverrides
}

/** The records whose rules apply together, each overriding those before it. */
export interface RuleChain {
  setters: RuleSetter[]
  /** The sensor kinds that have rules. */
  kinds: readonly string[]
  /** The site whose lists change with the last setter; null for a model and for a device in the inventory. */
  sitePath: string | null
  siteId: string | null
  /** The number of the device at the end of the chain. */
  deviceNo?: number
}

const tables = { Model: 'device_model', Site: 'site', Device: 'device' } as const

export const ruleQueries = (db: Kysely<Database>) => {
  /** Lists the sites on a path, from the root down. */
  async function listSetterSites(path: string): Promise<RuleSetter[]> {
    const rows = await db
      .selectFrom('site')
      .where('id', 'in', siteIdsOf(path))
      .orderBy((eb) => eb.fn<number>('length', ['site.path']))
      .select(['id', 'name', 'version', 'path', 'settings'])
      .execute()
    return rows.map(({ settings, ...row }) => ({ ...row, level: 'Site', rules: settings.Rules ?? {} }))
  }

  async function findModel(id: string) {
    const row = await db
      .selectFrom('device_model')
      .where('id', '=', id)
      .select(['id', 'name', 'version', 'settings', 'kinds'])
      .executeTakeFirst()
    if (!row) return undefined
    const { settings, kinds, ...rest } = row
    return { kinds, setter: { ...rest, level: 'Model', path: null, rules: settings.Rules ?? {} } as const }
  }

  return {
    /** Finds the chain of model, sites from the root down, and device. */
    async findDeviceChain(scope: Scope, id: string): Promise<(RuleChain & { deviceNo: number }) | undefined> {
      const row = await db
        .selectFrom('device')
        .leftJoin('site', 'site.id', 'device.site_id')
        .where((eb) => deviceInScope(eb.ref('site.path'), scope))
        .where('device.id', '=', id)
        .select([
          'device.no as no',
          'device.id as id',
          'device.name as name',
          'device.version as version',
          'device.settings as settings',
          'device.model_id as modelId',
          'device.site_id as siteId',
          'site.path as sitePath',
        ])
        .executeTakeFirst()
      const model = row && (await findModel(row.modelId))
      if (!row || !model) return undefined
      const { no, settings, modelId: _, siteId, sitePath, ...device } = row
      const sites = sitePath === null ? [] : await listSetterSites(sitePath)
      const own: RuleSetter = { ...device, level: 'Device', path: null, rules: settings.Rules ?? {} }
      return { deviceNo: no, setters: [model.setter, ...sites, own], kinds: model.kinds, sitePath, siteId }
    },

    /** Finds the chain of the sites from the root down. */
    async findSiteChain(scope: Scope, id: string): Promise<RuleChain | undefined> {
      const row = await db
        .selectFrom('site')
        .where((eb) => inScope(eb.ref('site.path'), scope))
        .where('id', '=', id)
        .select(['id', 'path'])
        .executeTakeFirst()
      if (!row) return undefined
      const setters = await listSetterSites(row.path)
      return { setters, kinds: sensorKeys, sitePath: row.path, siteId: row.id }
    },

    async findModelChain(id: string): Promise<RuleChain | undefined> {
      const model = await findModel(id)
      return model && { setters: [model.setter], kinds: model.kinds, sitePath: null, siteId: null }
    },

    /**
     * Locks the record until the end of the transaction; others may still add rows that refer to it. Also makes other changes of
     * rules wait: two concurrent changes could together switch a rule off without either of them ending its open alerts.
     */
    async hold({ level, id }: Pick<RuleSetter, 'level' | 'id'>): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtext('eot rules'))`.execute(db)
      await db.selectFrom(tables[level]).where('id', '=', id).select('id').forNoKeyUpdate().execute()
    },

    /** Replaces the rules of a record and increments its version. */
    async setRules({ level, id }: Pick<RuleSetter, 'level' | 'id'>, rules: RuleOverrides): Promise<void> {
      const settings =
        Object.keys(rules).length === 0
          ? sql<string>`settings - 'Rules'`
          : sql<string>`jsonb_set(settings, '{Rules}', ${JSON.stringify(rules)}::jsonb)`
      await db
        .updateTable(tables[level])
        .set({ settings, version: sql`version + 1` })
        .where('id', '=', id)
        .execute()
    },

    /** Lists alerts of a type that a device had at sites of the scope and that were open at some time in the range. */
    listRecorded: (scope: Scope, deviceId: string, typeKey: string, from: Date, to: Date) =>
      db
        .selectFrom('alert')
        .where((eb) => inScope(eb.ref('site_path'), scope))
        .where('device_id', '=', deviceId)
        .where('type_key', '=', typeKey)
        .where('started_at', '<', to)
        .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', from)]))
        .orderBy('started_at')
        .select(['started_at as startedAt', 'ended_at as endedAt', 'peak', 'disposition'])
        .execute(),
  }
}
