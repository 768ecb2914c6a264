import type { SensorKey } from '@eot/contract/vocabulary'
import type { Scope } from '../../access/scope.ts'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { readChanges, stateVersion } from './changed-states.queries.ts'
import type { DeviceListCache } from './device-list-cache.ts'
import type { NewestReading } from './open-starts.ts'

export interface SeriesDevice extends NewestReading {
  id: string
  no: number
  kinds: readonly string[]
  report_seconds: number | null
  /** When stored history last changed, for example by a late reading. Newer readings do not count. null: unknown. */
  history_changed_at: string | null
}

/** The part of a device that comes from its state. */
interface SeriesState extends Omit<NewestReading, 'time_zone'>, Pick<SeriesDevice, 'history_changed_at'> {
  reported_interval: number | null
}

type SeriesRow = Omit<SeriesDevice, 'kinds' | 'report_seconds'> &
  SeriesState & {
    /** An array as text, such as `{CO,noise}`. */
    kinds: string
    /** As set by hand, in seconds. */
    configured_interval: number | null
    version: string | null
  }

/** A device whose state can be replaced, for `DeviceListCache`. */
export type KnownSeriesDevice = SeriesDevice & Pick<SeriesRow, 'configured_interval' | 'version'>

export interface Range {
  from: number
  to: number
}

/** SQL for the start of the open hour and day of a row of `device_state`. */
export const openBuckets = (state: string): string =>
  ['open_hour', 'open_day']
    .map((name) => `case when ${state}.open_at = ${state}.latest_at then ${state}.${name} end as ${name}`)
    .join(', ')

const stateColumns = `device_state.latest_at, ${openBuckets('device_state')}, device_state.reported_interval,
       case when device_state.history_version = device_state.version then device_state.history_changed_at::text end
         as history_changed_at`
const columns = `d.id, d.no, m.kinds::text as kinds, s.time_zone, ${stateColumns}, ${stateVersion} as version,
       (d.settings ->> 'ReportInterval')::int as configured_interval`

const seriesDevices = `select ${columns} from device d join device_model m on m.id = d.model_id
     left join site s on s.id = d.site_id
     left join device_state on device_state.device_no = d.no`

/** The order in which devices are listed. */
const byName = 'd.name, d.id'

async function selectDevices(
  execute: Execute,
  condition: string,
  values: unknown[],
): Promise<KnownSeriesDevice[]> {
  const rows = await execute<SeriesRow>(`${seriesDevices} where ${condition}`, values)
  // A site has many devices of a few models.
  const parsed = new Map<string, string[]>()
  return rows.map(({ kinds: text, ...row }) => {
    const kinds = parsed.get(text) ?? text.slice(1, -1).split(',')
    parsed.set(text, kinds)
    return withState({ ...row, kinds, report_seconds: null }, row)
  })
}

const withState = (device: KnownSeriesDevice, state: SeriesState): KnownSeriesDevice => ({
  ...device,
  ...state,
  report_seconds: device.configured_interval ?? state.reported_interval,
})

/** SQL for the devices of a scope that have one of the kinds, without those of the inventory. */
const atSites = ({ includesSubSites }: Scope) =>
  `${includesSubSites ? 'starts_with(s.path, $1)' : 's.path = $1'} and m.kinds && $2::text[]`

/** Lists the scope's devices that have one of the kinds, without those of the inventory, sorted by name; at most `limit`. */
export const listSiteSeriesDevices = (
  execute: Execute,
  scope: Scope,
  keys: readonly SensorKey[],
  limit: number,
): Promise<KnownSeriesDevice[]> =>
  selectDevices(execute, `${atSites(scope)} order by ${byName} limit $3`, [scope.path, keys, limit])

/** Like `listSiteSeriesDevices`, but reads only what has changed. Must run in a repeatable-read transaction. */
export const listKnownSeriesDevices = (
  execute: Execute,
  scope: Scope,
  keys: readonly SensorKey[],
  limit: number,
  known: DeviceListCache<KnownSeriesDevice>,
): Promise<readonly SeriesDevice[]> =>
  known.list<SeriesState & { no: number; version: string }>(
    [scope.path, scope.includesSubSites, limit, ...keys].join(),
    {
      all: () => listSiteSeriesDevices(execute, scope, keys, limit),
      changesSince: (list) => readChanges(execute, stateColumns, list),
      withState,
    },
  )

/** Lists the scope's devices among the ids, sorted by name. */
export const listSeriesDevices = (
  execute: Execute,
  scope: Scope,
  ids: readonly string[],
): Promise<SeriesDevice[]> =>
  selectDevices(
    execute,
    `d.id = any($1::uuid[]) and (starts_with(s.path, $2) or (d.site_id is null and $3)) order by ${byName}`,
    [ids, scope.path, scope.includesInventory],
  )
