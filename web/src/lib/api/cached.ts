import type { AnswerOf, Endpoint } from '@eot/contract/endpoint'
import type { InvalidateQueryFilters, Query, QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Changes the cached data of an endpoint. A read under way may have begun before the change, so its response is changed too.
 * `which` are queries of this endpoint. `change` returns the same object if nothing changes.
 */
export function changeCached<E extends Endpoint>(
  queryClient: QueryClient,
  endpoint: E,
  change: (data: AnswerOf<E>, query: Query) => AnswerOf<E>,
  which: Pick<QueryFilters, 'queryKey' | 'exact'> = { queryKey: [endpoint.path] },
): void {
  for (const query of queryClient.getQueryCache().findAll(which)) {
    const apply = () => {
      const before = query.state.data as AnswerOf<E> | undefined // queries of this path hold its responses
      const after = before && change(before, query)
      if (after !== before) queryClient.setQueryData(query.queryKey, after)
    }
    apply()
    void readUnderWay(query).then((isRead) => isRead && apply())
  }
}

/** First reads that are repeated once they have ended. */
const repeated = new WeakSet<Query>()

/**
 * Fetches matching data again. A first read that is under way may have begun before the change, but TanStack Query does not repeat
 * it, so this does.
 */
export function invalidate(queryClient: QueryClient, filters: InvalidateQueryFilters): Promise<void> {
  for (const query of queryClient.getQueryCache().findAll(filters)) {
    if (query.state.data === undefined && !repeated.has(query)) void repeatRead(queryClient, query)
  }
  return queryClient.invalidateQueries(filters)
}

async function repeatRead(queryClient: QueryClient, query: Query): Promise<void> {
  repeated.add(query)
  const isRead = await readUnderWay(query)
  repeated.delete(query)
  if (isRead) void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
}

/** Returns, once it has ended, whether a read is under way and succeeds. After a failure, the next read is newer than the change. */
async function readUnderWay(query: Query): Promise<boolean> {
  if (query.state.fetchStatus !== 'fetching') return false
  try {
    await query.fetch() // joins the read under way
    return true
  } catch {
    return false
  }
}
