import type { ImportFate } from '@eot/contract/imports'
import { type Kysely, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { countRows } from '../../platform/db/count-rows.queries.ts'
import { contains } from '../../platform/db/search.queries.ts'
import type { AppliedLine, CheckedLine } from './judge-line.command.ts'

export const linesAtOnce = 1000

/** An applied line, with the data needed to undo it. */
export interface Applied {
  line: number
  fate: ImportFate
  recordId: string
  before: object | null
  version: number
}

export interface LineFilter {
  fate?: ImportFate | undefined
  isLeft?: boolean
  isWarned?: boolean | undefined
  search?: string | undefined
}

export const importLineQueries = (db: Kysely<Database>, importId: string) => {
  const own = () => db.selectFrom('csv_import_line').where('import_id', '=', importId)

  const filtered = ({ fate, isLeft, isWarned, search }: LineFilter) =>
    own()
      .$if(fate !== undefined, (query) => query.where('fate', '=', fate ?? 'Refused'))
      .$if(isLeft === true, (query) => query.where('left_because', '<>', ''))
      .$if(isWarned !== undefined, (query) => query.where('warning', isWarned ? 'is not' : 'is', null))
      .$if(search !== undefined, (query) =>
        query.where((eb) => contains(eb.cast<string>(eb.ref('cells'), 'text'), search ?? '')),
      )

  return {
    async insertLines(lines: readonly CheckedLine[]): Promise<void> {
      if (lines.length === 0) return
      await sql`
        insert into csv_import_line
          (import_id, line, fate, cells, problems, changes, warning, is_conflict_counted)
        select ${importId}::uuid, line, fate, cells, problems, changes, warning, "isConflict"
        from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
          as x (line int, fate text, cells jsonb, problems jsonb, changes jsonb, warning text, "isConflict" bool)
      `.execute(db)
    },

    /** Stores the current effects of the lines. Most of them are unchanged. */
    async updateLines(lines: readonly CheckedLine[]): Promise<void> {
      const outcomes = lines.map(({ cells: _, ...outcome }) => outcome)
      await sql`
        update csv_import_line l
        set fate = x.fate, problems = x.problems, changes = x.changes, warning = x.warning,
          is_conflict_counted = x."isConflict"
        from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
          as x (line int, fate text, problems jsonb, changes jsonb, warning text, "isConflict" bool)
        where l.import_id = ${importId} and l.line = x.line
          and (l.fate, l.problems, l.changes, l.warning, l.is_conflict_counted)
            is distinct from (x.fate, x.problems, x.changes, x.warning, x."isConflict")
      `.execute(db)
    },

    /**
     * Writes a cell of a line; with `everywhere`, also of all refused lines with the same text in it. If it is an address or a
     * claim code, the lines count as not judged, except for whether they are left out. Returns false if the line does not exist.
     */
    async correctCell(
      line: number,
      change: { column: number; text: string; everywhere: boolean; isAddress: boolean },
    ): Promise<boolean> {
      const { column, text, everywhere, isAddress } = change
      const unjudged = sql`is_conflict_counted = false, problems = '[]', changes = '{}', warning = null,
        fate = case l.fate when 'LeftOut' then l.fate else 'Unchanged' end,`
      const { rows } = await sql`
        with given as (
          select coalesce(btrim(cells ->> ${column}::int), '') as text
          from csv_import_line where import_id = ${importId} and line = ${line}
        )
        update csv_import_line l
        set ${isAddress ? unjudged : sql``}
          cells = (
            select jsonb_agg(case when i = ${column}::int then to_jsonb(${text}::text) else coalesce(l.cells -> i, '""') end
              order by i)
            from generate_series(0, greatest(jsonb_array_length(l.cells) - 1, ${column}::int)) i
          )
        from given
        where l.import_id = ${importId} and (
          l.line = ${line}
          or (${everywhere} and l.fate = 'Refused' and coalesce(btrim(l.cells ->> ${column}::int), '') = given.text)
        )
        returning l.line
      `.execute(db)
      return rows.length > 0
    },

    /**
     * Takes a line out of the import, or puts it back for the following check. Returns false if the line does not exist. Its
     * conflict stays counted, so that putting it back does not count it again.
     */
    async setLeftOut(line: number, isLeftOut: boolean): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('csv_import_line')
        .set({ fate: isLeftOut ? 'LeftOut' : 'Unchanged', problems: '[]', changes: '{}', warning: null })
        .where('import_id', '=', importId)
        .where('line', '=', line)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    /** Marks all conflicts as not counted, since another column contains the addresses. */
    async recountConflicts(): Promise<void> {
      await db
        .updateTable('csv_import_line')
        .set({ is_conflict_counted: false })
        .where('import_id', '=', importId)
        .where('is_conflict_counted', '=', true)
        .execute()
    },

    /** Lists refused lines first, then those with warnings, then those that change something; lines left out last. */
    listLines: (filter: LineFilter, { limit, offset }: Slice) =>
      filtered(filter)
        .selectAll()
        .orderBy(sql`fate <> 'Refused'`)
        .orderBy(sql`warning is null`)
        .orderBy(sql`array_position(array['Changed', 'Created', 'Unchanged', 'LeftOut'], fate)`)
        .orderBy('line')
        .limit(limit)
        .offset(offset)
        .execute(),

    countLines: (filter: LineFilter): Promise<number> => countRows(filtered(filter).select('line')),

    /** Reads all lines with these outcomes in file order, in batches. */
    async *batches(fates: readonly ImportFate[], size = linesAtOnce): AsyncGenerator<CheckedLine[]> {
      for (let after = 0; ; ) {
        const lines = await own()
          .where('fate', 'in', fates)
          .where('line', '>', after)
          .orderBy('line')
          .limit(size)
          .select(['line', 'fate', 'cells', 'problems', 'changes', 'warning'])
          .select('is_conflict_counted as isConflict')
          .execute()
        const last = lines.at(-1)
        if (!last) return
        yield lines
        after = last.line
      }
    },

    async markApplied(lines: readonly AppliedLine[]): Promise<void> {
      if (lines.length === 0) return
      await sql`
        update csv_import_line l set record_id = x."recordId", before = x.before, version = x.version
        from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
          as x (line int, "recordId" uuid, before jsonb, version int)
        where l.import_id = ${importId} and l.line = x.line
      `.execute(db)
    },

    /** Reads applied lines in batches, last ones first. */
    async *appliedBatches(size = linesAtOnce): AsyncGenerator<Applied[]> {
      for (let before = 2_147_483_647; ; ) {
        const lines = await own()
          .where('record_id', 'is not', null)
          .where('line', '<', before)
          .orderBy('line', 'desc')
          .limit(size)
          .select(['line', 'fate', 'record_id as recordId', 'before', 'version'])
          .$narrowType<{ recordId: string; version: number }>()
          .execute()
        const last = lines.at(-1)
        if (!last) return
        yield lines
        before = last.line
      }
    },

    /** Stores the result of undoing for each line; an empty reason means that it was undone. */
    async markUndone(lines: readonly { line: number; leftBecause: string }[]): Promise<void> {
      if (lines.length === 0) return
      await sql`
        update csv_import_line l set left_because = x."leftBecause"
        from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as x (line int, "leftBecause" text)
        where l.import_id = ${importId} and l.line = x.line
      `.execute(db)
    },

    /** Reads the devices that the import has created and that still exist, in file order, in batches. */
    async *createdDevices(size = linesAtOnce) {
      for (let after = 0; ; ) {
        const rows = await own()
          .innerJoin('device', 'device.id', 'csv_import_line.record_id')
          .leftJoin('site', 'site.id', 'device.site_id')
          .leftJoin('device_state', 'device_state.device_no', 'device.no')
          .where('csv_import_line.fate', '=', 'Created')
          .where('csv_import_line.line', '>', after)
          .orderBy('csv_import_line.line')
          .limit(size)
          .select(['csv_import_line.line', 'device.id', 'device.mac', 'device.name'])
          .select(['site.name as siteName', 'site.path as sitePath', 'device.key_hash as keyHash'])
          .select(sql<string | null>`csv_import_line.before ->> 'keyHash'`.as('issuedHash'))
          .select(sql<boolean>`device_state.last_seen_at is not null`.as('hasReported'))
          .execute()
        const last = rows.at(-1)
        if (!last) return
        yield rows
        after = last.line
      }
    },

    /** Stores the hashes of the keys that the import has issued, in hexadecimal. */
    async saveIssuedHashes(lines: readonly { line: number; keyHash: string }[]): Promise<void> {
      await sql`
        update csv_import_line l set before = jsonb_build_object('keyHash', x."keyHash")
        from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as x (line int, "keyHash" text)
        where l.import_id = ${importId} and l.line = x.line
      `.execute(db)
    },

    /** Lists the sites of the scope with most of the devices that the import has created or changed. */
    listPlaces: (scope: Scope) =>
      own()
        .innerJoin('device', 'device.id', 'csv_import_line.record_id')
        .innerJoin('site', 'site.id', 'device.site_id')
        .where((eb) => inScope(eb.ref('site.path'), scope))
        .groupBy(['site.id', 'site.name'])
        .select((eb) => ['site.id as Id', 'site.name as Name', eb.fn.countAll<number>().as('Count')])
        .orderBy('Count', 'desc')
        .orderBy('site.name')
        .limit(10)
        .execute(),
  }
}

export type StoredLine = Awaited<ReturnType<ReturnType<typeof importLineQueries>['listLines']>>[number]
