import { webhookEvents } from '@eot/contract/webhook-events'
import { type WebhookRequest, webhookRequests } from '@eot/contract/webhooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api/api.ts'
import { queryOf } from '../../../lib/api/query.ts'
import { useDestroy } from '../../../lib/lists/use-destroy.ts'
import { useSession } from '../../../session/use-session.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx'

interface DeleteRequestProps {
  request: Pick<WebhookRequest, 'Id' | 'Name' | 'EventCount'>
  open: boolean
  onClose: () => void
  /** Closes what shows the request, before it is deleted. */
  onDeleted: () => void
}

/** Asks before a webhook request is deleted, or names the webhook events that still use it. */
export function DeleteRequest({ request, open, onClose, onDeleted }: DeleteRequestProps) {
  const { t } = useTranslation()
  const { Id: id, Name: name, EventCount } = request
  const remove = useDestroy({
    deletes: id,
    async run() {
      await call(webhookRequests.remove, { params: { id } })
      onDeleted()
    },
    done: () => t('webhooks.delete.done', { name }),
    refreshes: [webhookRequests],
  })
  if (open && EventCount > 0) return <InUse request={request} onClose={onClose} />
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('webhooks.delete.title', { name })}
      text={t('webhooks.delete.text')}
      verb={t('webhooks.delete.verb')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    />
  )
}

const named = 10

function InUse({ request, onClose }: Pick<DeleteRequestProps, 'request' | 'onClose'>) {
  const { t } = useTranslation()
  const SiteId = useSession().site.siteId
  const query = useQuery(
    queryOf(webhookEvents.list, { query: { SiteId, webhookConfigId: request.Id, PageSize: named } }),
  )
  const shown = query.data?.Items ?? []
  const more = request.EventCount - shown.length
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('webhooks.delete.inUse', { name: request.Name })}
      text={t('webhooks.delete.inUseText', { count: request.EventCount })}
      actions={<Button onClick={onClose}>{t('action.close')}</Button>}
    >
      <ul className="users-of">
        {shown.map(({ Id, Name, Site }) => (
          <li key={Id}>
            <Link to="/site/webhooks/events" search={{ open: Id }}>
              {Name}
            </Link>{' '}
            <span className="faint">{Site.Name}</span>
          </li>
        ))}
        {query.data && more > 0 && <li className="muted">{t('webhooks.delete.more', { count: more })}</li>}
      </ul>
    </Dialog>
  )
}
