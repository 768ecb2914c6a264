import type { UseQueryResult } from '@tanstack/react-query'
import { type LucideIcon, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { failureText } from '../api/failure-text.ts'

export interface EmptyWords {
  icon: LucideIcon
  title: string
  text: string
}

interface EmptyListProps {
  query: Pick<UseQueryResult<{ Total: number }>, 'isError' | 'error' | 'data' | 'refetch'>
  /** Omitted: the list can be neither searched nor filtered. */
  state?: { isNarrowed: boolean; onClear: () => void }
  onFirstPage: () => void
  /** Shown if the list is empty. */
  empty: EmptyWords
  /** Shown if nothing matches the search or filters. */
  nothing?: { title: string; hint?: string } | undefined
  /** An action that adds the first row. */
  action?: ReactNode
}

/** Shown instead of rows: the list failed to load, the page is past the end, nothing matches, or the list is empty. */
export function EmptyList({ query, state, onFirstPage, empty, nothing, action }: EmptyListProps) {
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
  if (nothing && state?.isNarrowed) {
    return (
      <Empty
        icon={SearchX}
        title={nothing.title}
        action={<Button onClick={state.onClear}>{t('action.clearFilters')}</Button>}
      >
        {nothing.hint}
      </Empty>
    )
  }
  return (
    <Empty icon={empty.icon} title={empty.title} action={action}>
      {empty.text}
    </Empty>
  )
}
