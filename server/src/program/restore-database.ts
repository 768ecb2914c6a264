import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, type Transaction } from 'kysely'
import type pg from 'pg'
import { insertAuditEntries } from '../access/audit.queries.ts'
import { jobs } from '../jobs.ts'
import type { TableShape, TableSum } from '../platform/backup/backup-parts.ts'
import { copyFrom, copyInto, fixTextFormat } from '../platform/backup/copy-table.queries.ts'
import {
  analyzeTables,
  createMissingPartition,
  dropContents,
  hasTable,
  isInUse,
  ownerOfTables,
  setSequence,
  suspendRules,
} from '../platform/backup/load.queries.ts'
import type { BackupFile } from '../platform/backup/read-backup-file.ts'
import { RowChecksum } from '../platform/backup/row-checksum.ts'
import { connectForCommand } from '../platform/db/command-connection.ts'
import { executeOn } from '../platform/db/execute.queries.ts'
import { listMigrations, migrateWithin, requireUsable } from '../platform/db/migrate.ts'
import { requireDurability } from '../platform/db/require-durability.ts'
import { installJobs, replaceJobs, type WaitingJob } from '../platform/jobs/job-queue.ts'
import { StartRefused } from '../platform/start-refused.ts'
import type { BackupSummary, OnProgress } from './backup-database.ts'
import { endSignIns } from './end-sign-ins.queries.ts'

export interface RestoreOptions {
  url: string
  file: BackupFile
  /** The path as shown in messages. */
  path: string
  passphrase?: string | undefined
  /** Whether to replace the contents of the database. Otherwise it must be empty. */
  replaces?: boolean
  onProgress?: OnProgress
}

export interface Restored extends BackupSummary {
  /** Contained in the file only if that is encrypted. */
  secretKey: string | undefined
  /** Tables of the file that are not those of this program, and were left out. */
  leftOut: string[]
}

/**
 * Loads a backup and migrates it to the schema of this program in one transaction. If that fails or is killed, the
 * database stays unchanged. Throws `StartRefused` if the file or the database cannot be used.
 */
export async function restoreDatabase(options: RestoreOptions): Promise<Restored> {
  const { url, file, path } = options
  const known = await listMigrations()
  const unknown = file.header.migrations.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new StartRefused(
      `${path} was written by a newer version of this program (${file.header.program}: ${unknown} is unknown to this one); restore it with that version`,
    )
  // A wrong passphrase is refused before anything is done.
  await refuseWrongPassphrase(options)
  await requireDurability(url)
  // A newer schema than that of this program is replaced too.
  await requireUsable(url, undefined)
  const client = await connectForCommand(url)
  try {
    await refuseUnlessFree(client, options)
    await installJobs(url, jobs)
    return await databaseOn(client)
      .transaction()
      .execute((tx) => restoreWithin(tx, client, options))
  } finally {
    await client.end()
  }
}

async function refuseWrongPassphrase({ file, passphrase }: RestoreOptions): Promise<void> {
  for await (const _ of file.parts(passphrase)) break
}

async function refuseWhileInUse(client: pg.Client): Promise<void> {
  if (await isInUse(client))
    throw new StartRefused('the program is running on this database; stop it everywhere before restoring')
}

async function refuseUnlessFree(client: pg.Client, { replaces }: RestoreOptions): Promise<void> {
  await refuseWhileInUse(client)
  const owner = await ownerOfTables(client)
  if (owner === 'others')
    throw new StartRefused('the database holds tables of another program; name an empty one in DATABASE_URL')
  if (owner === 'program' && !replaces)
    throw new StartRefused('the database is not empty; add --replace to replace what it holds')
}

/** A query builder on a single connection, which also copies. */
function databaseOn(client: pg.Client): Kysely<unknown> {
  const query = client.query.bind(client) as PostgresPoolClient['query'] // the same method, with other overloads
  const connection: PostgresPoolClient = { query, release: () => undefined }
  const pool: PostgresPool = { options: {}, connect: async () => connection, end: async () => undefined }
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
}

async function restoreWithin(
  tx: Transaction<unknown>,
  client: pg.Client,
  options: RestoreOptions,
): Promise<Restored> {
  const { file, replaces } = options
  await fixTextFormat(client)
  if (replaces) await dropContents(client)
  // A service manager may have started it in the meantime. From here, it waits for the locks of this transaction.
  await refuseWhileInUse(client)
  await migrateWithin(tx, file.header.migrations)
  const resume = await suspendRules(client)
  const loaded = await load(client, options)
  await compareWithFile(client, loaded.tables, options.onProgress)
  for (const statement of resume) await client.query(statement)
  await migrateWithin(tx)
  await replaceJobs(tx, loaded.jobs)
  await endSignIns(client)
  await analyzeTables(client)
  await insertAuditEntries(executeOn(client), [
    {
      actorId: null,
      siteId: null,
      action: 'database.restored',
      subjectId: null,
      details: { takenAt: file.header.takenAt, program: file.header.program, rows: loaded.rows },
    },
  ])
  const { rows, secretKey, leftOut } = loaded
  return { tables: loaded.tables.length, rows, bytes: file.size, secretKey, leftOut }
}

interface LoadedTable {
  table: TableShape
  sum: TableSum
}

async function load(client: pg.Client, { file, passphrase, onProgress = () => undefined }: RestoreOptions) {
  const tables: LoadedTable[] = []
  const waiting: WaitingJob[] = []
  const leftOut: string[] = []
  let secretKey: string | undefined
  let rows = 0
  let table: TableShape | undefined
  let target: ReturnType<typeof copyInto> | undefined
  const onRead = (bytes: number) => onProgress(table?.name ?? '', bytes / file.size, rows)
  try {
    for await (const part of file.parts(passphrase, onRead)) {
      if (part.kind === 'table') {
        table = part.table
        await createMissingPartition(client, table)
        target = (await hasTable(client, table)) ? copyInto(client, table) : undefined
        if (!target) leftOut.push(table.name)
      } else if (part.kind === 'rows') await target?.write(part.bytes)
      else if (part.kind === 'tableEnd') {
        await target?.end()
        if (table && target) tables.push({ table, sum: part.sum })
        rows += part.sum.rows
      } else if (part.kind === 'sequences')
        for (const sequence of part.sequences) await setSequence(client, sequence)
      else if (part.kind === 'jobs') waiting.push(...part.jobs)
      else if (part.kind === 'secretKey') secretKey = part.key
    }
  } catch (error) {
    await target?.abort()
    throw error
  }
  return { tables, rows, jobs: waiting, secretKey, leftOut }
}

/** Reads every table again and compares it with the checksums of the file. */
async function compareWithFile(
  client: pg.Client,
  tables: readonly LoadedTable[],
  onProgress: OnProgress = () => undefined,
): Promise<void> {
  const total = tables.reduce((sum, { sum: { rows } }) => sum + rows, 0)
  let rows = 0
  for (const { table, sum } of tables) {
    const found = new RowChecksum()
    for await (const bytes of copyFrom(client, table)) {
      found.add(bytes)
      onProgress('comparing', (rows + found.rows) / total, rows + found.rows)
    }
    rows += found.rows
    if (found.rows !== sum.rows || found.checksum !== sum.checksum)
      throw new Error(`${table.name} does not hold the rows of the backup after loading them`)
  }
}
