import { subscriptions } from '@eot/contract/subscriptions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MailPlus, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WeekRow } from '../../domain/windows/by-record.ts'
import { WeekTable } from '../../domain/windows/week-table.tsx'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { RowLink } from '../../lib/lists/columns.tsx'
import { useListState } from '../../lib/lists/use-list-state.ts'
import { useTypedSearch } from '../../lib/lists/use-typed-search.ts'
import { useCurrentSiteId } from '../../session/current-site.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { filterQuery } from './filter-query.ts'
import { subscriptionList } from './subscription-list.ts'
import { StateChips, useIsSilent } from './subscription-state.tsx'

/** The active subscriptions of the current site and its sub-sites as a week. On a phone, one day at a time. */
export function ByDay({ filters }: { filters: ReactNode }) {
  const { t } = useTranslation()
  const SiteId = useCurrentSiteId()
  const list = useListState(subscriptionList)
  const isSilent = useIsSilent()
  const [typed, setTyped] = useTypedSearch(list.search, list.onSearch)
  const { alertType } = filterQuery({ type: list.filters.type })
  const query = useQuery({
    ...queryOf(subscriptions.byDay, { query: { SiteId, alertType, search: list.search || undefined } }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="split list-page alone">
      <div>
        <PageHead
          title={t('subscriptions.title')}
          actions={
            <SearchBox
              label={t('subscriptions.search')}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          }
        />
        {filters}
        <section className="card" aria-label={t('subscriptions.byDay.label')}>
          {query.isError ? (
            <ErrorPanel text={failureText(query.error)} onRetry={() => void query.refetch()} />
          ) : query.data === undefined ? (
            <SkeletonRows rows={8} />
          ) : query.data.length === 0 && list.isNarrowed ? (
            <Empty
              icon={SearchX}
              title={t('subscriptions.nothing')}
              action={<Button onClick={list.onClear}>{t('action.clearFilters')}</Button>}
            >
              {t('subscriptions.nothingHint')}
            </Empty>
          ) : query.data.length === 0 ? (
            <Empty icon={MailPlus} title={t('subscriptions.byDay.empty')}>
              {t('subscriptions.byDay.emptyText')}
            </Empty>
          ) : (
            <WeekTable
              windows={query.data.map(({ Subscription: Record, ...window }) => ({ ...window, Record }))}
              label={t('subscriptions.byDay.label')}
              title={t('subscriptions.column.rule')}
              link={({ id, name }) => (
                <RowLink list={subscriptionList} id={id}>
                  <span className="truncate">{name}</span>
                </RowLink>
              )}
              state={(row) => <StateChips subscription={ruleOf(row)} />}
              isSilent={(row) => isSilent(ruleOf(row))}
            />
          )}
        </section>
      </div>
    </div>
  )
}

const ruleOf = ({ pausedUntil }: WeekRow) => ({ IsActive: true, PausedUntil: pausedUntil })
