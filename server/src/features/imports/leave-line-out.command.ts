import type { BodyOf } from '@eot/contract/endpoint'
import type { imports } from '@eot/contract/imports'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { Database } from '../../database.ts'
import { invalid } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { importLineQueries } from './import-lines.queries.ts'
import type { ImportRow } from './imports.queries.ts'
import { getImport, startStep } from './start-step.command.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

/**
 * Takes a line out of a checked file, or puts it back, and checks all lines again: another line may have been refused because
 * of it. Throws `import_not_found`, `import_not_ready` and `invalid_request`.
 */
export async function leaveLineOut(
  parts: Parts,
  caller: Caller,
  id: string,
  { Line, LeaveOut }: BodyOf<typeof imports.leaveOut>,
): Promise<ImportRow> {
  await getImport(parts.db, caller, id)
  return startStep(parts, caller, id, ['Checked'], 'Checking', async (tx) => {
    if (!(await importLineQueries(tx, id).setLeftOut(Line, LeaveOut)))
      throw invalid('Line', 'The file has no such line')
  })
}
