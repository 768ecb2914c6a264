import type { UseQueryResult } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button.tsx'
import { linkOfRow } from '../../ui/data-table.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { ApiError } from '../api/api-error.ts'
import { failureText } from '../api/failure-text.ts'

interface DetailsDrawerProps<T> {
  /** Names the drawer, and is its heading until there is another. */
  label: string
  id: string
  query: UseQueryResult<T>
  /** What is said where the row is no more, or belongs to somebody else. */
  gone: string
  onClose: () => void
  /** The heading and what stands beside it. */
  head?: ReactNode
  /** Buttons beside the one that closes. */
  actions?: ReactNode
  /** What is known already, above what is being read. */
  known?: ReactNode
  children: (value: T) => ReactNode
}

/** Details of a row beside its list: being read, gone, failed, or there. The focus returns to the row. */
export function DetailsDrawer<T>(props: DetailsDrawerProps<T>) {
  const { label, id, query, gone, onClose, head, actions, known, children } = props
  const { t } = useTranslation()
  const isGone = query.error instanceof ApiError && query.error.status === 404
  return (
    <SideDrawer label={label} subject={id} onClose={onClose} returnFocus={() => linkOfRow(id)} isReading>
      <header>
        {head ?? <h2>{label}</h2>}
        <span className="row d-close">
          {actions}
          <IconButton icon={X} size="sm" label={t('action.close')} onClick={onClose} />
        </span>
      </header>
      {known}
      {query.data !== undefined ? (
        children(query.data)
      ) : query.isError ? (
        <ErrorPanel
          text={isGone ? gone : failureText(query.error)}
          onRetry={isGone ? undefined : () => void query.refetch()}
        />
      ) : (
        <section>
          <SkeletonRows rows={8} />
        </section>
      )}
    </SideDrawer>
  )
}
