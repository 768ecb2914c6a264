import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureText } from '../lib/api/failure-text.ts'
import { classNames } from '../ui/class-names.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'

interface PanelProps<T> {
  query: UseQueryResult<T>
  skeleton: ReactNode
  /** Class of the card that replaces a failed panel, such as its columns. Omitted: the panel is inside a card. */
  className?: string
  children: (value: T) => ReactNode
}

/** A panel with its own loading and error states. After a failed refresh, the old values remain. */
export function Panel<T>({ query, skeleton, className, children }: PanelProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return skeleton
  const failure = <ErrorPanel text={failureText(query.error)} onRetry={() => void query.refetch()} />
  return className === undefined ? (
    failure
  ) : (
    <section className={classNames('card', className)}>{failure}</section>
  )
}
