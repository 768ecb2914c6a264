import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { deviceInScope, inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { contains } from '../../platform/db/search.queries.ts'

/**
 * Lists the names of audited records by id, the last known one for deleted sites and devices. Records outside the scope are
 * left out, so that an old entry does not reveal the record's current name elsewhere.
 */
export async function listSubjectNames(
  db: Kysely<Database>,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const isWanted = (id: string) => sql<SqlBool>`${sql.ref(id)} = any(${ids}::uuid[])`
  const alerts = sql`select alert.id, alert.type_key || ', ' || alert.device_name as name from alert
    where ${isWanted('alert.id')} and ${inScope(sql.ref('alert.site_path'), scope)}`
  const named = sql<{ id: string; name: string }>`${subjects(scope, isWanted)} union all ${alerts}`
  const { rows } = await named.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * Returns a query for the ids of audited records whose names contain a text. Alerts, of which there are millions, have no name
 * of their own.
 */
export const subjectsNamed = (scope: Scope, text: string): RawBuilder<unknown> =>
  sql`select id from (${subjects(scope, (_, name) => sql<SqlBool>`${contains(sql.ref(name), text)}`)}) named`

/** Tables of audited records that belong to a site, and their name column. Add a line here for a new one. */
const atSites = {
  app_user: 'full_name',
  device_group: 'name',
  gateway_token: 'name',
  maintenance_window: 'reason',
  own_report: 'name',
  report: 'name',
  subscription: 'name',
  system_message: 'title',
  user_list: 'name',
  webhook_event: 'name',
  webhook_request: 'name',
} as const satisfies Partial<Record<keyof Database, string>>

/** Returns a query for `id` and `name` of the records for which `isWanted` is true of these columns. */
function subjects(scope: Scope, isWanted: (id: string, name: string) => RawBuilder<SqlBool>) {
  const parts = [
    sql`select site.id, site.name from site
      where ${isWanted('site.id', 'site.name')} and ${inScope(sql.ref('site.path'), scope)}`,
    sql`select device.id, device.name from device left join site on site.id = device.site_id
      where ${isWanted('device.id', 'device.name')} and ${deviceInScope(sql.ref('site.path'), scope)}`,
    sql`select former_site.id, former_site.name from former_site
      where ${isWanted('former_site.id', 'former_site.name')} and ${inScope(sql.ref('former_site.path'), scope)}`,
    sql`select former_device.id, former_device.name from former_device
      left join site on site.id = former_device.site_id
      left join former_site on former_site.id = former_device.site_id
      where ${isWanted('former_device.id', 'former_device.name')}
        and ${deviceInScope(sql<string | null>`coalesce(site.path, former_site.path, former_device.site_path)`, scope)}`,
    sql`select device_model.id, device_model.name from device_model
      where ${isWanted('device_model.id', 'device_model.name')}`,
    ...Object.entries(atSites).map(([table, column]) => {
      const [id, name] = [`${table}.id`, `${table}.${column}`]
      return sql`select ${sql.ref(id)}, ${sql.ref(name)} from ${sql.table(table)}
        join site on site.id = ${sql.ref(`${table}.site_id`)}
        where ${isWanted(id, name)} and ${inScope(sql.ref('site.path'), scope)}`
    }),
  ]
  return sql.join(parts, sql` union all `)
}
