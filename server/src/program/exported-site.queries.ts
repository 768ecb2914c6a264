import pg from 'pg'
import { columnKeys, columnNames } from '../features/readings/index.ts'
import type { ExportedKind } from './exported/exported-kind.ts'

const { escapeIdentifier, escapeLiteral } = pg

export interface ExportedSite {
  id: string
  name: string
  /** The path of the site, with a slash at the end, so that it is a prefix of the paths of the sites below. */
  path: string
}

export interface ExportedDevice {
  id: string
  no: number
}

export async function findExportedSite(client: pg.Client, id: string): Promise<ExportedSite | undefined> {
  const { rows } = await client.query<ExportedSite>(
    'select id, name, path from site where id::text = lower($1)',
    [id],
  )
  return rows[0]
}

/** Lists devices of a site and, with `below`, of those below it, including former ones. */
export async function listExportedDevices(
  client: pg.Client,
  site: ExportedSite,
  below: boolean,
): Promise<ExportedDevice[]> {
  const { rows } = await client.query<ExportedDevice>(
    `select device.id, no from device join site on site.id = device.site_id where ${placed('site.path', site, below)}
     union all select id, no from former_device where ${placed('site_path', site, below)} order by no`,
  )
  return rows
}

const placed = (column: string, { path }: ExportedSite, below: boolean) =>
  below ? `starts_with(${column}, ${escapeLiteral(path)})` : `${column} = ${escapeLiteral(path)}`

/** Returns the query for a file. `devices` are those of the site, former ones included. */
export function queryOf(
  { columns, from }: ExportedKind,
  { site, below, devices }: { site: ExportedSite; below: boolean; devices: readonly ExportedDevice[] },
): string {
  const selected = Object.entries(columns).map(([name, [sql]]) => `${sql} as ${escapeIdentifier(name)}`)
  return `select ${selected.join(', ')} from ${from}`
    .replaceAll(/starts_with\((\S+), \$path\)/g, (_, path: string) => placed(path, site, below))
    .replace('$devices', () => ownersOf(devices))
}

/** Returns SQL for a table `device` with the ids and numbers of these devices. */
function ownersOf(devices: readonly ExportedDevice[]): string {
  const known = devices.map(({ id, no }) => `(${escapeLiteral(id)}, ${no})`)
  const owners = known.length > 0 ? `values ${known.join(', ')}` : `select '', 0 where false`
  return `(${owners}) as device (id, no)`
}

/** Returns a query of hours or days of devices, with a row for each kind. */
export function bucketsQuery(
  table: 'reading_hour' | 'reading_day',
  devices: readonly ExportedDevice[],
): string {
  const kinds = columnNames.map(
    (name, column) =>
      `(${escapeLiteral(columnKeys[column] ?? name)}, ${name}_n, ${name}_min, ${name}_max, ${name}_sum)`,
  )
  return `select device.id as device_id, bucket as start, k.kind, k.count, k.min, k.max, k.sum / k.count as mean
    from ${ownersOf(devices)} join ${table} on device_no = device.no,
      lateral (values ${kinds.join(', ')}) k (kind, count, min, max, sum)
    where k.count > 0 order by device.no, bucket`
}
