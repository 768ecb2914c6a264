import type { alertSortFields } from '@eot/contract/alerts'
import { alertTypes, severities } from '@eot/contract/vocabulary'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { type AlertFilter, matchesFilter, withPlaces } from './alert-filter.queries.ts'
import { countAlerts } from './count-alerts.queries.ts'
import { findFewSearched, findPageOfSearched } from './few-searched.queries.ts'
import { findPageAtLocalTimes } from './page-at-local-times.queries.ts'
import { findPageOfFewSites } from './page-of-few-sites.queries.ts'
import { findPageByTally, isFarOrRare } from './page-of-tallied.queries.ts'
import type { PageByStart } from './page-within-spans.queries.ts'
import type { Review } from './review.ts'
import { findStaleAlerts, type Watched, watchedOf } from './stale-alert.queries.ts'

export interface AlertOrder {
  sortBy: (typeof alertSortFields)[number]
  order?: 'asc' | 'desc' | undefined
}

export const alertQueries = (db: Kysely<Database>) => {
  const described = () =>
    db
      .selectFrom('alert')
      .leftJoin('outage_alert', 'outage_alert.alert_id', 'alert.id')
      .selectAll('alert')
      .select(['outage_alert.outage_id', watchedOf.as('watched')])

  async function withStale<Row extends { id: string; sensor: string | null; watched: Watched | null }>(
    rows: readonly Row[],
  ): Promise<(Omit<Row, 'watched'> & { stale: boolean })[]> {
    const stale = await findStaleAlerts(db, rows)
    return rows.map(({ watched: _, ...row }) => ({ ...row, stale: stale.has(row.id) }))
  }

  async function findPageByStart(scope: Scope, filter: AlertFilter, page: PageByStart) {
    const finders = filter.search
      ? [findPageOfSearched]
      : scope.includesAllSites && isFarOrRare(filter, page)
        ? [findPageByTally, findPageAtLocalTimes]
        : [findPageOfFewSites, findPageAtLocalTimes, findPageByTally]
    for (const find of finders) {
      const ids = await find(db, scope, filter, page)
      if (ids) return ids
    }
    return undefined
  }

  return {
    withPlaces: (scope: Scope, filter: AlertFilter) => withPlaces(db, scope, filter),

    async listAlerts(scope: Scope, given: AlertFilter, by: AlertOrder, page: Slice) {
      const filter = await withPlaces(db, scope, given)
      const order = by.order ?? sortExpressions[by.sortBy].usual
      const ids = by.sortBy === 'StartAt' && (await findPageByStart(scope, filter, { ...page, order }))
      if (ids) return withStale(await sorted(described(), by).where(isAmong(ids)).execute())
      // The page by start has been looked for among few alerts already.
      const few = by.sortBy !== 'StartAt' ? await findFewSearched(db, scope, filter) : undefined
      const matches = few ? isAmong(few) : await matchesFilter(db, scope, filter)
      const rows = sorted(described(), by).where(matches).limit(page.limit).offset(page.offset)
      return withStale(await rows.execute())
    },

    countAlerts: (scope: Scope, filter: AlertFilter) => countAlerts(db, scope, filter),

    async listIds(scope: Scope, filter: AlertFilter, by: AlertOrder, limit: number): Promise<string[]> {
      const few = await findFewSearched(db, scope, filter)
      const matching = db
        .selectFrom('alert')
        .where(few ? isAmong(few) : await matchesFilter(db, scope, filter))
      const rows = await sorted(matching.select('alert.id'), by).limit(limit).execute()
      return rows.map((row) => row.id)
    },

    /** Lists alerts in no particular order. */
    listByIds: async (ids: readonly string[]) => withStale(await described().where(isAmong(ids)).execute()),

    async findAlert(scope: Scope, id: string) {
      const rows = described()
        .where('alert.id', '=', id)
        .where((eb) => inScope(eb.ref('alert.site_path'), scope))
      return (await withStale(await rows.execute()))[0]
    },

    /** Returns the same row, locked until the transaction ends. */
    lockAlert: (scope: Scope, id: string) =>
      db
        .selectFrom('alert')
        .where('id', '=', id)
        .where((eb) => inScope(eb.ref('site_path'), scope))
        .selectAll()
        .forUpdate()
        .executeTakeFirst(),

    /** `by` undefined: keeps the user who snoozed it. */
    async updateSnooze(id: string, until: Date, by?: string): Promise<void> {
      await db
        .updateTable('alert')
        .set({ snoozed_until: until, ...(by !== undefined && { snoozed_by: by }) })
        .where('id', '=', id)
        .execute()
    },

    async updateReview(id: string, review: Review): Promise<void> {
      await db
        .updateTable('alert')
        .set({
          confirmed: review.confirmed,
          confirmed_by: review.confirmedBy,
          confirmed_at: review.confirmedAt,
          comment: review.comment,
          disposition: review.disposition,
        })
        .where('id', '=', id)
        .execute()
    },
  }
}

const isAmong = (ids: readonly string[]) => sql<SqlBool>`alert.id = any(${ids}::uuid[])`

const sortExpressions: Record<AlertOrder['sortBy'], { value: Expression<unknown>; usual: 'asc' | 'desc' }> = {
  StartAt: { value: sql`alert.started_at`, usual: 'desc' },
  // An ongoing alert has no end yet: it sorts after every end and counts as the longest.
  EndAt: { value: sql`alert.ended_at`, usual: 'desc' },
  Duration: { value: sql`alert.ended_at - alert.started_at`, usual: 'desc' },
  Type: {
    value: rank(
      sql`alert.type_key`,
      alertTypes.toSorted(byName).map((type) => type.Key),
    ),
    usual: 'asc',
  },
  Device: { value: sql`lower(alert.device_name)`, usual: 'asc' },
  Site: { value: sql`lower(alert.site_name)`, usual: 'asc' },
  Peak: { value: sql`coalesce(alert.peak, '-infinity')`, usual: 'desc' },
  Severity: { value: rank(sql`alert.severity`, severities.toReversed()), usual: 'desc' },
  Confirmed: { value: sql`alert.confirmed`, usual: 'asc' },
}

function byName(a: { Name: string }, b: { Name: string }): number {
  return a.Name.localeCompare(b.Name, 'en')
}

function rank(column: Expression<unknown>, inOrder: readonly string[]): Expression<unknown> {
  return sql`array_position(${sql.val(inOrder)}::text[], ${column})`
}

/** Breaks ties by id, so that paging neither repeats nor skips an alert. */
function sorted<Query extends { orderBy(value: Expression<unknown>, order: 'asc' | 'desc'): Query }>(
  query: Query,
  { sortBy, order }: AlertOrder,
): Query {
  const { value, usual } = sortExpressions[sortBy]
  return query.orderBy(value, order ?? usual).orderBy(sql`alert.id`, order ?? usual)
}

export type AlertQueries = ReturnType<typeof alertQueries>
export type DescribedAlertRow = NonNullable<Awaited<ReturnType<AlertQueries['findAlert']>>>
