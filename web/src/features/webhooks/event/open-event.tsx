import { webhookEvents } from '@eot/contract/webhook-events'
import { webhookRequests } from '@eot/contract/webhooks'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadingEditor } from '../../../domain/terms/reading-editor.tsx'
import type { EditorProps } from '../../../domain/terms/term-editor.tsx'
import { queryOf } from '../../../lib/api/query.ts'
import { useSitePath } from '../../../session/current-site.ts'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { EditEventForm, NewEventForm } from './event-forms.tsx'

/** The editor with a new webhook event of the current site; its request may be preselected. */
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

function Reading<T>(props: EditorProps & { query: UseQueryResult<T>; children: (value: T) => ReactNode }) {
  const { t } = useTranslation()
  return (
    <ReadingEditor
      {...props}
      title={t('webhooks.event')}
      gone={t('webhooks.events.gone')}
      back={t('webhooks.events.back')}
    />
  )
}
