import { type WebhookEvent, webhookEvents } from '@eot/contract/webhook-events'
import { webhookRequests } from '@eot/contract/webhooks'
import type { Named } from '@eot/contract/wire'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { HistoryCard } from '../../../domain/history/history-card.tsx'
import type { EditorProps } from '../../../domain/terms/term-editor.tsx'
import { useBodyForm } from '../../../lib/forms/use-body-form.ts'
import { t } from '../../../texts/i18n.ts'
import { showToast } from '../../../ui/toast.ts'
import { LostSecretsBanner } from '../lost-secrets-banner.tsx'
import { EventEditor } from './event-editor.tsx'
import { EventMenu } from './event-menu.tsx'
import {
  conflictFields,
  copyValues,
  type EventValues,
  needsValidParams,
  newEvent,
  places,
  ruleBody,
  valuesOf,
} from './event-values.ts'
import { useParamChecks } from './use-param-checks.ts'

/** What the forms for a new event and for an existing one have in common. */
const formOptions = (done: 'added' | 'saved', { onClose }: EditorProps) => ({
  places,
  messages: { webhookConfigId: t('webhooks.events.needsRequest') },
  refreshes: [webhookEvents, webhookRequests],
  onSaved({ Name }: WebhookEvent) {
    showToast(t(`webhooks.editor.${done}`, { name: Name }))
  },
  onDone: onClose,
})

interface NewEventFormProps extends EditorProps {
  site: Named
  request: Named | null
  copyOf?: WebhookEvent
}

/** A form for a new webhook event, empty or with the answers of another one. */
export function NewEventForm({ site, request, copyOf, ...props }: NewEventFormProps) {
  const { t } = useTranslation()
  const checks = useParamChecks()
  const form = useBodyForm<EventValues, typeof webhookEvents.create>({
    ...formOptions('added', props),
    endpoint: webhookEvents.create,
    check: checks.check,
    initial: copyOf
      ? copyValues(copyOf, t('webhooks.editor.copy', { name: copyOf.Name }))
      : newEvent(request),
    request: (values) => ({ body: { ...ruleBody(values), siteId: site.Id } }),
  })
  return (
    <EventEditor
      {...props}
      title={t('webhooks.events.add')}
      form={form}
      checks={checks}
      site={site}
      part="add"
      notSaved={t('webhooks.events.notSaved')}
      save={t('webhooks.events.saveNew')}
    />
  )
}

export function EditEventForm({ event, ...props }: EditorProps & { event: WebhookEvent }) {
  const { t } = useTranslation()
  const [isDeleted, setDeleted] = useState(false)
  const checks = useParamChecks()
  /** Its changes are lost with it, so there is nothing to ask before the editor closes. */
  function onDeleted() {
    flushSync(() => setDeleted(true))
    props.onClose()
  }
  const form = useBodyForm<EventValues, typeof webhookEvents.update>({
    ...formOptions('saved', props),
    endpoint: webhookEvents.update,
    check: (values) => (needsValidParams(event, values) ? checks.check(values) : {}),
    initial: valuesOf(event),
    request: (values) => ({ params: { id: event.Id }, body: ruleBody(values) }),
    edit: {
      version: event.Version,
      versionField: 'version',
      values: valuesOf,
      fields: conflictFields(),
    },
  })
  return (
    <EventEditor
      {...props}
      title={event.Name}
      form={form}
      checks={checks}
      site={event.Site}
      id={event.Id}
      part="open"
      notSaved={t('subscriptions.editor.changed')}
      save={t('webhooks.editor.save')}
      isDeleted={isDeleted}
      actions={<EventMenu event={event} onClose={onDeleted} />}
      above={event.HasLostSecrets && <LostSecretsBanner lost={['Values']} />}
    >
      <HistoryCard of={{ subject: event.Id }} />
    </EventEditor>
  )
}
