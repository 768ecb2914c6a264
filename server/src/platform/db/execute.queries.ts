import { CompiledQuery, type Transaction } from 'kysely'

/** Runs written SQL within a transaction of the query builder. */
export const executeIn =
  <Tables>(tx: Transaction<Tables>) =>
  async <Row>(text: string, values: unknown[]): Promise<Row[]> =>
    (await tx.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
