import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Slice } from '../answer-page.ts'
import { countRows } from './count-rows.queries.ts'

interface ListOrder extends Slice {
  /** The column with the ids, which breaks ties. */
  id: string
  by: RawBuilder<unknown>
  order: 'asc' | 'desc'
  /** Whether the query contains a search, which reads every row of the table, since no index supports it. */
  isSearch: boolean
  /** Returns the number of rows faster than counting them. */
  count?: (() => Promise<number>) | undefined
}

interface IdPage {
  ids: string[]
  total: number
}

/**
 * With more rows, a page is found by walking an index on (`by` nulls first, `id`); up to this many rows are read and sorted.
 * PostgreSQL cannot choose: it does not know that the devices of a small site are far apart in the order of names.
 */
const mostSorted = 10_000

/**
 * Lists the ids of one page of the rows that a query finds, in order, and counts them. Rows are read afterward by their ids, so
 * that only those of the page are joined with others. Up to `most` rows are sorted.
 */
export async function listIds<Tables, From extends keyof Tables, Row>(
  db: Kysely<Tables>,
  matching: SelectQueryBuilder<Tables, From, Row>,
  { isSearch, count = () => countRows(matching), ...order }: ListOrder,
  most = mostSorted,
): Promise<IdPage> {
  const { limit, offset } = order
  // A search counts and sorts in one pass.
  if (isSearch) {
    const found = await sortIds(db, matching, { ...order, counts: true })
    // A page after the last one has no row that contains the total.
    return found.total === 0 && offset > 0 ? { ids: [], total: await countRows(matching) } : found
  }
  const total = await count()
  const left = Math.min(limit, total - offset)
  if (left <= 0) return { ids: [], total }
  const find = total > most ? walkIds : sortIds
  if (offset <= total / 2) return { ids: (await find(db, matching, order)).ids, total }
  // Pages in the second half are read from the end, which is closer.
  const opposite = order.order === 'asc' ? 'desc' : 'asc'
  const slice = { limit: left, offset: total - offset - left }
  const { ids } = await find(db, matching, { ...order, ...slice, order: opposite })
  return { ids: ids.reverse(), total }
}

type Sorted = Omit<ListOrder, 'isSearch' | 'count'> & { counts?: boolean }

async function sortIds<Tables, From extends keyof Tables, Row>(
  db: Kysely<Tables>,
  matching: SelectQueryBuilder<Tables, From, Row>,
  { id, by, order, limit, offset, counts = false }: Sorted,
): Promise<IdPage> {
  const hits = matching.clearSelect().select([sql<string>`${sql.ref(id)}`.as('id'), by.as('key')])
  const { rows } = await sql<{ id: string; total: number }>`
    with hit as materialized (${hits})
    select id, ${counts ? sql`(select count(*) from hit)::int` : sql`0`} as total from hit
    ${orderBy(sql`key`, sql`id`, order)} limit ${limit} offset ${offset}`.execute(db)
  return { ids: rows.map((row) => row.id), total: rows[0]?.total ?? 0 }
}

async function walkIds<Tables, From extends keyof Tables, Row>(
  db: Kysely<Tables>,
  matching: SelectQueryBuilder<Tables, From, Row>,
  { id, by, order, limit, offset }: Sorted,
): Promise<Pick<IdPage, 'ids'>> {
  const { rows } = await sql<{ id: string }>`
    ${matching.clearSelect().select(sql<string>`${sql.ref(id)}`.as('id'))}
    ${orderBy(by, sql.ref(id), order)} limit ${limit} offset ${offset}`.execute(db)
  return { ids: rows.map((row) => row.id) }
}

const orderBy = (by: RawBuilder<unknown>, id: RawBuilder<unknown>, order: 'asc' | 'desc') =>
  order === 'asc'
    ? sql`order by ${by} asc nulls first, ${id} asc`
    : sql`order by ${by} desc nulls last, ${id} desc`

/** Sorts rows in the order of their ids. */
export function inOrder<Row extends { id: string }>(rows: readonly Row[], ids: readonly string[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
