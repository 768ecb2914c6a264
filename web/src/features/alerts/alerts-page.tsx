import './alerts.css'
import type { Alert } from '@eot/contract/alerts'
import { useMutation } from '@tanstack/react-query'
import { BellOff, Download, SearchX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alertTitle } from '../../lib/alert-title.tsx'
import { EmptyList } from '../../lib/empty-list.tsx'
import { failureText } from '../../lib/failure-text.ts'
import { rowsOf } from '../../lib/list-card.tsx'
import { ListPager } from '../../lib/list-pager.tsx'
import { resetNewAlertCounts } from '../../lib/new-alerts.ts'
import { useTypedSearch } from '../../lib/use-typed-search.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { DataTable, linkOfRow } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useListKeys } from '../../ui/use-list-keys.ts'
import { AlertCard, useAlertColumns } from './alert-columns.tsx'
import { AlertDrawer } from './alert-drawer.tsx'
import { AlertFilterBar } from './alert-filter-bar.tsx'
import { AlertOverview } from './alert-overview.tsx'
import { isFiltered } from './alert-query.ts'
import { BulkBar } from './bulk-bar.tsx'
import { downloadCsv } from './download-csv.ts'
import { useAlertList, useAlertSearch, useRangeInAddress } from './use-alert-list.ts'
import { useNewAlerts } from './use-new-alerts.ts'

export function AlertsPage() {
  const { t } = useTranslation()
  const { filters, page, open, filter, set } = useAlertSearch()
  const { list, request, query, range } = useAlertList()
  useRangeInAddress(range)
  const { waiting, fresh, reset } = useNewAlerts(request)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [typed, setTyped] = useTypedSearch(filters.search ?? '', (text) =>
    filter({ search: text || undefined }, true),
  )
  const confirms = useAllowed('ConfirmAlerts')
  const columns = useAlertColumns()
  const top = useRef<HTMLDivElement>(null)
  const rows = rowsOf(list)
  useListKeys({
    keys: rows?.map((alert) => alert.Id) ?? [],
    open,
    onOpen: (alert) => (alert ? set({ alert }, true) : close()),
  })
  useEffect(resetNewAlertCounts, [])

  function close() {
    set({ alert: undefined })
    if (open) linkOfRow(open)?.focus()
  }

  function showNew() {
    reset()
    if (page > 0) set({ page: undefined })
    else void list.refetch()
    top.current?.scrollIntoView({ block: 'end' })
  }

  return (
    <div className={classNames('split', !open && 'alone')}>
      <div>
        <PageHead
          title={t('alerts.title')}
          actions={
            <>
              <SearchBox
                label={t('alerts.search')}
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
              <CsvButton query={query} />
            </>
          }
        />
        <AlertFilterBar range={range} />
        <section className="card list" aria-label={t('alerts.list')}>
          <div ref={top} />
          <AlertOverview query={query} range={range} />
          {waiting > 0 && (
            <button
              type="button"
              className="new-pill"
              onClick={showNew}
              aria-label={t('alerts.showNew', { count: waiting })}
            >
              {t('alerts.new', { count: waiting })}
            </button>
          )}
          <DataTable
            label={t('alerts.list')}
            columns={columns}
            rows={rows}
            keyOf={(alert: Alert) => alert.Id}
            card={(alert) => <AlertCard alert={alert} />}
            instead={
              <EmptyList query={list} onFirstPage={() => set({ page: undefined })}>
                <NoAlerts filtered={isFiltered(filters)} />
              </EmptyList>
            }
            sorting={{
              field: filters.sortBy ?? 'StartAt',
              order: filters.order ?? 'desc',
              onSort: (field, order) =>
                filter({
                  sortBy: field === 'StartAt' ? undefined : field,
                  order: order === 'asc' ? 'asc' : undefined,
                }),
            }}
            {...(confirms
              ? {
                  selection: {
                    keys: selected,
                    onChange: setSelected,
                    nameOf: (id: string) => t('alerts.selectRow', { name: nameOf(rows, id) }),
                  },
                }
              : {})}
            current={open}
            onOpen={(alert) => set({ alert: alert.Id })}
            stale={list.isPlaceholderData}
            rowClass={(alert) => (fresh.has(alert.Id) ? 'fresh' : undefined)}
          />
          <ListPager query={list} page={page} onPage={(next) => set({ page: next })} />
        </section>
        <BulkBar
          alerts={rows?.filter((alert) => selected.has(alert.Id)) ?? []}
          onDone={() => setSelected(new Set())}
        />
      </div>
      {open && <AlertDrawer id={open} known={rows?.find((alert) => alert.Id === open)} onClose={close} />}
    </div>
  )
}

const nameOf = (rows: readonly Alert[] | undefined, id: string) => {
  const alert = rows?.find((row) => row.Id === id)
  return alert ? alertTitle(alert) : id
}

function CsvButton({ query }: { query: ReturnType<typeof useAlertList>['query'] }) {
  const { t } = useTranslation()
  const download = useMutation({
    mutationFn: () => downloadCsv({ query }),
    onError: (error) => showToast(t('alerts.csvFailed', { reason: failureText(error) }), { urgent: true }),
  })
  return (
    <Button
      icon={Download}
      aria-label={t('alerts.csvLabel')}
      disabled={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('alerts.csv')}
    </Button>
  )
}

function NoAlerts({ filtered }: { filtered: boolean }) {
  const { t } = useTranslation()
  const { set } = useAlertSearch()
  if (!filtered) {
    return (
      <Empty icon={BellOff} title={t('alerts.empty')}>
        {t('alerts.emptyText')}
      </Empty>
    )
  }
  return (
    <Empty
      icon={SearchX}
      title={t('alerts.nothing')}
      action={
        <Button onClick={() => set({ searchFilters: undefined, page: undefined })}>
          {t('action.clearFilters')}
        </Button>
      }
    />
  )
}
