import './webhooks.css'
import { type WebhookRequestRow, webhookRequests } from '@eot/contract/webhooks'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { Webhook } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../lib/api/query.ts'
import { ListFilters } from '../../lib/lists/list-filters.tsx'
import { ListPage } from '../../lib/lists/list-page.tsx'
import { useListPage } from '../../lib/lists/use-list-page.ts'
import { useCurrentSiteId, useSitePath } from '../../session/current-site.ts'
import { useFeatures, useOpensPage } from '../../session/use-session.tsx'
import { RequestCard, requestColumns } from './request-columns.tsx'
import { requestList, requestPath } from './request-list.ts'
import { WebhookTabs } from './webhook-tabs.tsx'

/** The webhook requests of the current site and its sub-sites. */
export function RequestsPage() {
  const { t } = useTranslation()
  const SiteId = useCurrentSiteId()
  const site = useSitePath().data?.name
  const may = useFeatures(requestPath)
  const opens = useOpensPage(requestPath)
  const navigate = useNavigate()
  const list = useListPage(requestList, (params) =>
    queryOf(webhookRequests.list, { query: { SiteId, ...params } }),
  )
  const count = list.state.isNarrowed ? undefined : list.query.data?.Total
  const open = ({ Id }: WebhookRequestRow) => void navigate({ to: requestPath, search: { id: Id } })
  return (
    <ListPage
      list={list}
      title={t('webhooks.title')}
      label={t('webhooks.requests.label')}
      sub={count !== undefined && site && t('webhooks.requests.count', { count, site })}
      searchLabel={t('webhooks.requests.search')}
      filters={
        <ListFilters>
          <WebhookTabs />
        </ListFilters>
      }
      columns={requestColumns()}
      card={(row) => <RequestCard row={row} />}
      onRow={opens ? open : undefined}
      empty={{ icon: Webhook, title: t('webhooks.requests.empty'), text: t('webhooks.requests.emptyText') }}
      nothing={{ title: t('webhooks.requests.nothing'), hint: t('webhooks.nothingHint') }}
      add={
        may.add
          ? {
              text: t('webhooks.requests.add'),
              form: () => <Navigate to={requestPath} search={{}} replace />,
            }
          : undefined
      }
    />
  )
}
