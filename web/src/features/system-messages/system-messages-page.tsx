import { systemMessages } from '@eot/contract/system-messages'
import { severities } from '@eot/contract/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Megaphone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../lib/api/query.ts'
import { DetailsDrawer } from '../../lib/lists/details-drawer.tsx'
import { ListFilters, OneFilter, SomeFilter } from '../../lib/lists/list-filters.tsx'
import { ListPage } from '../../lib/lists/list-page.tsx'
import { useListPage } from '../../lib/lists/use-list-page.ts'
import { useCurrentSiteId } from '../../session/current-site.ts'
import { useFeatures } from '../../session/use-session.tsx'
import { MessageCard, messageColumns } from './message-columns.tsx'
import { AddMessageDrawer, EditMessageDrawer } from './message-drawer.tsx'
import { messageList, periods } from './message-list.ts'
import { useMessageSelection } from './message-selection.tsx'

/** System messages of the current site and its sub-sites, with drawers to write them. */
export function SystemMessagesPage() {
  const { t } = useTranslation()
  const siteId = useCurrentSiteId()
  const mayAdd = useFeatures(messageList.path).add
  const list = useListPage(messageList, ({ period, ...params }) =>
    queryOf(systemMessages.list, { query: { SiteId: siteId, Period: period, ...params } }),
  )
  return (
    <ListPage
      list={list}
      title={t('messages.title')}
      sub={<Link to="/announcements">{t('messages.asSeen')}</Link>}
      searchLabel={t('messages.search')}
      filters={
        <ListFilters>
          <OneFilter
            list={messageList}
            name="period"
            label={t('messages.period')}
            values={periods}
            text={(period) => t(`messages.${period}`)}
          />
          <SomeFilter
            list={messageList}
            name="severity"
            label={t('messages.severity')}
            values={severities}
            text={(severity) => t(`vocabulary.severity.${severity}`)}
          />
        </ListFilters>
      }
      columns={messageColumns()}
      selection={useMessageSelection()}
      card={(row) => <MessageCard row={row} />}
      details={(id, _known, close) => <MessageDetails key={id} id={id} onClose={close} />}
      empty={{ icon: Megaphone, title: t('messages.empty'), text: t('messages.emptyText') }}
      nothing={{ title: t('messages.nothing'), hint: t('messages.nothingHint') }}
      add={
        mayAdd
          ? { text: t('messages.add'), form: (close) => <AddMessageDrawer onClose={close} /> }
          : undefined
      }
    />
  )
}

function MessageDetails({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const query = useQuery(queryOf(systemMessages.get, { params: { id } }))
  if (query.data) return <EditMessageDrawer message={query.data} onClose={onClose} />
  return (
    <DetailsDrawer
      label={t('messages.edit')}
      id={id}
      query={query}
      gone={t('messages.gone')}
      onClose={onClose}
    >
      {() => null}
    </DetailsDrawer>
  )
}
