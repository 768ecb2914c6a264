import { type WebhookEvent, webhookEvents } from '@eot/contract/webhook-events'
import { webhookRequests } from '@eot/contract/webhooks'
import { useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, ScrollText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api/api.ts'
import { useDestroy } from '../../../lib/lists/use-destroy.ts'
import { useFeatures, useOpensPage } from '../../../session/use-session.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { eventList } from '../event-list.ts'

interface EventMenuProps {
  event: Pick<WebhookEvent, 'Id' | 'Name' | 'WebhookRequest'>
  /** Closes what shows the event, before it is deleted. */
  onClose?: () => void
}

/** Actions for a webhook event besides editing it. */
export function EventMenu({ event: { Id: id, Name: name, WebhookRequest }, onClose }: EventMenuProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const may = useFeatures(eventList.path)
  const hasLog = useOpensPage('/admin/webhooks')
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const remove = useDestroy({
    ...(onClose && { deletes: id }),
    async run() {
      await call(webhookEvents.remove, { params: { id } })
      onClose?.()
    },
    done: () => t('webhooks.delete.done', { name }),
    refreshes: [webhookEvents, webhookRequests],
  })
  if (!may.add && !may.delete && !hasLog) return null
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} size="sm" label={t('webhooks.editor.more', { name })} />}
      >
        {hasLog && (
          <MenuItem
            icon={ScrollText}
            onClick={() => void navigate({ to: '/admin/webhooks', search: { event: id } })}
          >
            {t('webhooks.events.log')}
          </MenuItem>
        )}
        {may.add && (
          <MenuItem
            icon={Copy}
            onClick={() => void navigate({ to: '/site/webhooks/events', search: { add: true, copy: id } })}
          >
            {t('webhooks.editor.duplicate')}
          </MenuItem>
        )}
        {may.delete && (
          <MenuItem icon={Trash2} onClick={() => setAsking(true)}>
            {t('webhooks.delete.menu')}
          </MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        open={isAsking}
        onClose={close}
        title={t('webhooks.delete.title', { name })}
        text={
          WebhookRequest
            ? t('webhooks.events.deleteText', { request: WebhookRequest.Name })
            : t('webhooks.events.deleteIdle')
        }
        verb={t('webhooks.events.deleteVerb')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: close })}
      />
    </>
  )
}
