import type { SensorKey } from '@eot/contract/vocabulary'
import { type Kysely, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { stateVersion } from '../readings/index.ts'
import { selectDeviceStates, statusColumns } from './devices.queries.ts'

/** A device with its newest value of each requested kind, by the name of the kind. */
export type LatestRow = Awaited<ReturnType<ReturnType<typeof selectLatest>['execute']>>[number]

const reportColumns = [
  'device_state.reported_interval as reportedInterval',
  'device_state.latest_at as latestAt',
] as const
/** The columns of `device_state` that are read besides the values. */
export const stateColumns = [...statusColumns, ...reportColumns] as const

/** Selects the devices of a scope that have one of these kinds, sorted by name, without those that have been returned. */
export const selectLatest = (db: Kysely<Database>, scope: Scope, keys: readonly SensorKey[]) =>
  selectDeviceStates(db)
    .innerJoin('device_model', 'device_model.id', 'device.model_id')
    .where((eb) => inScope(eb.ref('site.path'), scope))
    .where('device.is_returned', '=', false)
    .where(sql<boolean>`device_model.kinds && ${keys}::text[]`)
    .select(['device.no as no', 'device.expires_at as expiresAt', ...reportColumns])
    .select(sql<string | null>`${sql.raw(stateVersion)}`.as('version'))
    .select(sql<number | null>`(device.settings ->> 'ReportInterval')::int`.as('reportInterval'))
    .select(keys.map((key) => sql.ref<number | null>(`device_state.${key.toLowerCase()}`).as(key)))
    .orderBy((eb) => eb.fn<string>('lower', ['device.name']))
    .orderBy('device.id')
