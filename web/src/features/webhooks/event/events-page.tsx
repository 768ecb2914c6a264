import '../webhooks.css'
import '../../../domain/terms/terms.css'
import { type WebhookEventRow, webhookEvents } from '@eot/contract/webhook-events'
import { webhookRequests } from '@eot/contract/webhooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ViewChoice } from '../../../domain/windows/view-choice.tsx'
import { queryOf } from '../../../lib/api/query.ts'
import { ListFilters, OneFilter, SetFilter } from '../../../lib/lists/list-filters.tsx'
import { ListPage } from '../../../lib/lists/list-page.tsx'
import { useListPage } from '../../../lib/lists/use-list-page.ts'
import { useCurrentSiteId, useSitePath } from '../../../session/current-site.ts'
import { useFeatures } from '../../../session/use-session.tsx'
import { activities, eventList, parseEventSearch } from '../event-list.ts'
import { WebhookTabs } from '../webhook-tabs.tsx'
import { EventCard, type EventSort, eventColumns } from './event-columns.tsx'
import { EventsByDay } from './events-by-day.tsx'
import { CopyEvent, EditEvent, NewEvent } from './open-event.tsx'

/** Which events send which webhook request, and when: a list, or one of them in the editor. */
export function EventsPage() {
  const { add, open, copy, request, view } = parseEventSearch(useSearch({ strict: false }))
  const may = useFeatures(eventList.path)
  const navigate = useNavigate()
  const onClose = () =>
    void navigate({
      from: '/site/webhooks/events',
      to: '.',
      search: (before) => ({ ...before, add: undefined, open: undefined, copy: undefined }),
    })
  if (add && may.add && copy) return <CopyEvent key={copy} id={copy} onClose={onClose} />
  if (add && may.add) return <NewEvent requestId={request} onClose={onClose} />
  if (open && may.edit) return <EditEvent key={open} id={open} onClose={onClose} />
  return view === 'day' ? <EventsByDay filters={<Filters />} /> : <EventsList />
}

function EventsList() {
  const { t } = useTranslation()
  const SiteId = useCurrentSiteId()
  const site = useSitePath().data?.name
  const may = useFeatures(eventList.path)
  const list = useListPage<WebhookEventRow, EventSort, (typeof eventList)['filters']>(
    eventList,
    ({ state, request, ...params }) =>
      queryOf(webhookEvents.list, {
        query: { SiteId, IsActive: state && state === 'active', webhookConfigId: request, ...params },
      }),
  )
  const count = list.state.isNarrowed ? undefined : list.query.data?.Total
  return (
    <ListPage
      list={list}
      title={t('webhooks.title')}
      label={t('webhooks.events.label')}
      sub={count !== undefined && site && t('webhooks.events.count', { count, site })}
      searchLabel={t('webhooks.events.search')}
      filters={<Filters />}
      columns={eventColumns()}
      card={(row) => <EventCard row={row} />}
      onRow={may.edit ? ({ Id }) => list.state.onOpen(Id) : undefined}
      empty={{
        icon: CalendarClock,
        title: t('webhooks.events.empty'),
        text: t('webhooks.events.emptyText'),
      }}
      nothing={{ title: t('webhooks.events.nothing'), hint: t('webhooks.nothingHint') }}
      add={may.add ? { text: t('webhooks.events.add'), form: () => null } : undefined}
    />
  )
}

function Filters() {
  const { t } = useTranslation()
  const { request, view } = parseEventSearch(useSearch({ strict: false }))
  const name = useQuery({
    ...queryOf(webhookRequests.name, { params: { id: request ?? '' } }),
    enabled: request !== undefined,
  }).data?.Name
  return (
    <ListFilters>
      <WebhookTabs />
      <ViewChoice list={eventList} view={view} />
      {view !== 'day' && (
        <OneFilter
          list={eventList}
          name="state"
          label={t('subscriptions.filter.state')}
          values={activities}
          text={(state) => t(`subscriptions.filter.${state}`)}
        />
      )}
      <SetFilter
        list={eventList}
        name="request"
        label={t('webhooks.column.request')}
        text={() => name ?? t('webhooks.events.oneRequest')}
      />
    </ListFilters>
  )
}
