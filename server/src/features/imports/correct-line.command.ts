import type { BodyOf } from '@eot/contract/endpoint'
import type { imports } from '@eot/contract/imports'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { Database } from '../../database.ts'
import { invalid } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { fieldsOf } from './columns.ts'
import { importLineQueries } from './import-lines.queries.ts'
import type { ImportRow } from './imports.queries.ts'
import { getImport, startStep } from './start-step.command.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

/**
 * Corrects a cell of a checked file and checks all lines again: others may have the same address, or lie below a site that the
 * line creates. Throws `import_not_ready` and `invalid_request`.
 */
export async function correctLine(
  parts: Parts,
  caller: Caller,
  id: string,
  { Line, Field, Value, Everywhere }: BodyOf<typeof imports.correct>,
): Promise<ImportRow> {
  const column = fieldsOf(await getImport(parts.db, caller, id)).indexOf(Field)
  return startStep(parts, caller, id, ['Checked'], 'Checking', async (tx) => {
    if (column === -1) throw invalid('Field', 'The file has no column for this field')
    const isAddress = Field === 'Mac' || Field === 'ClaimCode'
    const change = { column, text: Value, everywhere: Everywhere, isAddress }
    if (!(await importLineQueries(tx, id).correctCell(Line, change)))
      throw invalid('Line', 'The file has no such line')
  })
}
