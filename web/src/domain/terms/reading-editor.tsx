import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../../lib/api/api-error.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import type { EditorProps } from './term-editor.tsx'

interface ReadingEditorProps<T> extends EditorProps {
  query: UseQueryResult<T>
  title: string
  /** Explains that the record no longer exists. */
  gone: string
  /** The text of the button that returns to the list. */
  back: string
  children: (value: T) => ReactNode
}

/** Shows an editor once its record has been loaded, or an error if that fails. */
export function ReadingEditor<T>({ query, title, gone, back, onClose, children }: ReadingEditorProps<T>) {
  if (query.data !== undefined) return children(query.data)
  const isGone = query.error instanceof ApiError && query.error.status === 404
  return (
    <>
      <PageHead title={title} />
      <section className="card">
        {query.isError ? (
          <ErrorPanel
            text={isGone ? gone : failureText(query.error)}
            onRetry={isGone ? undefined : () => void query.refetch()}
          />
        ) : (
          <SkeletonRows rows={8} />
        )}
      </section>
      <Button onClick={onClose}>{back}</Button>
    </>
  )
}
