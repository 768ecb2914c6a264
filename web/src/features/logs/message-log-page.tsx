import './message-log.css'
import { useQuery } from '@tanstack/react-query'
import { MailX, RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DeliveryFigures, figuresEveryMs } from '../../domain/deliveries/delivery-figures.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { ListPage } from '../../lib/lists/list-page.tsx'
import { useListPage } from '../../lib/lists/use-list-page.ts'
import { useCurrentSiteId, useSitePath } from '../../session/current-site.ts'
import { IconButton } from '../../ui/button.tsx'
import { channelCalls } from './channel-calls.ts'
import { MessageCard, messageColumns } from './message-columns.tsx'
import { MessageDrawer } from './message-drawer.tsx'
import { MessageFilterBar } from './message-filter-bar.tsx'
import { messageList } from './message-list.ts'
import { useChannel } from './use-channel.ts'

/** The logs of messages to users of the current site and its sub-sites. */
export function MessageLogPage() {
  const { t } = useTranslation()
  const siteId = useCurrentSiteId()
  const site = useSitePath().data?.name
  const list = useListPage(messageList, ({ channel, status, ...params }) =>
    queryOf(channelCalls[channel ?? 'Email'].list, {
      query: { SiteId: siteId, Status: status, ...params },
    }),
  )
  const channel = useChannel()
  const { query, state } = list
  const figures = useQuery({
    ...queryOf(channelCalls[channel].figures, { query: { SiteId: siteId } }),
    refetchInterval: figuresEveryMs,
  })
  const count = state.isNarrowed ? undefined : query.data?.Total
  return (
    <ListPage
      className="email-log"
      list={list}
      title={t('logs.title')}
      label={t(`logs.${channel}.list`)}
      sub={count !== undefined && site && t(`logs.${channel}.count`, { count, site })}
      searchLabel={t('logs.search')}
      actions={
        <IconButton
          icon={RefreshCw}
          label={t('logs.refresh')}
          disabled={query.isFetching}
          onClick={() => void query.refetch()}
        />
      }
      filters={<MessageFilterBar />}
      above={<DeliveryFigures data={figures.data} />}
      columns={messageColumns()}
      card={(mail) => <MessageCard mail={mail} />}
      details={(id, known, close) => (
        <MessageDrawer key={id} channel={channel} id={id} known={known} onClose={close} />
      )}
      empty={{ icon: MailX, title: t(`logs.${channel}.empty`), text: t(`logs.${channel}.emptyText`) }}
      nothing={{ title: t(`logs.${channel}.nothing`) }}
    />
  )
}
