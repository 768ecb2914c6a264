import type { DeliveryStatus } from '@eot/contract/message-kinds'
import { Ban, Check, Clock, Inbox, type LucideIcon, TimerOff, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/class-names.ts'

const looks: Record<DeliveryStatus, { icon: LucideIcon; tone: string }> = {
  Waiting: { icon: Clock, tone: 'fg-info' },
  Sent: { icon: Check, tone: 'fg-ok' },
  Kept: { icon: Inbox, tone: 'fg-caution' },
  Failed: { icon: X, tone: 'fg-critical' },
  Blocked: { icon: Ban, tone: 'fg-critical' },
  Expired: { icon: TimerOff, tone: 'muted' },
}

/** The status of an email: an icon, a color and a word. */
export function MessageStatusMark({ status }: { status: DeliveryStatus }) {
  const { t } = useTranslation()
  const { icon: Icon, tone } = looks[status]
  return (
    <span className={classNames('row email-status', tone)}>
      <Icon className="icon icon-sm" aria-hidden="true" />
      {t(`logs.status.${status}`)}
    </span>
  )
}
