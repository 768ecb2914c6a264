import type { UseQueryResult } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { failureText } from './failure-text.ts'

export interface FoundNothing {
  text: string
  title: string
  hint: string
  onClear: () => void
}

interface EmptyListProps {
  query: UseQueryResult<{ Total: number }>
  /** Absent: the list cannot be searched. */
  search?: FoundNothing
  onFirstPage: () => void
  /** Shown when there is truly nothing. */
  children: ReactNode
}

/** In place of a list without rows: it failed, the page is past its end, nothing matches, or there is nothing. */
export function EmptyList({ query, search, onFirstPage, children }: EmptyListProps) {
  const { t } = useTranslation()
  if (query.isError) {
    return <ErrorPanel text={failureText(query.error)} onRetry={() => void query.refetch()} />
  }
  if (query.data && query.data.Total > 0) {
    return (
      <Empty
        title={t('list.pastEnd')}
        action={<Button onClick={onFirstPage}>{t('list.firstPage')}</Button>}
      />
    )
  }
  if (search?.text) {
    return (
      <Empty
        icon={SearchX}
        title={search.title}
        action={<Button onClick={search.onClear}>{t('action.clearFilters')}</Button>}
      >
        {search.hint}
      </Empty>
    )
  }
  return children
}
