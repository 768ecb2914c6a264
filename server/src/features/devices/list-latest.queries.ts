import type { SensorKey } from '@eot/contract/vocabulary'
import type { Kysely } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { type KnownDevices, readChanges } from '../readings/index.ts'
import { type LatestRow, selectLatest, stateColumns } from './latest-values.queries.ts'
import { type LatestDevice, latestDeviceOf } from './latest-values.wire.ts'

/** What is read of a device whose state has changed. */
type LatestState = Omit<LatestRow, keyof DeviceColumns | 'version'> & { version: string }
type DeviceColumns = Pick<
  LatestRow,
  'id' | 'name' | 'siteId' | 'siteName' | 'unwatched' | 'expiresAt' | 'reportInterval'
>

/** A request for the devices of a scope. */
export interface LatestRequest {
  /** Identifies the scope, as long as no site changes. */
  name: string
  /** Called only if the list is not known, or a site may have changed. */
  findScope(): Promise<Scope>
  keys: readonly SensorKey[]
}

/**
 * Lists the devices of a scope that have one of these kinds, with their newest values, sorted by name. Devices that have been
 * returned are left out. Needs no snapshot: a device that changes between two statements is returned with its newer values.
 */
export const listLatest = (
  db: Kysely<Database>,
  { name, findScope, keys }: LatestRequest,
  known: KnownDevices<LatestDevice>,
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

/** Converts names of columns of the query builder. */
const asSql = (columns: readonly string[]) =>
  columns.map((column) => column.replace(/ as (\w+)$/, ' as "$1"')).join(', ')
