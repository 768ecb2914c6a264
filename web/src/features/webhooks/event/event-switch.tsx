import type { WebhookEvent } from '@eot/contract/webhook-events'
import { useTranslation } from 'react-i18next'
import { OnOffSwitch } from '../../../domain/terms/on-off-switch.tsx'
import { useEventChange } from './use-event-change.ts'

export function EventSwitch({ event }: { event: Pick<WebhookEvent, 'Id' | 'Name' | 'IsActive'> }) {
  const { t } = useTranslation()
  const { Id, Name: name, IsActive } = event
  const change = useEventChange(Id, {
    to: { isActive: !IsActive },
    back: { isActive: IsActive },
    done: t(IsActive ? 'subscriptions.switchedOff' : 'subscriptions.switchedOn', { name }),
  })
  return <OnOffSwitch name={name} isOn={IsActive} change={change} />
}
