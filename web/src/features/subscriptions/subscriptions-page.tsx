import '../../domain/terms/terms.css'
import { type SubscriptionRow, subscriptions } from '@eot/contract/subscriptions'
import { findAlertType } from '@eot/contract/vocabulary'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { MailPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { alertTypeName } from '../../domain/sensors/sensor-names.ts'
import { ViewChoice } from '../../domain/windows/view-choice.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { ListFilters, OneFilter, SomeFilter } from '../../lib/lists/list-filters.tsx'
import { ListPage } from '../../lib/lists/list-page.tsx'
import { useListPage } from '../../lib/lists/use-list-page.ts'
import { useCurrentSiteId, useSitePath } from '../../session/current-site.ts'
import { useFeatures } from '../../session/use-session.tsx'
import { ByDay } from './by-day.tsx'
import { filterQuery, typeKeys } from './filter-query.ts'
import { FromAbove, useFromAbove } from './from-above.tsx'
import { CopySubscription, EditSubscription, NewSubscription } from './open-editor.tsx'
import { SubscriptionCard, type SubscriptionSort, subscriptionColumns } from './subscription-columns.tsx'
import { SubscriptionDrawer } from './subscription-drawer.tsx'
import { activities, parseSubscriptionSearch, subscriptionList } from './subscription-list.ts'
import { useSubscriptionSelection } from './subscription-selection.tsx'

/** Who is notified of which events, and when: as sentences, day by day, or one subscription in the editor. */
export function SubscriptionsPage() {
  const { view, add, open, copy } = parseSubscriptionSearch(useSearch({ strict: false }))
  const may = useFeatures(subscriptionList.path)
  const onClose = useCloseEditor()
  if (add && may.add && copy) return <CopySubscription key={copy} id={copy} onClose={onClose} />
  if (add && may.add) return <NewSubscription onClose={onClose} />
  if (open && may.edit) return <EditSubscription key={open} id={open} onClose={onClose} />
  return view === 'day' ? <ByDay filters={<Filters />} /> : <Sentences />
}

function useCloseEditor() {
  const navigate = useNavigate()
  return () =>
    void navigate({
      from: '/subscriptions',
      to: '.',
      search: (before) => ({ ...before, add: undefined, open: undefined, copy: undefined }),
    })
}

function Sentences() {
  const { t } = useTranslation()
  const siteId = useCurrentSiteId()
  const site = useSitePath().data?.name
  const may = useFeatures(subscriptionList.path)
  const list = useListPage<SubscriptionRow, SubscriptionSort, (typeof subscriptionList)['filters']>(
    subscriptionList,
    ({ state, type, ...params }) =>
      queryOf(subscriptions.list, { query: { SiteId: siteId, ...filterQuery({ state, type }), ...params } }),
  )
  const above = useFromAbove().data
  const isAlone = above !== undefined && above.Items.length + above.OtherCount === 0
  const count = list.state.isNarrowed ? undefined : list.query.data?.Total
  return (
    <>
      <ListPage
        list={list}
        title={t('subscriptions.title')}
        sub={count !== undefined && site && t('subscriptions.count', { count, site })}
        searchLabel={t('subscriptions.search')}
        filters={<Filters />}
        columns={subscriptionColumns()}
        selection={useSubscriptionSelection()}
        card={(row) => <SubscriptionCard row={row} />}
        details={(id, known, close) => <SubscriptionDrawer key={id} id={id} known={known} onClose={close} />}
        empty={{
          icon: MailPlus,
          title: t(isAlone ? 'subscriptions.empty' : 'subscriptions.noneOwn'),
          text: t(isAlone ? 'subscriptions.emptyText' : 'subscriptions.noneOwnText'),
        }}
        nothing={{ title: t('subscriptions.nothing'), hint: t('subscriptions.nothingHint') }}
        add={may.add ? { text: t('subscriptions.add'), form: () => null } : undefined}
      />
      {!list.state.isNarrowed && <FromAbove />}
    </>
  )
}

function Filters() {
  const { t } = useTranslation()
  const { view } = parseSubscriptionSearch(useSearch({ strict: false }))
  return (
    <ListFilters>
      <ViewChoice list={subscriptionList} view={view} />
      {view !== 'day' && (
        <OneFilter
          list={subscriptionList}
          name="state"
          label={t('subscriptions.filter.state')}
          values={activities}
          text={(state) => t(`subscriptions.filter.${state}`)}
        />
      )}
      <SomeFilter
        list={subscriptionList}
        name="type"
        label={t('subscriptions.filter.types')}
        values={typeKeys}
        text={(key) => alertTypeName(findAlertType(key) ?? { Key: key, Name: key })}
      />
    </ListFilters>
  )
}
