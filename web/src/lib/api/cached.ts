import type { AnswerOf, Endpoint } from '@eot/contract/endpoint'
import type { InvalidateQueryFilters, Query, QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Changes the cached data of an endpoint. A read under way may have begun before the change, so its response is changed too.
 * Changed data does not look newer, so that it is still read again when it is old. `which` are queries of this endpoint. `change`
 * returns the same object if nothing changes.
 */
export function changeCached<E extends Endpoint>(
  queryClient: QueryClient,
  endpoint: E,
  change: (data: AnswerOf<E>, query: Query) => AnswerOf<E>,
  which: Pick<QueryFilters, 'queryKey' | 'exact'> = { queryKey: [endpoint.path] },
): void {
  for (const query of queryClient.getQueryCache().findAll(which)) {
    const changed = (data: unknown) => change(data as AnswerOf<E>, query) // queries of this path hold its responses
    changeData(queryClient, query, [changed])
    void changeResponse(queryClient, query, changed)
  }
}

type Change = (data: unknown) => unknown

function changeData(queryClient: QueryClient, query: Query, changes: readonly Change[]): void {
  const { data, dataUpdatedAt, isInvalidated } = query.state
  if (data === undefined) return
  const after = changes.reduce<unknown>((before, change) => change(before), data)
  if (after === data) return
  queryClient.setQueryData(query.queryKey, after, { updatedAt: dataUpdatedAt })
  if (isInvalidated) query.invalidate()
}

/** Changes for the response of the read under way, in order. */
const waiting = new WeakMap<Query, Change[]>()

async function changeResponse(queryClient: QueryClient, query: Query, change: Change): Promise<void> {
  if (!isFetching(query)) return
  const known = waiting.get(query)
  if (known) return void known.push(change)
  const changes = [change]
  waiting.set(query, changes)
  const isRead = await readUnderWay(query)
  waiting.delete(query)
  if (isRead) changeData(queryClient, query, changes)
}

/** Fetches matching data again, also if its first read is under way. */
export function invalidate(queryClient: QueryClient, filters: InvalidateQueryFilters): Promise<void> {
  repeatFirstReads(queryClient, filters)
  return queryClient.invalidateQueries(filters)
}

/** First reads that are repeated once they have ended. */
const repeated = new WeakSet<Query>()

/**
 * Repeats matching first reads that are under way, since they may have begun before a change. TanStack Query repeats only later
 * reads.
 */
export function repeatFirstReads(queryClient: QueryClient, filters: QueryFilters): void {
  for (const query of queryClient.getQueryCache().findAll(filters)) {
    if (query.state.data === undefined && isFetching(query) && !repeated.has(query))
      void repeatRead(queryClient, query)
  }
}

async function repeatRead(queryClient: QueryClient, query: Query): Promise<void> {
  repeated.add(query)
  const isRead = await readUnderWay(query)
  repeated.delete(query)
  if (isRead) void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
}

const isFetching = (query: Query): boolean => query.state.fetchStatus === 'fetching'

/** Waits for the read under way, or for the one that has replaced it. Returns whether it succeeded. */
async function readUnderWay(query: Query): Promise<boolean> {
  try {
    await query.fetch() // joins the read under way
    return true
  } catch {
    return isFetching(query) ? readUnderWay(query) : false
  }
}
