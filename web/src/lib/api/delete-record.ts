import type { Query, QueryClient } from '@tanstack/react-query'

/** Ids of records that are being deleted, and of deleted ones that are still shown. */
const leaving = new Set<unknown>()

interface Asked {
  params?: { id?: string }
  query?: { SiteId?: string; SiteIds?: readonly string[] }
}

/** Returns the ids of the record and the sites in a query. */
function idsIn([, request]: readonly unknown[]): unknown[] {
  const { params, query } = (request ?? {}) as Asked // written by queryOf
  return [params?.id, query?.SiteId, ...(query?.SiteIds ?? [])]
}

/** Returns whether a query reads a record that is being deleted, or data of such a site, which would return 404. */
export const isLeaving = (queryKey: readonly unknown[]): boolean =>
  idsIn(queryKey).some((id) => leaving.has(id))

/**
 * Runs `run`, which deletes a record or removes it from the user's reach. The record is not refetched, for example after a
 * live event, until the drawer or page that shows it has closed. If the deletion fails, it is refetched.
 */
export async function deleteRecord<T>(
  queryClient: QueryClient,
  id: string,
  run: () => Promise<T>,
): Promise<T> {
  const cache = queryClient.getQueryCache()
  const ofRecord = { predicate: ({ queryKey }: Query) => idsIn(queryKey).includes(id) }
  leaving.add(id)
  try {
    // A request already sent could be answered after the deletion.
    await queryClient.cancelQueries(ofRecord)
    const answer = await run()
    const stop = cache.subscribe(forgetOnceClosed)
    forgetOnceClosed()
    return answer

    function forgetOnceClosed() {
      if (cache.findAll(ofRecord).some((query) => query.getObserversCount() > 0)) return
      stop()
      leaving.delete(id)
      queryClient.removeQueries(ofRecord)
    }
  } catch (error) {
    leaving.delete(id)
    void queryClient.invalidateQueries(ofRecord)
    throw error
  }
}
