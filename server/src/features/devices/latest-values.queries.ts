import type { SensorKey } from '@eot/contract/vocabulary'
import { type Kysely, sql } from 'kysely'
import { isInactiveAt } from '../../access/raising-alerts.queries.ts'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { type KnownRows, type RowVersions, rowVersion, versionColumns } from '../../platform/db/known-rows.ts'
import { selectDeviceStates } from './devices.queries.ts'

/** A device with its newest value of each requested kind, by the name of the kind. */
export type LatestRow = Awaited<ReturnType<ReturnType<typeof selectLatest>['execute']>>[number]

/**
 * Lists the devices of a scope that have one of these kinds, with their newest values, sorted by name. Devices that have been
 * returned are left out. Reads only rows that have changed, or all if there are new ones. Needs no snapshot: a
 * device that changes between the two statements is returned with its newer values.
 */
export async function listLatest(
  db: Kysely<Database>,
  scope: Scope,
  keys: readonly SensorKey[],
  known: KnownRows<LatestRow>,
): Promise<readonly LatestRow[]> {
  const name = [scope.path, scope.includesSubSites, ...keys].join()
  const readAll = () => sorted(selectLatest(db, scope, keys)).execute()
  if (known.wasTooLong(name)) return readAll()
  const { rows } = await sql<RowVersions>`
    select ${sql.raw(versionColumns({ no: 'no', version: 'version' }))} from (
      select device.no, ${version} as version from device
      join site on site.id = device.site_id
      join device_model on device_model.id = device.model_id
      left join device_state on device_state.device_no = device.no
      where ${inScope(sql.ref('site.path'), scope)} and not device.is_returned and device_model.kinds && ${keys}::text[]
    ) listed
  `.execute(db)
  const [listed] = rows
  if (!listed || !known.hasRoomFor(name, listed.count)) return readAll()
  return known.list(name, listed, {
    all: readAll,
    some: (nos) =>
      selectLatest(db, scope, keys).where('device.no', '=', sql<number>`any(${nos}::int[])`).execute(),
  })
}

/** Includes whether a device is watched, which also depends on the time and on the sites above. */
const version = sql`${sql.raw(['device', 'site', 'device_state'].map(rowVersion).join(' || '))}
  || boolsend(coalesce(device.expires_at <= now(), false)) || boolsend(${isInactiveAt('site.path')})`

const sorted = (query: ReturnType<typeof selectLatest>) =>
  query.orderBy((eb) => eb.fn<string>('lower', ['device.name'])).orderBy('device.id')

const selectLatest = (db: Kysely<Database>, scope: Scope, keys: readonly SensorKey[]) =>
  selectDeviceStates(db)
    .innerJoin('device_model', 'device_model.id', 'device.model_id')
    .where((eb) => inScope(eb.ref('site.path'), scope))
    .where('device.is_returned', '=', false)
    .where(sql<boolean>`device_model.kinds && ${keys}::text[]`)
    .select([
      'device.no as no',
      sql<string>`encode(${version}, 'hex')`.as('version'),
      'device_state.reported_interval as reportedInterval',
      'device_state.latest_at as latestAt',
    ])
    .select(sql<number | null>`(device.settings ->> 'ReportInterval')::int`.as('reportInterval'))
    .select(keys.map((key) => sql.ref<number | null>(`device_state.${key.toLowerCase()}`).as(key)))
