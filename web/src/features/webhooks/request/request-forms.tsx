import { webhookEvents } from '@eot/contract/webhook-events'
import { type WebhookRequest, webhookRequests } from '@eot/contract/webhooks'
import { Link, useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, KeyRound, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { FormSite } from '../../../domain/form-fields.tsx'
import { HistoryCard } from '../../../domain/history/history-card.tsx'
import { useBodyForm } from '../../../lib/forms/use-body-form.ts'
import type { Form } from '../../../lib/forms/use-form.ts'
import { useFeatures } from '../../../session/use-session.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { showToast } from '../../../ui/toast.ts'
import { LostSecretsBanner } from '../lost-secrets-banner.tsx'
import { requestPath } from '../request-list.ts'
import { DeleteRequest } from './delete-request.tsx'
import { RequestEditor } from './request-editor.tsx'
import { bodyOf, conflictFields, places, type RequestValues, valuesOf } from './request-values.ts'
import { ReplaceSecret } from './secret-dialog.tsx'
import { StoppedBanner } from './stopped-banner.tsx'
import { useShownProblems } from './use-shown-problems.ts'

interface NewRequestProps {
  siteId: string
  initial: RequestValues
  /** The remaining steps for the recipe or import that filled the form. */
  above?: (form: Form<RequestValues>) => ReactNode
  onCreated: (request: { Id: string; SigningSecret: string }) => void
}

export function NewRequest({ siteId, initial, above, onCreated }: NewRequestProps) {
  const { t } = useTranslation()
  const shown = useShownProblems()
  const form = useBodyForm<RequestValues, typeof webhookRequests.create>({
    endpoint: webhookRequests.create,
    initial,
    check: shown.check,
    request: (values) => ({ body: { ...bodyOf(values), Site: values.Site } }),
    places,
    refreshes: [webhookRequests],
    onSaved(saved) {
      showToast(t('webhooks.editor.added', { name: saved.Name }))
      onCreated(saved)
    },
  })
  return (
    <RequestEditor
      form={form}
      shown={shown}
      title={form.values.Name || t('webhooks.requests.add')}
      sub={t('webhooks.editor.newSub')}
      save={t('webhooks.editor.saveNew')}
      stored={initial}
      isNew
      site={<FormSite form={form} name="Site" label={t('webhooks.column.site')} siteId={siteId} />}
      above={above?.(form)}
    />
  )
}

interface EditRequestProps {
  request: WebhookRequest
  onSecret: (secret: string) => void
}

export function EditRequest({ request, onSecret }: EditRequestProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isDeleted, setDeleted] = useState(false)
  const shown = useShownProblems()
  const { Id: id, Site, EventCount: count } = request
  const form = useBodyForm<RequestValues, typeof webhookRequests.update>({
    endpoint: webhookRequests.update,
    initial: valuesOf(request),
    check: shown.check,
    request: (values) => ({ params: { id }, body: bodyOf(values) }),
    places,
    refreshes: [webhookRequests, webhookEvents],
    edit: { version: request.Version, values: valuesOf, fields: conflictFields() },
    onSaved: ({ Name }) => showToast(t('webhooks.editor.saved', { name: Name })),
  })
  return (
    <RequestEditor
      form={form}
      shown={shown}
      id={id}
      title={request.Name}
      sub={
        <>
          {t('webhooks.editor.at', { site: Site.Name })}{' '}
          {count === 0 ? (
            t('webhooks.usedBy.nobody')
          ) : (
            <Link to="/site/webhooks/events" search={{ request: id }}>
              {t('webhooks.usedBy.by', { count })}
            </Link>
          )}
        </>
      }
      save={t('webhooks.editor.save')}
      stored={valuesOf(request)}
      pinned={request.Certificate}
      isDeleted={isDeleted}
      menu={
        <RequestMenu
          request={request}
          onSecret={onSecret}
          onDeleted={() => {
            flushSync(() => setDeleted(true))
            void navigate({ to: '/site/webhooks' })
          }}
        />
      }
      above={
        <>
          {request.StoppedAt !== null && <StoppedBanner request={request} />}
          <LostSecretsBanner lost={request.LostSecrets} />
        </>
      }
    >
      <HistoryCard of={{ subject: id }} />
    </RequestEditor>
  )
}

function RequestMenu({ request, onSecret, onDeleted }: EditRequestProps & { onDeleted: () => void }) {
  const { t } = useTranslation()
  const may = useFeatures(requestPath)
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'secret' | 'delete'>()
  const close = () => setAsked(undefined)
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label={t('webhooks.editor.more', { name: request.Name })} />}
      >
        {may.add && (
          <MenuItem
            icon={Copy}
            onClick={() => void navigate({ to: requestPath, search: { copy: request.Id } })}
          >
            {t('webhooks.editor.duplicate')}
          </MenuItem>
        )}
        {may.edit && (
          <MenuItem icon={KeyRound} onClick={() => setAsked('secret')}>
            {t('webhooks.secret.replaceMenu')}
          </MenuItem>
        )}
        {may.delete && (
          <MenuItem icon={Trash2} onClick={() => setAsked('delete')}>
            {t('webhooks.delete.menu')}
          </MenuItem>
        )}
      </Menu>
      <ReplaceSecret id={request.Id} open={asked === 'secret'} onClose={close} onSecret={onSecret} />
      <DeleteRequest request={request} open={asked === 'delete'} onClose={close} onDeleted={onDeleted} />
    </>
  )
}
