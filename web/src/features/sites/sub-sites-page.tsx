import { sites } from '@eot/contract/sites'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Building2, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListCard } from '../../lib/list-card.tsx'
import type { ListSearch } from '../../lib/list-search.ts'
import { pageSize } from '../../lib/page-size.ts'
import { queryOf } from '../../lib/query.ts'
import { useTypedSearch } from '../../lib/use-typed-search.ts'
import { useCurrentSiteId, useSitePath, useTimeZone } from '../../session/current-site.ts'
import { Allowed, useFeatures } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Empty } from '../../ui/empty.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { AddSiteDrawer } from './add-site-drawer.tsx'
import { SiteCard, siteColumns } from './site-columns.tsx'
import type { SiteSortField } from './site-sort.ts'

/** The sites below the current one, at any depth, and the way to add one. */
export function SubSitesPage() {
  const { t } = useTranslation()
  const siteId = useCurrentSiteId()
  const timeZone = useTimeZone()
  const path = useSitePath()
  const {
    search = '',
    sortBy = 'Name',
    order = 'asc',
    page = 0,
    add,
  } = useSearch({ from: '/portal/site/sub-sites' })
  const navigate = useNavigate({ from: '/site/sub-sites' })
  const adding = useFeatures('/site/sub-sites').add && add === true
  const show = (change: ListSearch<SiteSortField>, replace = false) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace })
  const [typed, setTyped] = useTypedSearch(search, (text) =>
    show({ search: text || undefined, page: undefined }, true),
  )
  const list = useQuery({
    ...queryOf(sites.list, {
      query: { SiteId: siteId, search: search || undefined, sortBy, order, Page: page, PageSize: pageSize },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className={classNames('split list-page', !adding && 'alone')}>
      <div>
        <PageHead
          title={t('sites.subSites.title')}
          sub={
            list.data && path.data && !search
              ? t('sites.subSites.count', { count: list.data.Total, site: path.data.name })
              : undefined
          }
          actions={
            <>
              <SearchBox
                label={t('sites.subSites.search')}
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
              <Allowed to="AddSubSites">
                <Button variant="primary" icon={Plus} onClick={() => show({ add: true })}>
                  {t('sites.subSites.add')}
                </Button>
              </Allowed>
            </>
          }
        />
        <ListCard
          title={t('sites.subSites.title')}
          query={list}
          columns={siteColumns()}
          keyOf={(site) => site.Id}
          card={(site) => <SiteCard site={site} />}
          sorting={{
            field: sortBy,
            order,
            onSort: (field, next) =>
              show({ sortBy: field, order: next === 'desc' ? 'desc' : undefined, page: undefined }),
          }}
          page={page}
          onPage={(next) => show({ page: next })}
          search={{
            text: search,
            title: t('sites.subSites.filtered', { search }),
            hint: t('sites.subSites.filteredText'),
            onClear: () => show({ search: undefined, page: undefined }),
          }}
        >
          <NoSites onAdd={() => show({ add: true })} />
        </ListCard>
      </div>
      {adding && (
        <AddSiteDrawer
          key={siteId}
          siteId={siteId}
          timeZone={timeZone}
          onClose={() => show({ add: undefined })}
        />
      )}
    </div>
  )
}

function NoSites({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation()
  return (
    <Empty
      icon={Building2}
      title={t('sites.subSites.empty')}
      action={
        <Allowed to="AddSubSites">
          <Button variant="primary" icon={Plus} onClick={onAdd}>
            {t('sites.subSites.add')}
          </Button>
        </Allowed>
      }
    >
      {t('sites.subSites.emptyText')}
    </Empty>
  )
}
