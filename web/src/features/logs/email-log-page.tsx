import './email-log.css'
import { logs } from '@eot/contract/logs'
import { MailX, RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../lib/api/query.ts'
import { ListPage } from '../../lib/lists/list-page.tsx'
import { useListPage } from '../../lib/lists/use-list-page.ts'
import { useCurrentSiteId, useSitePath } from '../../session/current-site.ts'
import { IconButton } from '../../ui/button.tsx'
import { EmailCard, emailColumns } from './email-columns.tsx'
import { EmailDrawer } from './email-drawer.tsx'
import { EmailFilterBar } from './email-filter-bar.tsx'
import { emailList } from './email-list.ts'

/** The log of emails to users of the current site and its sub-sites. */
export function EmailLogPage() {
  const { t } = useTranslation()
  const siteId = useCurrentSiteId()
  const site = useSitePath().data?.name
  const list = useListPage(emailList, ({ status, ...params }) =>
    queryOf(logs.listEmails, { query: { SiteId: siteId, Status: status, ...params } }),
  )
  const { query, state } = list
  const count = state.isNarrowed ? undefined : query.data?.Total
  return (
    <ListPage
      className="email-log"
      list={list}
      title={t('logs.title')}
      label={t('logs.emails')}
      sub={count !== undefined && site && t('logs.count', { count, site })}
      searchLabel={t('logs.search')}
      actions={
        <IconButton
          icon={RefreshCw}
          label={t('logs.refresh')}
          disabled={query.isFetching}
          onClick={() => void query.refetch()}
        />
      }
      filters={<EmailFilterBar />}
      columns={emailColumns()}
      card={(mail) => <EmailCard mail={mail} />}
      details={(id, known, close) => <EmailDrawer key={id} id={id} known={known} onClose={close} />}
      empty={{ icon: MailX, title: t('logs.empty'), text: t('logs.emptyText') }}
      nothing={{ title: t('logs.nothing') }}
    />
  )
}
