import type { SelectQueryBuilder } from 'kysely'

/** Counts the rows of a query, whatever it selects of them. */
export async function countRows<Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
): Promise<number> {
  const { count } = await query
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  return count
}
