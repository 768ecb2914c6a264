import './audit.css'
import { audit } from '@eot/contract/audit'
import { History } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../lib/api/query.ts'
import { ListPage } from '../../lib/lists/list-page.tsx'
import { useListPage } from '../../lib/lists/use-list-page.ts'
import { useMinute } from '../../lib/time/now.ts'
import { useCurrentSiteId } from '../../session/current-site.ts'
import { AuditCard, auditColumns } from './audit-columns.tsx'
import { AuditDrawer } from './audit-drawer.tsx'
import { AuditFilterBar } from './audit-filter-bar.tsx'
import { auditList, startOf } from './audit-list.ts'

/** Everything that was done at the current site and its sub-sites. */
export function AuditPage() {
  const { t } = useTranslation()
  const SiteId = useCurrentSiteId()
  const now = useMinute()
  const list = useListPage(auditList, ({ area, period, ...params }) =>
    queryOf(audit.list, { query: { SiteId, action: area, startTime: startOf(period, now), ...params } }),
  )
  return (
    <ListPage
      className="audit-log"
      list={list}
      title={t('history.log.title')}
      label={t('history.log.label')}
      sub={t('history.log.sub')}
      searchLabel={t('history.log.search')}
      filters={<AuditFilterBar rows={list.rows ?? []} />}
      columns={auditColumns()}
      card={(entry) => <AuditCard entry={entry} />}
      details={(id, entry, close) => <AuditDrawer key={id} id={id} entry={entry} onClose={close} />}
      empty={{ icon: History, title: t('history.log.empty'), text: t('history.log.emptyText') }}
      nothing={{ title: t('history.log.nothing') }}
    />
  )
}
