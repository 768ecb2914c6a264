import { webhookEvents } from '@eot/contract/webhook-events'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarClock, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WeekRow } from '../../../domain/windows/by-record.ts'
import { WeekTable } from '../../../domain/windows/week-table.tsx'
import { failureText } from '../../../lib/api/failure-text.ts'
import { queryOf } from '../../../lib/api/query.ts'
import { RowLink } from '../../../lib/lists/columns.tsx'
import { useListState } from '../../../lib/lists/use-list-state.ts'
import { useTypedSearch } from '../../../lib/lists/use-typed-search.ts'
import { useMinute } from '../../../lib/time/now.ts'
import { useCurrentSiteId } from '../../../session/current-site.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { eventList } from '../event-list.ts'

/** The active webhook events of the current site and its sub-sites as a week. */
export function EventsByDay({ filters }: { filters: ReactNode }) {
  const { t } = useTranslation()
  const SiteId = useCurrentSiteId()
  const list = useListState(eventList)
  const now = useMinute()
  const [typed, setTyped] = useTypedSearch(list.search, list.onSearch)
  const query = useQuery({
    ...queryOf(webhookEvents.byDay, {
      query: { SiteId, webhookConfigId: list.filters.request, search: list.search || undefined },
    }),
    placeholderData: keepPreviousData,
  })
  const isPaused = ({ pausedUntil }: WeekRow) => pausedUntil !== null && Date.parse(pausedUntil) > now
  return (
    <div className="split list-page alone">
      <div>
        <PageHead
          title={t('webhooks.title')}
          actions={
            <SearchBox
              label={t('webhooks.events.search')}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          }
        />
        {filters}
        <section className="card" aria-label={t('webhooks.events.byDay')}>
          {query.isError ? (
            <ErrorPanel text={failureText(query.error)} onRetry={() => void query.refetch()} />
          ) : query.data === undefined ? (
            <SkeletonRows rows={8} />
          ) : query.data.length === 0 && list.isNarrowed ? (
            <Empty
              icon={SearchX}
              title={t('webhooks.events.nothing')}
              action={<Button onClick={list.onClear}>{t('action.clearFilters')}</Button>}
            >
              {t('webhooks.nothingHint')}
            </Empty>
          ) : query.data.length === 0 ? (
            <Empty icon={CalendarClock} title={t('webhooks.events.noneOn')}>
              {t('webhooks.events.noneOnText')}
            </Empty>
          ) : (
            <WeekTable
              windows={query.data.map(({ WebhookEvent: Record, ...window }) => ({ ...window, Record }))}
              label={t('webhooks.events.byDay')}
              title={t('webhooks.column.event')}
              link={({ id, name }) => (
                <RowLink list={eventList} id={id}>
                  <span className="truncate">{name}</span>
                </RowLink>
              )}
              state={(row) => isPaused(row) && <Chip tone="outline">{t('webhooks.events.paused')}</Chip>}
              isSilent={isPaused}
            />
          )}
        </section>
      </div>
    </div>
  )
}
