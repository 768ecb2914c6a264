import { sites } from '@eot/contract/sites'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../lib/api/query.ts'
import { type SiteChoice, siteChoices } from './site-choices.ts'

/** The site and its sub-sites, from the same data for all fields and texts. */
export function useSiteChoices(siteId: string) {
  const tree = useQuery(queryOf(sites.tree, { query: { SiteId: siteId, includeCurrentSite: true } }))
  const groups = siteChoices(tree.data ?? [])
  return {
    tree,
    groups,
    find: (id: string): SiteChoice | undefined => groups[0].items.find(({ value }) => value === id),
  }
}

/** Returns a function that names a site by its path. Only `siteId` and its sub-sites have names here. */
export function useSiteText(siteId: string): (id: string) => string {
  const { t } = useTranslation()
  const { find } = useSiteChoices(siteId)
  return (id) => find(id)?.label ?? t('conflict.otherSite')
}
