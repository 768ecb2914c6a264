import { arrayParameter } from '../../platform/db/array-parameter.ts'
import type { Execute } from '../../platform/db/execute.queries.ts'
import type { Changes, KnownList } from './device-list-cache.ts'

/** SQL for the version of a row of `device_state`; null in an outer join without a row. */
export const stateVersion = 'device_state.xmin::text'

/**
 * Whether a state may have been written after the snapshot $1: by the oldest transaction that was running then, or a later one. The
 * `xmin` of a row has only 32 bits, so a much older snapshot cannot be compared.
 */
const isWrittenSince = `age(device_state.xmin) <= age((pg_snapshot_xmin($1)::text::bigint % 4294967296)::text::xid)`
const isTooOld = `pg_snapshot_xmin($1)::text::bigint < pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1000000000`
/** Another request may have cached a list after this transaction took its snapshot. */
const isAhead = `(pg_snapshot_xmax($1) > pg_snapshot_xmax(pg_current_snapshot()) or exists (
    select from pg_snapshot_xip(pg_current_snapshot()) running where pg_visible_in_snapshot(running, $1)))`
/** A restored database may have changes with the IDs of later transactions. */
const changes = 'device_list_change where xid < pg_snapshot_xmax(pg_current_snapshot())'
const hasChanged = `exists (select from ${changes}
    and xid >= pg_snapshot_xmin($1) and not pg_visible_in_snapshot(xid, $1))`
/** Changes before the oldest one may have been deleted. */
const mayBeDeleted = `pg_snapshot_xmin($1) <= (select min(xid) from ${changes})`

/** After a crash of one of its processes, the server goes on, but its statistics start again. */
const serverRun = `concat_ws(' ', pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time(),
    (select oid from pg_database where datname = current_database()))`

type Compared = Omit<Changes<unknown>, 'states'>

/** Reads what has changed since a list was read; of the states, these columns of `device_state`, besides `no` and `version`. */
export async function readChanges<State extends { no: number }>(
  execute: Execute,
  columns: string,
  known: KnownList | undefined,
): Promise<Changes<State>> {
  const rows = await execute<Compared & (State | { no: null })>(
    `select compared.*, state.* from (
       select ${serverRun} as server, pg_current_snapshot()::text as snapshot, now() as now,
         ($1::pg_snapshot is null or ${isTooOld} or ${isAhead} or ${hasChanged} or ${mayBeDeleted}) is true as "mayDiffer"
     ) compared left join (
       select device_state.device_no as no, ${stateVersion} as version, ${columns} from device_state
       where device_state.device_no = any($2::int[]) and ${isWrittenSince}
     ) state on true`,
    [known?.snapshot, arrayParameter('int4', known?.nos ?? [], (no) => no)],
  )
  const [{ server, snapshot, now, mayDiffer }] = rows as unknown as [Compared] // an outer join has a row
  const states = rows.flatMap(
    ({ server, snapshot, now, mayDiffer, ...state }) =>
      state.no === null ? [] : [state as unknown as State], // `no` is null only if there are none
  )
  return { server, snapshot, now, mayDiffer, states }
}
