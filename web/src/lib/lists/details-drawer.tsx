import type { UseQueryResult } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { linkOfRow } from '../../ui/use-list-keys.ts'
import { ApiError } from '../api/api-error.ts'
import { failureText } from '../api/failure-text.ts'

interface DetailsDrawerProps<T> {
  /** The accessible name of the drawer, and its heading until the details load. */
  label: string
  id: string
  query: UseQueryResult<T>
  /** Shown if the row no longer exists or the user has no access to it. */
  gone: string
  onClose: () => void
  /** The heading and what is beside it. */
  head?: ReactNode
  /** Buttons beside the close button. */
  actions?: ReactNode
  /** What is already known, shown above the details while they load. */
  known?: ReactNode
  children: (value: T) => ReactNode
}

/** Details of a row beside its list: loading, missing, failed or loaded. On closing, the focus returns to the row. */
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
