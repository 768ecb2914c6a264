import '../webhooks.css'
import './log.css'
import { webhookLog } from '@eot/contract/webhook-log'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw, Webhook } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DeliveryFigures, figuresEveryMs } from '../../../domain/deliveries/delivery-figures.tsx'
import { queryOf } from '../../../lib/api/query.ts'
import { ListPage } from '../../../lib/lists/list-page.tsx'
import { useListPage } from '../../../lib/lists/use-list-page.ts'
import { useCurrentSiteId, useSitePath } from '../../../session/current-site.ts'
import { useAllowed } from '../../../session/use-session.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { deliveryList } from '../delivery-list.ts'
import { DeliveryCard, deliveryColumns } from './delivery-columns.tsx'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import { DeliveryFilters } from './delivery-filters.tsx'
import { RedeliverFailed } from './redeliver-failed.tsx'
import { StoppedRequests } from './stopped-requests.tsx'

/** The deliveries of the webhook events of the current site and its sub-sites. */
export function WebhookLogPage() {
  const { t } = useTranslation()
  const SiteId = useCurrentSiteId()
  const site = useSitePath().data?.name
  const mayReplay = useAllowed('ReplayWebhook')
  const list = useListPage(deliveryList, ({ status, request, event, ...params }) =>
    queryOf(webhookLog.list, {
      query: {
        SiteId,
        ...(status && { Status: [status] }),
        webhookConfigId: request,
        webhookEventId: event,
        ...params,
      },
    }),
  )
  const figures = useQuery({
    ...queryOf(webhookLog.figures, { query: { SiteId } }),
    refetchInterval: figuresEveryMs,
  })
  const { query, state } = list
  const count = state.isNarrowed ? undefined : query.data?.Total
  return (
    <ListPage
      className="webhook-log"
      list={list}
      title={t('webhooks.log.title')}
      label={t('webhooks.log.label')}
      sub={count !== undefined && site && t('webhooks.log.count', { count, site })}
      searchLabel={t('webhooks.log.search')}
      actions={
        <IconButton
          icon={RefreshCw}
          label={t('logs.refresh')}
          disabled={query.isFetching}
          onClick={() => void query.refetch()}
        />
      }
      rareActions={mayReplay && <RedeliverFailed />}
      filters={<DeliveryFilters />}
      above={
        <>
          <StoppedRequests />
          <DeliveryFigures data={figures.data} />
        </>
      }
      columns={deliveryColumns()}
      card={(row) => <DeliveryCard row={row} />}
      details={(id, known, close) => <DeliveryDrawer key={id} id={id} known={known} onClose={close} />}
      empty={{ icon: Webhook, title: t('webhooks.log.empty'), text: t('webhooks.log.emptyText') }}
      nothing={{ title: t('webhooks.log.nothing'), hint: t('webhooks.nothingHint') }}
    />
  )
}
