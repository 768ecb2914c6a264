import { type AlertNotice, NoticeReason, type SubscriptionAnswer } from '@eot/contract/told'
import { weekdaysToWire } from '../subscriptions/index.ts'
import type { NoticeOfAlert } from './explain.queries.ts'
import type { Explained } from './explain.ts'
import { receiverGateOf } from './explain.ts'

export const noticeToWire = (row: NoticeOfAlert): AlertNotice => ({
  Id: row.id,
  Kind: row.kind,
  User: { Id: row.userId, FullName: row.fullName },
  Channel: row.channel,
  Outcome: outcomeOf(row),
  Reason: row.status === 'suppressed' || row.status === 'held' ? reasonToWire(row.reason ?? '') : null,
  Error: row.error,
  CreatedAt: row.createdAt.toISOString(),
  FinishedAt: row.finishedAt?.toISOString() ?? null,
  Subscriptions: row.subscriptions,
})

const outcomes = {
  requested: 'Waiting',
  composed: 'Waiting',
  sent: 'Sent',
  kept: 'Kept',
  failed: 'Failed',
  blocked: 'Blocked',
  expired: 'Expired',
  dropped: 'Expired',
} as const

/** A message that is no longer in the log was sent long ago. */
function outcomeOf({ status, messageStatus }: NoticeOfAlert): AlertNotice['Outcome'] {
  if (status === 'waiting') return 'Waiting'
  if (status === 'held') return 'Held'
  if (status === 'suppressed') return 'Suppressed'
  if (status === 'expired') return 'Expired'
  return outcomes[messageStatus ?? 'sent']
}

const reasonToWire = (reason: string): AlertNotice['Reason'] =>
  receiverGateOf(reason) ?? NoticeReason.safeParse(reason).data ?? 'Other'

/** `isNamed`: whether the caller may see the subscription. */
export const explainedToWire = (
  { row, isNewer, gates, changedAt }: Explained,
  isNamed: boolean,
): SubscriptionAnswer => ({
  Subscription: isNamed ? { Id: row.id, Name: row.name } : null,
  When: row.isAtOnce ? 'AtOnce' : 'Reminder',
  Lists: row.lists,
  IsNewer: isNewer,
  Gates: gates,
  StartTime: row.startHour,
  EndTime: row.endHour,
  ...weekdaysToWire(row.weekdays),
  PausedUntil: row.pausedUntil?.toISOString() ?? null,
  AlertTypes: row.alertTypes === null ? null : [...row.alertTypes],
  Events: [...row.events],
  ChangedAt: changedAt?.toISOString() ?? null,
})
