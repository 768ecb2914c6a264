import { Building2, FolderTree, Network } from 'lucide-react'
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
    { icon: FolderTree, search: readTreeAddress, wide: true },
    async () => (await import('./tree/site-tree-page.tsx')).SiteTreePage,
  ),
] as const
