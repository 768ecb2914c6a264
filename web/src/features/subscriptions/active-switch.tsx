import type { Subscription } from '@eot/contract/subscriptions'
import { useTranslation } from 'react-i18next'
import { useChange } from './use-change.ts'

/** Switches a subscription on and off, at once. */
export function ActiveSwitch({
  subscription,
}: {
  subscription: Pick<Subscription, 'Id' | 'Name' | 'IsActive'>
}) {
  const { t } = useTranslation()
  const { Name: name, IsActive } = subscription
  const change = useChange(subscription, {
    to: { IsActive: !IsActive },
    back: { IsActive },
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
