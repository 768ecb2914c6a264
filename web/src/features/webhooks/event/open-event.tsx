import { webhookEvents } from '@eot/contract/webhook-events'
import { webhookRequests } from '@eot/contract/webhooks'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api/api-error.ts'
import { failureText } from '../../../lib/api/failure-text.ts'
import { queryOf } from '../../../lib/api/query.ts'
import { useSitePath } from '../../../session/current-site.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import type { EditorProps } from './editor-props.ts'
import { EditEventForm, NewEventForm } from './event-forms.tsx'

/** The editor with a new webhook event of the current site, of a request that may be chosen already. */
export function NewEvent({ requestId, ...props }: EditorProps & { requestId: string | undefined }) {
  const name = useQuery({
    ...queryOf(webhookRequests.name, { params: { id: requestId ?? '' } }),
    enabled: requestId !== undefined,
  })
  return (
    <Reading query={useSitePath()} {...props}>
      {({ siteId: Id, name: Name }) =>
        requestId !== undefined && name.isPending ? (
          <SkeletonRows rows={8} />
        ) : (
          <NewEventForm key={Id} {...props} site={{ Id, Name }} request={name.data ?? null} />
        )
      }
    </Reading>
  )
}

/** The editor with a copy of a webhook event. */
export function CopyEvent({ id, ...props }: EditorProps & { id: string }) {
  return (
    <Reading query={useEvent(id)} {...props}>
      {(copyOf) => (
        <NewEventForm {...props} site={copyOf.Site} request={copyOf.WebhookRequest} copyOf={copyOf} />
      )}
    </Reading>
  )
}

export function EditEvent({ id, ...props }: EditorProps & { id: string }) {
  return (
    <Reading query={useEvent(id)} {...props}>
      {(event) => <EditEventForm {...props} event={event} />}
    </Reading>
  )
}

const useEvent = (id: string) => useQuery(queryOf(webhookEvents.get, { params: { id } }))

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
      <PageHead title={t('webhooks.event')} />
      <section className="card">
        {query.isError ? (
          <ErrorPanel
            text={isGone ? t('webhooks.events.gone') : failureText(query.error)}
            onRetry={isGone ? undefined : () => void query.refetch()}
          />
        ) : (
          <SkeletonRows rows={8} />
        )}
      </section>
      <Button onClick={onClose}>{t('webhooks.events.back')}</Button>
    </>
  )
}
