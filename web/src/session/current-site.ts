import type { SitePath } from '@eot/contract/sites'
import { sites } from '@eot/contract/sites'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { queryOf } from '../lib/api/query.ts'
import { siteIdOf } from './site-id.ts'
import { useSession } from './use-session.tsx'

/** The site the portal is about: siteId of the query, else the user's own (spec 3). */
export function useCurrentSiteId(): string {
  const { siteId } = useSearch({ strict: false })
  return siteIdOf(siteId, useSession().site.siteId)
}

/** Where the current site stands. The user's own is known from the session on. */
export function useSitePath(): UseQueryResult<SitePath> {
  const own = useSession().site
  const id = useCurrentSiteId()
  return useQuery({
    ...queryOf(sites.path, { params: { id } }),
    // Every part of the frame asks where it stands; a refusal is the answer to all of them.
    retryOnMount: false,
    ...(id === own.siteId ? { initialData: own } : {}),
  })
}

/** Zone in which times are shown; while another site is being looked up, the user's own. */
export function useTimeZone(): string {
  const own = useSession().site
  return useSitePath().data?.timeZone ?? own.timeZone
}

/** What a link to a site writes into the query: nothing for the user's own (spec 2). */
export function siteIdInLink(id: string, ownSiteId: string | undefined): string | undefined {
  return id === ownSiteId || id === 'broken' ? undefined : id
}
