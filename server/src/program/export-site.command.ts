import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { columnKeys, listStoredMinutes, listStoredSamples } from '../features/readings/index.ts'
import { copyCsv } from '../platform/backup/copy-table.queries.ts'
import { beginSnapshot } from '../platform/backup/snapshot.queries.ts'
import { executeOn } from '../platform/db/execute.queries.ts'
import { StartRefused } from '../platform/start-refused.ts'
import type { OnProgress } from './backup-database.ts'
import { exportReadme } from './export-readme.ts'
import { exportedKinds } from './exported/exported-kinds.ts'
import {
  bucketsQuery,
  type ExportedDevice,
  findExportedSite,
  listExportedDevices,
  queryOf,
} from './exported-site.queries.ts'

export interface ExportOptions {
  client: pg.Client
  siteId: string
  /** The path of the directory, which must not exist. */
  directory: string
  /** Whether to include the sites below. */
  below: boolean
  takenAt: Date
  onProgress?: OnProgress
}

/** Writes the data of a site at one moment as CSV files. Throws `StartRefused` if there is no such site. */
export async function exportSite(options: ExportOptions): Promise<{ devices: number; rows: number }> {
  const { client, siteId, directory, below, takenAt, onProgress = () => undefined } = options
  await beginSnapshot(client)
  const site = await findExportedSite(client, siteId)
  if (!site) throw new StartRefused(`there is no site ${siteId}; the address of its page ends with its id`)
  const devices = await listExportedDevices(client, site, below)
  await mkdir(directory, { mode: 0o700 })
  await writeFile(join(directory, 'README.md'), exportReadme({ site, below, takenAt }))
  for (const kind of exportedKinds)
    await write(copyCsv(client, queryOf(kind, { site, below, devices })), join(directory, kind.file))
  for (const [name, query] of [
    ['hours', bucketsQuery('reading_hour', devices)],
    ['days', bucketsQuery('reading_day', devices)],
  ] as const)
    await write(copyCsv(client, query), join(directory, `${name}.csv.gz`))
  let rows = 0
  for (const [place, device] of devices.entries()) {
    const counted = async function* (lines: AsyncIterable<string[]>) {
      for await (const some of lines) {
        rows += some.length
        onProgress('readings', place / devices.length, rows)
        yield some.join('')
      }
    }
    for (const [folder, lines] of [
      ['readings', readingLines(client, device)],
      ['minutes', minuteLines(client, device)],
    ] as const)
      await write(Readable.from(counted(lines)), join(directory, folder, `${device.id}.csv.gz`))
  }
  await client.query('commit')
  return { devices: devices.length, rows }
}

async function write(source: Readable, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  if (path.endsWith('.gz')) await pipeline(source, createGzip(), target)
  else await pipeline(source, target)
}

const lineOf = (cells: readonly (string | number | null)[]) =>
  `${cells.map((cell) => cell ?? '').join(',')}\r\n`

async function* readingLines(client: pg.Client, { no }: ExportedDevice): AsyncGenerator<string[]> {
  yield [lineOf(['at', ...columnKeys])]
  for await (const samples of listStoredSamples(executeOn(client), no))
    yield samples.map(({ at, values }) => lineOf([at.toISOString(), ...values]))
}

async function* minuteLines(client: pg.Client, { no }: ExportedDevice): AsyncGenerator<string[]> {
  yield [lineOf(['start', 'kind', 'count', 'min', 'max', 'mean'])]
  for await (const minutes of listStoredMinutes(executeOn(client), no))
    yield minutes.map(({ start, column, count, min, max, sum }) =>
      lineOf([new Date(start).toISOString(), columnKeys[column] ?? '', count, min, max, sum / count]),
    )
}
