import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { importQueries } from './imports.queries.ts'

const dayMs = 86_400_000
const keepMs = 7 * dayMs
const uploadMs = 3_600_000

/** Deletes imports with their lines after a week, and unfinished uploads after an hour. */
export async function forgetImports(db: Kysely<Database>, now: Date): Promise<void> {
  await importQueries(db).forgetImports(new Date(now.getTime() - keepMs), new Date(now.getTime() - uploadMs))
}
