import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { deviceInScope, inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'

/**
 * The names of audited records by id, the last one for deleted sites and devices. Records outside the scope are left out, so that an old entry does not
 * show the name that a record has elsewhere now. A table whose records are audited adds a part here.
 */
export async function listSubjectNames(
  db: Kysely<Database>,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const isWanted = (id: Expression<string>) => sql<SqlBool>`${id} = any(${ids}::uuid[])`
  const rows = await db
    .selectFrom('site')
    .where((eb) => eb.and([isWanted(eb.ref('site.id')), inScope(eb.ref('site.path'), scope)]))
    .select(['site.id as id', 'site.name as name'])
    .unionAll(
      db
        .selectFrom('app_user')
        .innerJoin('site', 'site.id', 'app_user.site_id')
        .where((eb) => eb.and([isWanted(eb.ref('app_user.id')), inScope(eb.ref('site.path'), scope)]))
        .select(['app_user.id as id', 'app_user.full_name as name']),
    )
    .unionAll(
      db
        .selectFrom('device')
        .leftJoin('site', 'site.id', 'device.site_id')
        .where((eb) => eb.and([isWanted(eb.ref('device.id')), deviceInScope(eb.ref('site.path'), scope)]))
        .select(['device.id as id', 'device.name as name']),
    )
    .unionAll(
      db
        .selectFrom('former_site')
        .where((eb) => eb.and([isWanted(eb.ref('id')), inScope(eb.ref('path'), scope)]))
        .select(['id', 'name']),
    )
    .unionAll(
      db
        .selectFrom('former_device')
        .leftJoin('site', 'site.id', 'former_device.site_id')
        .leftJoin('former_site', 'former_site.id', 'former_device.site_id')
        .where(isWanted(sql.ref('former_device.id')))
        .where(deviceInScope(sql<string | null>`coalesce(site.path, former_site.path, site_path)`, scope))
        .select(['former_device.id', 'former_device.name']),
    )
    .unionAll(
      db
        .selectFrom('device_group')
        .innerJoin('site', 'site.id', 'device_group.site_id')
        .where((eb) => eb.and([isWanted(eb.ref('device_group.id')), inScope(eb.ref('site.path'), scope)]))
        .select(['device_group.id as id', 'device_group.name as name']),
    )
    .unionAll(
      db
        .selectFrom('report')
        .innerJoin('site', 'site.id', 'report.site_id')
        .where((eb) => eb.and([isWanted(eb.ref('report.id')), inScope(eb.ref('site.path'), scope)]))
        .select(['report.id as id', 'report.name as name']),
    )
    .unionAll(
      db
        .selectFrom('own_report')
        .innerJoin('site', 'site.id', 'own_report.site_id')
        .where((eb) => eb.and([isWanted(eb.ref('own_report.id')), inScope(eb.ref('site.path'), scope)]))
        .select(['own_report.id as id', 'own_report.name as name']),
    )
    .unionAll(
      db
        .selectFrom('user_list')
        .innerJoin('site', 'site.id', 'user_list.site_id')
        .where((eb) => eb.and([isWanted(eb.ref('user_list.id')), inScope(eb.ref('site.path'), scope)]))
        .select(['user_list.id as id', 'user_list.name as name']),
    )
    .unionAll(
      db
        .selectFrom('maintenance_window')
        .innerJoin('site', 'site.id', 'maintenance_window.site_id')
        .where((eb) =>
          eb.and([isWanted(eb.ref('maintenance_window.id')), inScope(eb.ref('site.path'), scope)]),
        )
        .select(['maintenance_window.id as id', 'maintenance_window.reason as name']),
    )
    .unionAll(
      db
        .selectFrom('system_message')
        .innerJoin('site', 'site.id', 'system_message.site_id')
        .where((eb) => eb.and([isWanted(eb.ref('system_message.id')), inScope(eb.ref('site.path'), scope)]))
        .select(['system_message.id as id', 'system_message.title as name']),
    )
    .unionAll(
      db
        .selectFrom('webhook_request')
        .innerJoin('site', 'site.id', 'webhook_request.site_id')
        .where((eb) => eb.and([isWanted(eb.ref('webhook_request.id')), inScope(eb.ref('site.path'), scope)]))
        .select(['webhook_request.id as id', 'webhook_request.name as name']),
    )
    .unionAll(
      db
        .selectFrom('webhook_event')
        .innerJoin('site', 'site.id', 'webhook_event.site_id')
        .where((eb) => eb.and([isWanted(eb.ref('webhook_event.id')), inScope(eb.ref('site.path'), scope)]))
        .select(['webhook_event.id as id', 'webhook_event.name as name']),
    )
    .unionAll(
      db
        .selectFrom('subscription')
        .innerJoin('site', 'site.id', 'subscription.site_id')
        .where((eb) => eb.and([isWanted(eb.ref('subscription.id')), inScope(eb.ref('site.path'), scope)]))
        .select(['subscription.id as id', 'subscription.name as name']),
    )
    .unionAll(
      db
        .selectFrom('gateway_token')
        .innerJoin('site', 'site.id', 'gateway_token.site_id')
        .where((eb) => eb.and([isWanted(eb.ref('gateway_token.id')), inScope(eb.ref('site.path'), scope)]))
        .select(['gateway_token.id as id', 'gateway_token.name as name']),
    )
    .unionAll(
      db
        .selectFrom('alert')
        .where((eb) => eb.and([isWanted(eb.ref('alert.id')), inScope(eb.ref('alert.site_path'), scope)]))
        .select(['alert.id as id', sql<string>`alert.type_key || ', ' || alert.device_name`.as('name')]),
    )
    .unionAll(
      db
        .selectFrom('device_model')
        .where((eb) => isWanted(eb.ref('device_model.id')))
        .select(['device_model.id as id', 'device_model.name as name']),
    )
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
