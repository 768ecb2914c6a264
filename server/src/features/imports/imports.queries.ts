import type { ImportKind, ImportState } from '@eot/contract/imports'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { countRows } from '../../platform/db/count-rows.queries.ts'
import type { FateCounts, FileColumn } from './tables.ts'

/** States in which a job works on an import. */
const underWay = ['Checking', 'Applying', 'Undoing'] as const

export const importQueries = (db: Kysely<Database>) => {
  const described = () =>
    db
      .selectFrom('csv_import')
      .innerJoin('site', 'site.id', 'csv_import.site_id')
      .selectAll('csv_import')
      .select('site.name as site_name')
      .select((eb) =>
        eb
          .selectFrom('csv_import_line')
          .whereRef('csv_import_line.import_id', '=', 'csv_import.id')
          .where('left_because', '<>', '')
          .select((count) => count.fn.countAll<number>().as('count'))
          .as('left'),
      )

  /** Imports that have a file. Only their own user sees them. */
  const ofUser = (userId: string) =>
    described()
      .where('csv_import.created_by', '=', userId)
      .where('csv_import.state', 'not in', ['Uploading', 'Replaced'])

  return {
    findImport: (userId: string, id: string) =>
      ofUser(userId).where('csv_import.id', '=', id).executeTakeFirst(),

    /** Finds the same for the job that works on it. */
    findWork: (id: string) => described().where('csv_import.id', '=', id).executeTakeFirst(),

    listImports: (userId: string, kind: ImportKind | undefined, { limit, offset }: Slice) =>
      ofUser(userId)
        .$if(kind !== undefined, (query) => query.where('csv_import.kind', '=', kind ?? 'Devices'))
        .orderBy('csv_import.created_at', 'desc')
        .orderBy('csv_import.id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),

    countImports: (userId: string, kind: ImportKind | undefined): Promise<number> =>
      countRows(
        ofUser(userId).$if(kind !== undefined, (query) =>
          query.where('csv_import.kind', '=', kind ?? 'Devices'),
        ),
      ),

    hasWork: async (userId: string): Promise<boolean> =>
      (await db
        .selectFrom('csv_import')
        .where('created_by', '=', userId)
        .where('state', 'in', underWay)
        .select('id')
        .limit(1)
        .executeTakeFirst()) !== undefined,

    async insertImport(row: {
      id: string
      kind: ImportKind
      siteId: string
      userId: string
      at: Date
      address: string | null
      fileName: string
    }): Promise<void> {
      await db
        .insertInto('csv_import')
        .values({
          id: row.id,
          kind: row.kind,
          site_id: row.siteId,
          created_by: row.userId,
          created_at: row.at,
          address: row.address,
          file_name: row.fileName,
          state: 'Uploading',
        })
        .execute()
    },

    async insertChunk(importId: string, no: number, bytes: Buffer): Promise<void> {
      await db.insertInto('csv_import_chunk').values({ import_id: importId, no, bytes }).execute()
    },

    async findChunk(importId: string, no: number): Promise<Buffer | undefined> {
      const row = await db
        .selectFrom('csv_import_chunk')
        .where('import_id', '=', importId)
        .where('no', '=', no)
        .select('bytes')
        .executeTakeFirst()
      return row?.bytes
    },

    async deleteChunks(importId: string): Promise<void> {
      await db.deleteFrom('csv_import_chunk').where('import_id', '=', importId).execute()
    },

    async deleteImport(id: string): Promise<void> {
      await db.deleteFrom('csv_import').where('id', '=', id).execute()
    },

    /** Returns whether a newer file of the user has replaced this import. */
    wasReplaced: async (userId: string, id: string): Promise<boolean> =>
      (await db
        .selectFrom('csv_import')
        .where('id', '=', id)
        .where('created_by', '=', userId)
        .where('state', '=', 'Replaced')
        .select('id')
        .executeTakeFirst()) !== undefined,

    /** Deletes the contents of files that the user has uploaded and not applied. */
    async replaceUnused(userId: string): Promise<void> {
      await sql`
        with replaced as (
          update csv_import set state = 'Replaced'
          where created_by = ${userId} and applied_at is null and state in ('Refused', 'Checked', 'Canceled')
          returning id
        ), lines as (
          delete from csv_import_line using replaced where import_id = replaced.id
        )
        delete from csv_import_chunk using replaced where import_id = replaced.id
      `.execute(db)
    },

    /** Deletes imports that were uploaded before this instant, and uploads that never finished. */
    async forgetImports(before: Date, uploadsBefore: Date): Promise<void> {
      await db.deleteFrom('csv_import').where('created_at', '<', before).execute()
      await db.deleteFrom('csv_import_conflict').where('at', '<', before).execute()
      await db
        .deleteFrom('csv_import')
        .where('state', '=', 'Uploading')
        .where('created_at', '<', uploadsBefore)
        .execute()
    },

    /** Begins a step, if the import is in a state before it and not canceled. Returns whether the step has begun. */
    async beginStep(id: string, from: readonly (ImportState | 'Uploading')[], to: ImportState, at: Date) {
      const { numUpdatedRows } = await db
        .updateTable('csv_import')
        .set({ state: to, progress: 0, problem: null, is_canceled: false, started_at: at })
        .where('id', '=', id)
        .where('state', 'in', from)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    /** Ends a step with its results, unless the import was canceled in the meantime. Returns whether the step has ended. */
    async endStep(
      id: string,
      from: ImportState,
      to: ImportState,
      results: { problem?: string | null; appliedAt?: Date } = {},
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('csv_import')
        .set({
          state: to,
          ...(results.problem !== undefined && { problem: results.problem }),
          ...(results.appliedAt && { applied_at: results.appliedAt }),
        })
        .where('id', '=', id)
        .where('state', '=', from)
        .where('is_canceled', '=', false)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    /** Stores which field each column contains, and clears the counts, since all lines must be checked again. */
    async saveColumns(id: string, columns: readonly FileColumn[]): Promise<void> {
      await db
        .updateTable('csv_import')
        .set({ columns: JSON.stringify(columns), counts: '{}' })
        .where('id', '=', id)
        .execute()
    },

    /** Stores the chosen columns of a refused file that has further problems. Returns false if the file is no longer refused. */
    async saveRefusedColumns(id: string, columns: readonly FileColumn[], problem: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('csv_import')
        .set({ columns: JSON.stringify(columns), problem })
        .where('id', '=', id)
        .where('state', '=', 'Refused')
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    async saveFile(
      id: string,
      file: {
        encoding: string
        delimiter: string
        columns: readonly FileColumn[]
        lines: number
        counts: FateCounts
      },
    ): Promise<void> {
      await db
        .updateTable('csv_import')
        .set({
          encoding: file.encoding,
          delimiter: file.delimiter,
          columns: JSON.stringify(file.columns),
          lines: file.lines,
          counts: JSON.stringify(file.counts),
        })
        .where('id', '=', id)
        .execute()
    },

    async saveCounts(id: string, counts: FateCounts): Promise<void> {
      await db
        .updateTable('csv_import')
        .set({ counts: JSON.stringify(counts) })
        .where('id', '=', id)
        .execute()
    },

    /**
     * Raises the time limit for this transaction. Each statement of a step handles a batch, but its commit links all its audit
     * entries.
     */
    async allowLongStatements(): Promise<void> {
      await sql`set local statement_timeout = '5min'`.execute(db)
    },

    /** Extends the chain of the audit log by the entries of this transaction immediately, instead of at its commit. */
    async linkAuditEntries(): Promise<void> {
      await sql`set constraints all immediate`.execute(db)
    },

    /** Stores the progress of a step. Returns false if it has been canceled. */
    async saveProgress(id: string, progress: number): Promise<boolean> {
      const row = await db
        .updateTable('csv_import')
        .set({ progress })
        .where('id', '=', id)
        .returning('is_canceled')
        .executeTakeFirst()
      return row?.is_canceled === false
    },

    /** Asks the job to stop. Returns whether there is one that can. */
    async cancel(id: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('csv_import')
        .set({ is_canceled: true })
        .where('id', '=', id)
        .where('state', 'in', ['Checking', 'Applying'])
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    /** Ends a step that was canceled or has failed. Its transaction has been rolled back. */
    async abandon(id: string, from: ImportState, to: ImportState, problem: string | null): Promise<void> {
      await db
        .updateTable('csv_import')
        .set({ state: to, problem, progress: 0 })
        .where('id', '=', id)
        .where('state', '=', from)
        .execute()
    },

    /** Marks the keys of an import as issued. Returns false if they already were, except after `againAfter`. */
    async issueKeys(id: string, at: Date, againAfter?: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('csv_import')
        .set({ keys_issued_at: at })
        .where('id', '=', id)
        .where((eb) =>
          eb.or([
            eb('keys_issued_at', 'is', null),
            ...(againAfter ? [eb('keys_issued_at', '>', againAfter)] : []),
          ]),
        )
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },
  }
}

export type ImportRow = NonNullable<Awaited<ReturnType<ReturnType<typeof importQueries>['findImport']>>>
