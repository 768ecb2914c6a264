import { sites } from '@eot/contract/sites'
import { type WebhookRequestRow, webhookRequests } from '@eot/contract/webhooks'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../lib/api/query.ts'
import { useSession } from '../../../session/use-session.tsx'

const mostOffered = 100

/** Reads the requests that events of a site may send: those of the site and of sites above it, as far as the user sees them. */
export function useUsableRequests(siteId: string): readonly WebhookRequestRow[] {
  const SiteId = useSession().site.siteId
  const path = useQuery(queryOf(sites.path, { params: { id: siteId } })).data
  const found = useQuery(queryOf(webhookRequests.list, { query: { SiteId, PageSize: mostOffered } })).data
    ?.Items
  if (!path || !found) return []
  const above = new Set([siteId, ...path.parentSites.map(({ Id }) => Id)])
  return found.filter(({ Site }) => above.has(Site.Id))
}
