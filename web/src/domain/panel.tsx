import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureText } from '../lib/api/failure-text.ts'
import { classNames } from '../ui/class-names.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'

interface PanelProps<T> {
  query: UseQueryResult<T>
  skeleton: ReactNode
  /** Of the card that stands in for the panel when it failed, such as its columns; none where it stands within a card. */
  className?: string
  children: (value: T) => ReactNode
}

/** One panel of a page with its own loading and failure; a failed refresh keeps the values that are there. */
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
