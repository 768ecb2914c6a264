import { subscriptions } from '@eot/contract/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { MailPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WeekRow } from '../../domain/windows/by-record.ts'
import { WeekPage } from '../../domain/windows/week-page.tsx'
import { keepingPrevious } from '../../lib/api/keeping-previous.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useListState } from '../../lib/lists/use-list-state.ts'
import { useCurrentSiteId } from '../../session/current-site.ts'
import { filterQuery } from './filter-query.ts'
import { subscriptionList } from './subscription-list.ts'
import { StateChips, useIsSilent } from './subscription-state.tsx'

/** The active subscriptions of the current site and its sub-sites as a week. On a phone, one day at a time. */
export function ByDay({ filters }: { filters: ReactNode }) {
  const { t } = useTranslation()
  const SiteId = useCurrentSiteId()
  const listState = useListState(subscriptionList)
  const isSilent = useIsSilent()
  const { alertType } = filterQuery({ type: listState.filters.type })
  const query = useQuery({
    ...keepingPrevious(
      queryOf(subscriptions.byDay, { query: { SiteId, alertType, search: listState.search || undefined } }),
    ),
    select: (found) => found.map(({ Subscription: Record, ...window }) => ({ ...window, Record })),
  })
  return (
    <WeekPage
      list={subscriptionList}
      listState={listState}
      filters={filters}
      query={query}
      texts={{
        title: t('subscriptions.title'),
        search: t('subscriptions.search'),
        label: t('subscriptions.byDay.label'),
        column: t('subscriptions.column.rule'),
        nothing: t('subscriptions.nothing'),
        nothingHint: t('subscriptions.nothingHint'),
        empty: t('subscriptions.byDay.empty'),
        emptyText: t('subscriptions.byDay.emptyText'),
      }}
      emptyIcon={MailPlus}
      state={(row) => <StateChips subscription={ruleOf(row)} />}
      isSilent={(row) => isSilent(ruleOf(row))}
    />
  )
}

const ruleOf = ({ pausedUntil }: WeekRow) => ({ IsActive: true, PausedUntil: pausedUntil })
