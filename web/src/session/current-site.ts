import type { SitePath } from '@eot/contract/sites'
import { sites } from '@eot/contract/sites'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { queryOf } from '../lib/api/query.ts'
import { siteIdOf } from './site-id.ts'
import { useSession } from './use-session.tsx'

/** The current site: siteId of the query, or else the user's own (spec 3). */
export function useCurrentSiteId(): string {
  const { siteId } = useSearch({ strict: false })
  return siteIdOf(siteId, useSession().site.siteId)
}

/** The current site with its parents and sub-sites. The user's own is known from the session. */
export function useSitePath(): UseQueryResult<SitePath> {
  const own = useSession().site
  const id = useCurrentSiteId()
  return useQuery({
    ...queryOf(sites.path, { params: { id } }),
    // Every part of the frame uses this query; one refusal is enough for all of them.
    retryOnMount: false,
    ...(id === own.siteId ? { initialData: own } : {}),
  })
}

/** Time zone of the current site. While another site is being looked up, that of the user's own. */
export function useTimeZone(): string {
  const own = useSession().site
  return useSitePath().data?.timeZone ?? own.timeZone
}

/**
 * Returns the search of a link to something at a site, given the path to that site. The current site stays if it is on the path, so
 * that the link keeps the list and the menus as they are; the user's own site contains everything that they see.
 */
export function useSiteSearch(): (path: readonly { Id: string }[]) => { siteId?: string | undefined } {
  const own = useSession().site.siteId
  const current = useCurrentSiteId()
  return (path) =>
    current === own || path.some(({ Id }) => Id === current)
      ? {}
      : { siteId: siteIdInLink(path.at(-1)?.Id ?? own, own) }
}

/** The siteId for links to a site: none for the user's own (spec 2). */
export function siteIdInLink(id: string, ownSiteId: string | undefined): string | undefined {
  return id === ownSiteId || id === 'broken' ? undefined : id
}
