import { webhookEvents } from '@eot/contract/webhook-events'
import { webhookRequests } from '@eot/contract/webhooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LogTabs } from '../../../domain/deliveries/log-tabs.tsx'
import { queryOf } from '../../../lib/api/query.ts'
import { ListFilters, OneFilter, SetFilter } from '../../../lib/lists/list-filters.tsx'
import { useListState } from '../../../lib/lists/use-list-state.ts'
import { deliveryList, deliveryStatuses } from '../delivery-list.ts'

/** Returns the names of the webhook request and the webhook event that the list is filtered by. */
export function useFilterNames(): { request: string; event: string } {
  const { t } = useTranslation()
  const { request = '', event = '' } = useListState(deliveryList).filters
  const requestName = useQuery({
    ...queryOf(webhookRequests.name, { params: { id: request } }),
    enabled: request !== '',
  }).data?.Name
  const eventName = useQuery({
    ...queryOf(webhookEvents.get, { params: { id: event } }),
    enabled: event !== '',
  }).data?.Name
  return {
    request: requestName ?? t('webhooks.events.oneRequest'),
    event: eventName ?? t('webhooks.log.oneEvent'),
  }
}

/** Links to the other logs, the status, and the request or event if the list is limited to one. */
export function DeliveryFilters() {
  const { t } = useTranslation()
  const names = useFilterNames()
  return (
    <ListFilters>
      <LogTabs current="Webhook" />
      <OneFilter
        folded
        list={deliveryList}
        name="status"
        label={t('logs.column.status')}
        values={deliveryStatuses}
        text={(status) => t(`webhooks.log.status.${status}`)}
      />
      <SetFilter
        list={deliveryList}
        name="request"
        label={t('webhooks.column.request')}
        text={() => names.request}
      />
      <SetFilter
        list={deliveryList}
        name="event"
        label={t('webhooks.column.event')}
        text={() => names.event}
      />
    </ListFilters>
  )
}
