import { type AlertNotice, noticeDays, type SubscriptionAnswer, type WhyTold } from '@eot/contract/told'
import { daysOf } from '../../domain/windows/week-window.ts'
import { daysText, hoursText } from '../../domain/windows/window-words.ts'
import { clockTime } from '../../lib/time/time.ts'
import { dateFormat } from '../../texts/date-format.ts'
import { t } from '../../texts/i18n.ts'

/** Returns whether no failure is known: sent, about to be sent, or not needed. */
export const isDelivered = ({ Outcome, Reason }: Pick<AlertNotice, 'Outcome' | 'Reason'>): boolean =>
  Outcome === 'Sent' ||
  Outcome === 'Kept' ||
  Outcome === 'Waiting' ||
  Outcome === 'Held' ||
  Reason === 'Maintenance' ||
  Reason === 'NoLongerOpen' ||
  Reason === 'Late' ||
  Reason === 'PartOfOutage' ||
  Reason === 'Unsubscribed'

export function outcomeText({ Outcome, Reason }: Pick<AlertNotice, 'Outcome' | 'Reason'>): string {
  const outcome = t(`told.outcome.${Outcome}`)
  return Reason === null ? outcome : `${outcome}: ${t(`told.reason.${Reason}`)}`
}

/** "Tue 10:36", on the clocks of the alert's site, since the windows of subscriptions are on them too. */
export const startText = (at: string, zone: string): string =>
  `${dateFormat(zone, { weekday: 'short' }).format(Date.parse(at))} ${clockTime(at, zone)}`

/** The alert as named in the sentences. */
export interface AlertWords {
  device: string
  type: string
  /** When it started, on the clocks of its site. */
  at: string
  timeText: (instant: string) => string
  /** Whether the notifications of its start have been deleted. */
  isForgotten: boolean
}

/** Returns the first sentence of the explanation, which names the deciding reason. */
export function whySentence({ User, Subscriptions, Notices }: WhyTold, alert: AlertWords): string {
  const name = User.FullName
  const [closest] = Subscriptions
  const start = mostReached(Notices.filter(({ Kind }) => Kind === 'AlertStarted'))
  if (start) {
    const rule = start.Subscriptions[0] ? `“${start.Subscriptions[0].Name}”` : ruleOf(closest)
    if (start.Outcome === 'Sent') return t('told.why.told', { rule, name })
    if (start.Outcome === 'Kept') return t('told.why.kept', { rule, name })
    if (start.Outcome === 'Waiting') return t('told.why.waiting', { rule, name })
    if (start.Reason === null) return t('told.why.undelivered', { rule, name })
    return t('told.why.suppressed', { rule, name, reason: t(`told.reason.${start.Reason}`) })
  }
  if (!closest) return t('told.why.noSubscription', { name })
  const reminder = Notices.find(({ Kind }) => Kind === 'AlertReminder')
  if (reminder) return t('told.why.reminded', { rule: ruleOf(closest), name })
  return answerSentence(closest, name, alert)
}

/** Returns the notice, among those on all channels, that came closest to the person. */
const mostReached = (notices: readonly AlertNotice[]): AlertNotice | undefined =>
  notices.find(({ Outcome }) => Outcome === 'Sent') ??
  notices.find(({ Outcome }) => Outcome === 'Waiting') ??
  notices.find(({ Outcome }) => Outcome === 'Kept') ??
  notices[0]

/** Describes what one subscription did with the alert. */
export function answerSentence(answer: SubscriptionAnswer, name: string, alert: AlertWords): string {
  const rule = ruleOf(answer)
  if (answer.IsNewer) return t('told.why.newer', { rule })
  const gate = answer.Gates.find(({ Passed }) => Passed === false)?.Gate
  if (gate === undefined && answer.When === 'AtOnce' && alert.isForgotten)
    return t('told.why.forgotten', { rule, name, days: noticeDays })
  if (gate === undefined)
    return t(answer.When === 'Reminder' ? 'told.why.onlyReminds' : 'told.why.changed', { rule, name })
  return t(`told.why.${gate}`, {
    rule,
    device: alert.device,
    type: alert.type,
    at: alert.at,
    until: answer.PausedUntil === null ? '' : alert.timeText(answer.PausedUntil),
    window: `${daysText(daysOf(answer))}, ${hoursText(answer)}`,
  })
}

function ruleOf(answer: SubscriptionAnswer | undefined): string {
  if (!answer) return t('told.why.gone')
  return answer.Subscription ? `“${answer.Subscription.Name}”` : t('told.why.above')
}
