import { sites } from '@eot/contract/sites'
import { Building2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ImportLink } from '../../domain/import-link.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { ListPage } from '../../lib/lists/list-page.tsx'
import { useListPage } from '../../lib/lists/use-list-page.ts'
import { useCurrentSiteId, useSitePath, useTimeZone } from '../../session/current-site.ts'
import { useFeatures } from '../../session/use-session.tsx'
import { AddSiteDrawer } from './add-site-drawer.tsx'
import { SiteCard, siteColumns } from './site-columns.tsx'
import { siteList } from './site-list.ts'
import { useSiteSelection } from './site-selection.tsx'

/** Sub-sites of the current site, with a drawer to add one. */
export function SubSitesPage() {
  const { t } = useTranslation()
  const siteId = useCurrentSiteId()
  const timeZone = useTimeZone()
  const mayAdd = useFeatures(siteList.path).add
  const site = useSitePath().data?.name
  const list = useListPage(siteList, (params) =>
    queryOf(sites.list, { query: { SiteId: siteId, ...params } }),
  )
  const count = list.state.isNarrowed ? undefined : list.query.data?.Total
  return (
    <ListPage
      list={list}
      title={t('sites.subSites.title')}
      sub={count !== undefined && site && t('sites.subSites.count', { count, site })}
      searchLabel={t('sites.subSites.search')}
      rareActions={<ImportLink to="/site/sub-sites/import" />}
      columns={siteColumns()}
      selection={useSiteSelection()}
      card={(row) => <SiteCard site={row} />}
      empty={{ icon: Building2, title: t('sites.subSites.empty'), text: t('sites.subSites.emptyText') }}
      nothing={{
        title: t('sites.subSites.filtered', { search: list.state.search }),
        hint: t('sites.subSites.filteredText'),
      }}
      add={
        mayAdd
          ? {
              text: t('sites.subSites.add'),
              form: (close) => (
                <AddSiteDrawer key={siteId} siteId={siteId} timeZone={timeZone} onClose={close} />
              ),
            }
          : undefined
      }
    />
  )
}
