import type { Kysely, RawBuilder } from 'kysely'

/** Repeats a statement that deletes up to `limit` rows until it finds fewer, so that no transaction locks many rows for long. */
export async function deleteInSteps<Tables>(
  db: Kysely<Tables>,
  statement: (limit: number) => RawBuilder<unknown>,
  limit = 10_000,
): Promise<void> {
  for (let deleted = limit; deleted === limit; ) {
    const { numAffectedRows } = await statement(limit).execute(db)
    deleted = Number(numAffectedRows ?? 0)
  }
}
