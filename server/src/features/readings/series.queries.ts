import type { SensorKey } from '@eot/contract/vocabulary'
import type { Scope } from '../../access/scope.ts'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { type KnownRows, type RowVersions, rowVersion, versionColumns } from '../../platform/db/known-rows.ts'
import type { NewestReading } from './open-starts.ts'

export interface SeriesDevice extends NewestReading {
  id: string
  no: number
  kinds: readonly string[]
  report_seconds: number | null
  /** When stored history last changed, for example by a late reading. Newer readings do not count. null: unknown. */
  history_changed_at: string | null
}

/** A device with the version of its row, for `KnownRows`. */
export interface VersionedDevice extends SeriesDevice {
  version: string
}

export interface Range {
  from: number
  to: number
}

/** SQL for the start of the open hour and day of a row of `device_state`. */
export const openBuckets = (state: string): string =>
  ['open_hour', 'open_day']
    .map((name) => `case when ${state}.open_at = ${state}.latest_at then ${state}.${name} end as ${name}`)
    .join(', ')

const joinedDevices = `from device d join device_model m on m.id = d.model_id
     left join site s on s.id = d.site_id
     left join device_state st on st.device_no = d.no`

const columns = `d.id, d.no, m.kinds::text as kinds, s.time_zone, st.latest_at, ${openBuckets('st')},
       case when st.history_version = st.version then st.history_changed_at::text end as history_changed_at,
       coalesce((d.settings ->> 'ReportInterval')::int, st.reported_interval) as report_seconds`
const version = ['d', 'm', 's', 'st'].map(rowVersion).join(' || ')

const seriesDevices = `select ${columns} ${joinedDevices}`
const versionedDevices = `select ${columns}, encode(${version}, 'hex') as version ${joinedDevices}`

/** The order in which devices are listed. */
const byName = 'd.name, d.id'

/** `kinds` is an array as text, such as `{CO,noise}`. */
type RowOf<Device extends SeriesDevice> = Omit<Device, 'kinds'> & { kinds: string }

/** Parses the kinds of each model once, since a site has many devices of a few models. */
function withKinds<Row extends { kinds: string }>(
  rows: readonly Row[],
): (Omit<Row, 'kinds'> & { kinds: readonly string[] })[] {
  const parsed = new Map<string, string[]>()
  const parse = (text: string) => {
    const kinds = parsed.get(text) ?? text.slice(1, -1).split(',')
    parsed.set(text, kinds)
    return kinds
  }
  return rows.map((row) => ({ ...row, kinds: parse(row.kinds) }))
}

/** SQL for the devices of a scope that have one of the kinds, without those of the inventory. */
const atSites = ({ includesSubSites }: Scope) =>
  `${includesSubSites ? 'starts_with(s.path, $1)' : 's.path = $1'} and m.kinds && $2::text[]`

/** Lists the scope's devices that have one of the kinds, without those of the inventory, sorted by name; at most `limit`. */
export async function listSiteSeriesDevices(
  execute: Execute,
  scope: Scope,
  keys: readonly SensorKey[],
  limit: number,
): Promise<SeriesDevice[]> {
  const rows = await execute<RowOf<SeriesDevice>>(
    `${seriesDevices} where ${atSites(scope)} order by ${byName} limit $3`,
    [scope.path, keys, limit],
  )
  return withKinds(rows)
}

/**
 * Like `listSiteSeriesDevices`, but reads only rows that have changed, or all if there are new ones. Must run in a repeatable-read
 * transaction.
 */
export async function listKnownSeriesDevices(
  execute: Execute,
  scope: Scope,
  keys: readonly SensorKey[],
  limit: number,
  known: KnownRows<VersionedDevice>,
): Promise<readonly SeriesDevice[]> {
  const name = [scope.path, scope.includesSubSites, ...keys].join()
  if (known.wasTooLong(name)) return listSiteSeriesDevices(execute, scope, keys, limit)
  const [listed] = await execute<RowVersions>(
    `select ${versionColumns({ no: 'd.no', version })} ${joinedDevices} where ${atSites(scope)}`,
    [scope.path, keys],
  )
  if (!listed || listed.count > limit || !known.hasRoomFor(name, listed.count))
    return listSiteSeriesDevices(execute, scope, keys, limit)
  const read = async (condition: string, values: unknown[]) =>
    withKinds(await execute<RowOf<VersionedDevice>>(`${versionedDevices} where ${condition}`, values))
  return known.list(name, listed, {
    all: () => read(`${atSites(scope)} order by ${byName}`, [scope.path, keys]),
    some: (nos) => read('d.no = any($1::int[])', [nos]),
  })
}

/** Lists the scope's devices among the ids, sorted by name. */
export async function listSeriesDevices(
  execute: Execute,
  scope: Scope,
  ids: readonly string[],
): Promise<SeriesDevice[]> {
  const rows = await execute<RowOf<SeriesDevice>>(
    `${seriesDevices}
     where d.id = any($1::uuid[]) and (starts_with(s.path, $2) or (d.site_id is null and $3))
     order by ${byName}`,
    [ids, scope.path, scope.includesInventory],
  )
  return withKinds(rows)
}
