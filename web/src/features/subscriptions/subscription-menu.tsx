import { type Subscription, subscriptions } from '@eot/contract/subscriptions'
import { useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, Pause, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { useDestroy } from '../../lib/lists/use-destroy.ts'
import { useMinute } from '../../lib/time/now.ts'
import { useFeatures } from '../../session/use-session.tsx'
import { IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { PauseDialog } from './pause-dialog.tsx'
import { subscriptionList } from './subscription-list.ts'
import { isPaused } from './subscription-state.tsx'
import { useChange } from './use-change.ts'

interface SubscriptionMenuProps {
  subscription: Subscription
  /** Closes what shows the subscription, before it is deleted. */
  onClose?: () => void
}

/** Actions for a subscription besides editing it. Renders nothing for users without the permissions. */
export function SubscriptionMenu({ subscription, onClose }: SubscriptionMenuProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const may = useFeatures(subscriptionList.path)
  const now = useMinute()
  const [asked, setAsked] = useState<'pause' | 'delete'>()
  const { Id: id, Name: name, PausedUntil } = subscription
  const resume = useChange(subscription, {
    to: { PausedUntil: null },
    back: { PausedUntil },
    done: t('subscriptions.pause.resumed', { name }),
  })
  const remove = useDestroy({
    ...(onClose && { deletes: id }),
    async run() {
      await call(subscriptions.remove, { params: { id } })
      onClose?.()
    },
    done: () => t('subscriptions.delete.done', { name }),
    refreshes: [subscriptions],
  })
  if (!may.add && !may.edit && !may.delete) return null
  const close = () => setAsked(undefined)
  const duplicate = () =>
    void navigate({
      from: '/subscriptions',
      to: '.',
      search: (before) => ({ ...before, open: undefined, add: true, copy: id }),
    })
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} size="sm" label={t('subscriptions.more', { name })} />}
      >
        {may.edit && isPaused(subscription, now) && (
          <MenuItem icon={Play} onClick={() => resume.mutate()}>
            {t('subscriptions.menu.resume')}
          </MenuItem>
        )}
        {may.edit && (
          <MenuItem icon={Pause} onClick={() => setAsked('pause')}>
            {t('subscriptions.menu.pause')}
          </MenuItem>
        )}
        {may.add && (
          <MenuItem icon={Copy} onClick={duplicate}>
            {t('subscriptions.menu.duplicate')}
          </MenuItem>
        )}
        {may.delete && (
          <MenuItem icon={Trash2} onClick={() => setAsked('delete')}>
            {t('subscriptions.menu.delete')}
          </MenuItem>
        )}
      </Menu>
      {asked === 'pause' && <PauseDialog subscription={subscription} onClose={close} />}
      <ConfirmDialog
        open={asked === 'delete'}
        onClose={close}
        title={t('subscriptions.delete.title', { name })}
        text={t('subscriptions.delete.text')}
        verb={t('subscriptions.delete.verb')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: close })}
      />
    </>
  )
}
