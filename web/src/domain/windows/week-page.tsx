import type { UseQueryResult } from '@tanstack/react-query'
import { type LucideIcon, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../lib/api/failure-text.ts'
import { RowLink } from '../../lib/lists/columns.tsx'
import type { ListDefinition } from '../../lib/lists/define-list.ts'
import type { ListState } from '../../lib/lists/use-list-state.ts'
import { useTypedSearch } from '../../lib/lists/use-typed-search.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import type { RecordWindow, WeekRow } from './by-record.ts'
import { WeekTable } from './week-table.tsx'

interface WeekPageProps {
  list: Pick<ListDefinition, 'path' | 'openAs'>
  listState: Pick<ListState, 'search' | 'onSearch' | 'isNarrowed' | 'onClear'>
  filters: ReactNode
  query: UseQueryResult<readonly RecordWindow[]>
  texts: {
    title: string
    search: string
    /** Accessible name of the table. */
    label: string
    /** The heading of the first column. */
    column: string
    nothing: string
    nothingHint: string
    empty: string
    emptyText: string
  }
  emptyIcon: LucideIcon
  /** Why a row is currently silent. */
  state: (row: WeekRow) => ReactNode
  isSilent: (row: WeekRow) => boolean
}

/** A page of the active records of the current site and its sub-sites as a week. */
export function WeekPage({ list, listState, filters, query, texts, emptyIcon, ...row }: WeekPageProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useTypedSearch(listState.search, listState.onSearch)
  return (
    <div className="split list-page alone">
      <div>
        <PageHead
          title={texts.title}
          actions={
            <SearchBox
              label={texts.search}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          }
        />
        {filters}
        <section className="card" aria-label={texts.label}>
          {query.isError ? (
            <ErrorPanel text={failureText(query.error)} onRetry={() => void query.refetch()} />
          ) : query.data === undefined ? (
            <SkeletonRows rows={8} />
          ) : query.data.length === 0 && listState.isNarrowed ? (
            <Empty
              icon={SearchX}
              title={texts.nothing}
              action={<Button onClick={listState.onClear}>{t('action.clearFilters')}</Button>}
            >
              {texts.nothingHint}
            </Empty>
          ) : query.data.length === 0 ? (
            <Empty icon={emptyIcon} title={texts.empty}>
              {texts.emptyText}
            </Empty>
          ) : (
            <WeekTable
              windows={query.data}
              label={texts.label}
              title={texts.column}
              link={({ id, name }) => (
                <RowLink list={list} id={id}>
                  <span className="truncate">{name}</span>
                </RowLink>
              )}
              {...row}
            />
          )}
        </section>
      </div>
    </div>
  )
}
