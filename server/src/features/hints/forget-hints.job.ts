import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { hintQueries } from './hints.queries.ts'

const keptDays = 730

/** Deletes hints two years after they were last found. */
export const forgetHints = (db: Kysely<Database>, now: Date): Promise<void> =>
  hintQueries(db).forgetHints(new Date(now.getTime() - keptDays * 86_400_000))
