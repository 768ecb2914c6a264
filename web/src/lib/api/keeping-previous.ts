import type { QueryKey } from '@tanstack/react-query'

/** The parts of a request that identify the site, device or record. All others are filters, such as a time range, or the page number. */
const subjectParts = ['params', 'id', 'query', 'SiteId', 'DeviceId', 'subject', 'Type']

const subjectOf = (queryKey: QueryKey | undefined) => JSON.stringify(queryKey, subjectParts)

/**
 * Makes a query show its previous data until the next has arrived, unless it is of another site, device or record: its data
 * would be shown under the wrong name, or that it is not enabled: its own data would never arrive.
 */
export const keepingPrevious = <Options extends { queryKey: QueryKey; enabled?: unknown }>(
  options: Options,
) => ({
  ...options,
  placeholderData: <Data>(data: Data | undefined, previous: { queryKey: QueryKey } | undefined) =>
    options.enabled !== false && subjectOf(previous?.queryKey) === subjectOf(options.queryKey)
      ? data
      : undefined,
})
