import type { WebhookEvent } from '@eot/contract/webhook-events'
import { useTranslation } from 'react-i18next'
import { useEventChange } from './use-event-change.ts'

/** Switches a webhook event on and off, at once. */
export function EventSwitch({ event }: { event: Pick<WebhookEvent, 'Id' | 'Name' | 'IsActive'> }) {
  const { t } = useTranslation()
  const { Id, Name: name, IsActive } = event
  const change = useEventChange(Id, {
    to: { isActive: !IsActive },
    back: { isActive: IsActive },
    done: t(IsActive ? 'subscriptions.switchedOff' : 'subscriptions.switchedOn', { name }),
  })
  const shown = change.isPending ? !IsActive : IsActive
  return (
    <input
      type="checkbox"
      role="switch"
      className="switch"
      checked={shown}
      aria-checked={shown}
      aria-label={t('subscriptions.isOn', { name })}
      disabled={change.isPending}
      onChange={() => change.mutate()}
    />
  )
}
