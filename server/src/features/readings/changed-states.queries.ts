import { arrayParameter } from '../../platform/db/array-parameter.ts'
import type { Execute } from '../../platform/db/execute.queries.ts'
import type { Changes, KnownList } from './known-devices.ts'

/** The column of `device_state` that is compared; null in an outer join without a row. */
export const stateVersion = 'device_state.xmin::text'

/**
 * Transactions from the oldest one on that was still running in the snapshot $1. Numbers of transactions in rows have 32 bits, so
 * that a much older snapshot cannot be compared.
 */
const sinceSnapshot = `age(device_state.xmin) <= age((pg_snapshot_xmin($1)::text::bigint % 4294967296)::text::xid)`
const isTooOld = `pg_snapshot_xmin($1)::text::bigint < pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1000000000`
const hasOtherDevices = `exists (select from device_list_change
    where xid >= pg_snapshot_xmin($1) and not pg_visible_in_snapshot(xid, $1))`
/** The oldest change is only kept to tell that earlier ones may have been deleted. */
const mayBeDeleted = 'pg_snapshot_xmin($1) <= (select min(xid) from device_list_change)'

type Moment = Omit<Changes<unknown>, 'states'>

/** Reads what has changed since a list was read; of the states, these columns of `device_state`. */
export async function readChanges<State extends { no: number }>(
  execute: Execute,
  columns: string,
  known: KnownList | undefined,
): Promise<Changes<State>> {
  const rows = await execute<Moment & (State | { no: null })>(
    `select moment.*, state.* from (
       select pg_postmaster_start_time()::text as server, pg_current_snapshot()::text as snapshot, now() as now,
         ($1::pg_snapshot is null or ${isTooOld} or ${hasOtherDevices} or ${mayBeDeleted}) is true as "areOthers"
     ) moment left join (
       select device_state.device_no as no, ${stateVersion} as version, ${columns} from device_state
       where device_state.device_no = any($2::int[]) and ${sinceSnapshot}
     ) state on true`,
    [known?.snapshot, arrayParameter('int4', known?.nos ?? [], (no) => no)],
  )
  const [{ server, snapshot, now, areOthers }] = rows as unknown as [Moment] // an outer join has a row
  const states = rows.flatMap(
    ({ server, snapshot, now, areOthers, ...state }) =>
      state.no === null ? [] : [state as unknown as State], // `no` is null only if there are none
  )
  return { server, snapshot, now, areOthers, states }
}
