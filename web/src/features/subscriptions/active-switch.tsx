import type { Subscription } from '@eot/contract/subscriptions'
import { useTranslation } from 'react-i18next'
import { OnOffSwitch } from '../../domain/terms/on-off-switch.tsx'
import { useChange } from './use-change.ts'

type SwitchedSubscription = Pick<Subscription, 'Id' | 'Name' | 'IsActive'>

export function ActiveSwitch({ subscription }: { subscription: SwitchedSubscription }) {
  const { t } = useTranslation()
  const { Name: name, IsActive } = subscription
  const change = useChange(subscription, {
    to: { IsActive: !IsActive },
    back: { IsActive },
    done: t(IsActive ? 'subscriptions.switchedOff' : 'subscriptions.switchedOn', { name }),
  })
  return <OnOffSwitch name={name} isOn={IsActive} change={change} />
}
