import './email-log.css'
import { type EmailLogEntry, logs } from '@eot/contract/logs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MailX, RefreshCw, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListCard, rowsOf } from '../../lib/list-card.tsx'
import { pageSize } from '../../lib/page-size.ts'
import { queryOf } from '../../lib/query.ts'
import { useTypedSearch } from '../../lib/use-typed-search.ts'
import { useCurrentSiteId, useSitePath } from '../../session/current-site.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Empty } from '../../ui/empty.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useListKeys } from '../../ui/use-list-keys.ts'
import { EmailCard, useEmailColumns } from './email-columns.tsx'
import { EmailDrawer } from './email-drawer.tsx'
import { EmailFilterBar } from './email-filter-bar.tsx'
import { isNarrowed } from './email-search.ts'
import { useEmailSearch } from './use-email-search.ts'

/** The mails to users of the current site and below: to whom, what about, and how far they have come. */
export function EmailLogPage() {
  const { t } = useTranslation()
  const siteId = useCurrentSiteId()
  const path = useSitePath()
  const { search, show, narrow } = useEmailSearch()
  const { page = 0, sortBy = 'CreatedAt', order = 'desc', mail: open } = search
  const [typed, setTyped] = useTypedSearch(search.search ?? '', (text) =>
    narrow({ search: text || undefined }, true),
  )
  const list = useQuery({
    ...queryOf(logs.listEmails, {
      query: {
        SiteId: siteId,
        search: search.search,
        Status: search.status,
        type: search.type,
        sortBy,
        order,
        Page: page,
        PageSize: pageSize,
      },
    }),
    placeholderData: keepPreviousData,
  })
  const rows = rowsOf(list)
  const columns = useEmailColumns()
  useListKeys({ keys: rows?.map(({ Id }) => Id) ?? [], open, onOpen: (mail) => show({ mail }, true) })
  return (
    <div className={classNames('split list-page email-log', !open && 'alone')}>
      <div>
        <PageHead
          title={t('logs.title')}
          sub={
            list.data && path.data && !isNarrowed(search)
              ? t('logs.count', { count: list.data.Total, site: path.data.name })
              : undefined
          }
          actions={
            <>
              <SearchBox
                label={t('logs.search')}
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
              <IconButton
                icon={RefreshCw}
                label={t('logs.refresh')}
                disabled={list.isFetching}
                onClick={() => void list.refetch()}
              />
            </>
          }
        />
        <EmailFilterBar />
        <ListCard
          title={t('logs.emails')}
          query={list}
          columns={columns}
          keyOf={(mail: EmailLogEntry) => mail.Id}
          card={(mail) => <EmailCard mail={mail} />}
          sorting={{
            field: sortBy,
            order,
            onSort: (field, next) =>
              show({
                sortBy: field === 'CreatedAt' ? undefined : field,
                order: next === 'asc' ? 'asc' : undefined,
                page: undefined,
              }),
          }}
          page={page}
          onPage={(next) => show({ page: next })}
          current={open}
          onOpen={(mail) => show({ mail: mail.Id })}
        >
          <NoEmails />
        </ListCard>
      </div>
      {open && (
        <EmailDrawer
          key={open}
          id={open}
          known={rows?.find(({ Id }) => Id === open)}
          onClose={() => show({ mail: undefined })}
        />
      )}
    </div>
  )
}

function NoEmails() {
  const { t } = useTranslation()
  const { search, narrow } = useEmailSearch()
  if (!isNarrowed(search)) {
    return (
      <Empty icon={MailX} title={t('logs.empty')}>
        {t('logs.emptyText')}
      </Empty>
    )
  }
  return (
    <Empty
      icon={SearchX}
      title={t('logs.nothing')}
      action={
        <Button onClick={() => narrow({ search: undefined, status: undefined, type: undefined })}>
          {t('action.clearFilters')}
        </Button>
      }
    />
  )
}
