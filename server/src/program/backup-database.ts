import { version } from '../features/about/version.ts'
import { type BackupHeader, formatVersion } from '../platform/backup/backup-header.ts'
import type { BackupPart } from '../platform/backup/backup-parts.ts'
import { copyFrom } from '../platform/backup/copy-table.queries.ts'
import { beginAtOneMoment } from '../platform/backup/one-moment.queries.ts'
import { openBackupFile } from '../platform/backup/read-backup-file.ts'
import { RowChecksum } from '../platform/backup/row-checksum.ts'
import { newPassphraseTerms } from '../platform/backup/sealed-chunks.ts'
import {
  beginSnapshot,
  findInstallation,
  type KnownTable,
  listSequences,
  withoutKeepingLocks,
} from '../platform/backup/snapshot.queries.ts'
import { writeBackupFile } from '../platform/backup/write-backup-file.ts'
import { connectForCommand } from '../platform/db/command-connection.ts'
import { listWaitingJobs } from '../platform/jobs/waiting-jobs.queries.ts'
import { StartRefused } from '../platform/start-refused.ts'

/** Called with the current step, its completed share, and the number of rows handled so far. */
export type OnProgress = (step: string, share: number, rows: number) => void

export interface BackupOptions {
  url: string
  /** The path of the file, which must not exist. */
  file: string
  takenAt: Date
  /** Encrypts the file, which then contains the secret key too. */
  encryption?: { passphrase: string; secretKey: string }
  /** A snapshot exported by another session, instead of a new one. */
  snapshot?: string
  onProgress?: OnProgress
}

const jobsAPart = 1000

export interface BackupSummary {
  tables: number
  rows: number
  bytes: number
}

/** Writes all contents of the database at one moment into a file, and reads the file again to verify it. */
export async function backUpDatabase(options: BackupOptions): Promise<BackupSummary> {
  const { url, file, takenAt, encryption, snapshot, onProgress = () => undefined } = options
  const client = await connectForCommand(url)
  try {
    const tables = await beginAtOneMoment(url, client, () => beginSnapshot(client, snapshot))
    const installation = await findInstallation(client)
    if (!installation)
      throw new StartRefused('the database holds nothing of this program yet; there is nothing to back up')
    const header: BackupHeader = {
      format: formatVersion,
      program: version,
      takenAt: takenAt.toISOString(),
      ...installation,
      passphrase: encryption ? newPassphraseTerms() : null,
    }
    await writeBackupFile(file, header, partsOf(), encryption?.passphrase)
    await client.query('commit')
    return await verifyBackup(file, encryption?.passphrase, onProgress)

    async function* partsOf(): AsyncGenerator<BackupPart> {
      const estimate = tables.reduce((sum, { rows }) => sum + rows, 0)
      let rows = 0
      for (const table of tables) {
        yield { kind: 'table', table: shapeOf(table) }
        const sum = new RowChecksum()
        const read = copyFrom(client, table)
        for await (const bytes of table.isDefaultPartition ? withoutKeepingLocks(client, read) : read) {
          sum.add(bytes)
          onProgress(table.name, (rows + sum.rows) / Math.max(estimate, rows + sum.rows), rows + sum.rows)
          yield { kind: 'rows', bytes }
        }
        rows += sum.rows
        yield { kind: 'tableEnd', sum: { rows: sum.rows, checksum: sum.checksum } }
      }
      yield { kind: 'sequences', sequences: await listSequences(client) }
      const jobs = await listWaitingJobs(client)
      for (let from = 0; from < jobs.length; from += jobsAPart)
        yield { kind: 'jobs', jobs: jobs.slice(from, from + jobsAPart) }
      if (encryption) yield { kind: 'secretKey', key: encryption.secretKey }
      yield { kind: 'end', tables: tables.length, rows }
    }
  } finally {
    await client.end()
  }
}

const shapeOf = ({ name, columns, partitionOf }: KnownTable) => ({
  name,
  columns,
  ...(partitionOf && { partitionOf }),
})

/** Reads a backup to its end. Throws if it is incomplete. */
export async function verifyBackup(
  file: string,
  passphrase: string | undefined,
  onProgress: OnProgress = () => undefined,
): Promise<BackupSummary> {
  const { size, parts } = await openBackupFile(file)
  let summary = { tables: 0, rows: 0 }
  let rows = 0
  const onRead = (bytes: number) => onProgress('verifying', bytes / size, rows)
  for await (const part of parts(passphrase, onRead)) {
    if (part.kind === 'tableEnd') rows += part.sum.rows
    if (part.kind === 'end') summary = { tables: part.tables, rows: part.rows }
  }
  return { ...summary, bytes: size }
}
