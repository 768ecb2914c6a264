import type { AnswerOf, Endpoint } from '@eot/contract/endpoint'
import type { InvalidateQueryFilters, Query, QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Changes the cached data of an endpoint. A read under way may have begun before the change, so its response is changed too. The
 * data does not look newer than it is: what must be read again is still read again. `which` are queries of this endpoint. `change` returns the same object if nothing changes.
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
  const known = waiting.get(query)
  if (known) return void known.push(change)
  const changes = [change]
  waiting.set(query, changes)
  const isRead = await readUnderWay(query)
  waiting.delete(query)
  if (isRead) changeData(queryClient, query, changes)
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
