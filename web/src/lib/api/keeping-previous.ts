import type { QueryKey } from '@tanstack/react-query'

/** Parts of a request that say what it is about. Others only choose from that, such as a range or a page. */
interface Request {
  params?: unknown
  query?: { SiteId?: unknown; DeviceId?: unknown; subject?: unknown; Type?: unknown }
}

function subjectOf([path, request]: QueryKey): string {
  const { params, query } = (request ?? {}) as Request // `queryOf` creates the keys
  return JSON.stringify([path, params, query?.SiteId, query?.DeviceId, query?.subject, query?.Type])
}

/**
 * Makes a query show its previous data until the next has arrived, unless it is of another site, device or record: its data
 * would be shown under the wrong name.
 */
export const keepingPrevious = <Options extends { queryKey: QueryKey }>(options: Options) => ({
  ...options,
  placeholderData: <Data>(data: Data | undefined, previous: { queryKey: QueryKey } | undefined) =>
    previous && subjectOf(previous.queryKey) === subjectOf(options.queryKey) ? data : undefined,
})
