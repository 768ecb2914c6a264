import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { ownScope } from '../../access/scope.ts'
import { isWithin } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import type { Fields } from './columns.ts'
import { listSitesBelow } from './import-context.queries.ts'
import type { ImportRow } from './imports.queries.ts'
import { type ImportContext, ImportOutdated } from './judge-line.command.ts'
import { SiteIndex } from './site-index.ts'

/** The data of one step, in its transaction. */
export interface Step {
  tx: Kysely<Database>
  row: ImportRow
  caller: Caller
  at: Date
  /** Throws if the import was canceled or the job lost. `done` counts the lines that the step has handled. */
  progress(done: number): Promise<void>
  /** Counts addresses of other customers that the file has revealed. They stay counted if the step fails. */
  addConflicts(count: number): Promise<void>
}

/**
 * Returns the context in which the lines of a file are judged. Throws `ImportOutdated` if the user can no longer see the site.
 */
export async function contextOf({ tx, row, caller, at }: Step, fields: Fields): Promise<ImportContext> {
  const rows = await listSitesBelow(tx, row.site_id)
  const top = rows[0]
  if (!top || !isWithin(top.path, ownScope(caller).path))
    throw new ImportOutdated('You no longer have access to the site of this import')
  return { tx, caller, at, fields, sites: new SiteIndex(rows) }
}
