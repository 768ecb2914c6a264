import { sites } from '@eot/contract/sites'
import { Building2, FolderTree, Network } from 'lucide-react'
import { queryOf } from '../../lib/api/query.ts'
import { page } from '../../lib/routes/page.ts'
import { siteList } from './site-list.ts'
import { readTreeAddress } from './tree/tree-address.ts'

export const sitePages = [
  page('/site', { icon: Network }, async () => (await import('./site-page.tsx')).SitePage),
  page(
    '/site/sub-sites',
    { icon: Building2, search: siteList.parse, wide: true },
    async () => (await import('./sub-sites-page.tsx')).SubSitesPage,
  ),
] as const

export const siteAdminPages = [
  page(
    '/admin/sites',
    {
      icon: FolderTree,
      search: readTreeAddress,
      wide: true,
      prefetch: (queryClient, siteId) =>
        queryClient.prefetchQuery(queryOf(sites.tree, { query: { SiteId: siteId } })),
    },
    async () => (await import('./tree/site-tree-page.tsx')).SiteTreePage,
  ),
] as const
