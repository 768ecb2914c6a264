import { subscriptions } from '@eot/contract/subscriptions'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api/api-error.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useSitePath } from '../../session/current-site.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { EditForm, type EditorProps, NewForm } from './subscription-editor.tsx'

/** The editor with a new subscription of the current site. */
export function NewSubscription(props: EditorProps) {
  return (
    <Reading query={useSitePath()} {...props}>
      {({ siteId: Id, name: Name }) => <NewForm key={Id} {...props} site={{ Id, Name }} />}
    </Reading>
  )
}

/** The editor with a copy of a subscription. */
export function CopySubscription({ id, ...props }: EditorProps & { id: string }) {
  return (
    <Reading query={useSubscription(id)} {...props}>
      {(copyOf) => <NewForm {...props} site={copyOf.Site} copyOf={copyOf} />}
    </Reading>
  )
}

export function EditSubscription({ id, ...props }: EditorProps & { id: string }) {
  return (
    <Reading query={useSubscription(id)} {...props}>
      {(subscription) => <EditForm {...props} subscription={subscription} />}
    </Reading>
  )
}

const useSubscription = (id: string) => useQuery(queryOf(subscriptions.get, { params: { id } }))

interface ReadingProps<T> extends EditorProps {
  query: UseQueryResult<T>
  children: (value: T) => ReactNode
}

/** Shows the editor once what it starts with is there, or why it cannot be read. */
function Reading<T>({ query, onClose, children }: ReadingProps<T>) {
  const { t } = useTranslation()
  if (query.data !== undefined) return children(query.data)
  const isGone = query.error instanceof ApiError && query.error.status === 404
  return (
    <>
      <PageHead title={t('subscriptions.title')} />
      <section className="card">
        {query.isError ? (
          <ErrorPanel
            text={isGone ? t('subscriptions.gone') : failureText(query.error)}
            onRetry={isGone ? undefined : () => void query.refetch()}
          />
        ) : (
          <SkeletonRows rows={8} />
        )}
      </section>
      <Button onClick={onClose}>{t('subscriptions.editor.back')}</Button>
    </>
  )
}
