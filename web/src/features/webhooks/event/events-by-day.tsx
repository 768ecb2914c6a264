import { webhookEvents } from '@eot/contract/webhook-events'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WeekRow } from '../../../domain/windows/by-record.ts'
import { WeekPage } from '../../../domain/windows/week-page.tsx'
import { keepingPrevious } from '../../../lib/api/keeping-previous.ts'
import { queryOf } from '../../../lib/api/query.ts'
import { useListState } from '../../../lib/lists/use-list-state.ts'
import { useMinute } from '../../../lib/time/now.ts'
import { useCurrentSiteId } from '../../../session/current-site.ts'
import { Chip } from '../../../ui/chip.tsx'
import { eventList } from '../event-list.ts'

/** The active webhook events of the current site and its sub-sites as a week. */
export function EventsByDay({ filters }: { filters: ReactNode }) {
  const { t } = useTranslation()
  const SiteId = useCurrentSiteId()
  const listState = useListState(eventList)
  const now = useMinute()
  const query = useQuery({
    ...keepingPrevious(
      queryOf(webhookEvents.byDay, {
        query: { SiteId, webhookConfigId: listState.filters.request, search: listState.search || undefined },
      }),
    ),
    select: (found) => found.map(({ WebhookEvent: Record, ...window }) => ({ ...window, Record })),
  })
  const isPaused = ({ pausedUntil }: WeekRow) => pausedUntil !== null && Date.parse(pausedUntil) > now
  return (
    <WeekPage
      list={eventList}
      listState={listState}
      filters={filters}
      query={query}
      texts={{
        title: t('webhooks.title'),
        search: t('webhooks.events.search'),
        label: t('webhooks.events.byDay'),
        column: t('webhooks.column.event'),
        nothing: t('webhooks.events.nothing'),
        nothingHint: t('webhooks.nothingHint'),
        empty: t('webhooks.events.noneOn'),
        emptyText: t('webhooks.events.noneOnText'),
      }}
      emptyIcon={CalendarClock}
      state={(row) => isPaused(row) && <Chip tone="outline">{t('webhooks.events.paused')}</Chip>}
      isSilent={isPaused}
    />
  )
}
