import type { SensorKey } from '@eot/contract/vocabulary'
import type { Kysely } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { type DeviceListCache, readChanges } from '../readings/index.ts'
import { type LatestRow, selectLatest, stateColumns } from './latest-values.queries.ts'
import { type LatestDevice, latestDeviceOf } from './latest-values.wire.ts'

type AliasOf<Column> = Column extends `${string} as ${infer Alias}` ? Alias : never
type StateAlias = AliasOf<(typeof stateColumns)[number]>

/** What is read of a device whose state has changed. */
type LatestState = Pick<LatestRow, StateAlias | SensorKey | 'no'> & { version: string }

/** A request for the devices of a scope. */
export interface LatestRequest {
  /** Identifies the sites of the scope as long as no site changes. Devices without a site are never listed. */
  name: string
  /** Called only if the list is not cached, or a site may have changed. */
  findScope(): Promise<Scope>
  keys: readonly SensorKey[]
}

/**
 * Lists the devices of a scope that have one of these kinds, with their newest values, sorted by name. Devices that have been
 * returned are left out. Needs no snapshot: values that change between two statements are returned as they are then.
 */
export const listLatest = (
  db: Kysely<Database>,
  { name, findScope, keys }: LatestRequest,
  known: DeviceListCache<LatestDevice>,
): Promise<readonly LatestDevice[]> =>
  known.list<LatestState>([name, ...keys].join(), {
    all: async (former) =>
      (await selectLatest(db, await findScope(), keys).execute()).map((row) =>
        latestDeviceOf(row, former(row.no)),
      ),
    changesSince: (list) => readChanges(executeIn(db), asSql([...stateColumns, ...keys.map(columnOf)]), list),
    withState: (device, state) => latestDeviceOf({ ...device.row, ...state }, device),
  })

const columnOf = (key: SensorKey) => `device_state.${key.toLowerCase()} as ${key}`

/** Quotes the aliases of columns, which are written as for the query builder. */
const asSql = (columns: readonly string[]) =>
  columns.map((column) => column.replace(/ as (\w+)$/, ' as "$1"')).join(', ')
