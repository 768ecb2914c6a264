import { type SiteTreeNode, sites } from '@eot/contract/sites'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/api/query.ts'

/** Looks up names of a site and its sub-sites, from the same data as the site field. */
export function useSiteName(siteId: string): (id: string) => string {
  const { data = [] } = useQuery(queryOf(sites.tree, { query: { SiteId: siteId, includeCurrentSite: true } }))
  return (id) => findName(data, id) ?? ''
}

function findName(nodes: readonly SiteTreeNode[], id: string): string | undefined {
  for (const { Id, Name, SubSites } of nodes) {
    const name = Id === id ? Name : findName(SubSites, id)
    if (name !== undefined) return name
  }
  return undefined
}
