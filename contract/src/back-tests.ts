import { z } from 'zod'
import { Channel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { DraftedRule, RuleParams } from './rules.ts'
import { SubscriptionInput } from './subscriptions.ts'
import { alertTypes } from './vocabulary.ts'
import { id, instant } from './wire.ts'

export const backTestDays = 28
/** The largest number of alerts that are listed individually. All are counted. */
export const mostBackTestAlerts = 1000

/** The messages that one person would have received on a channel. */
export const BackTestReceiver = z.strictObject({
  Id: id,
  FullName: z.string(),
  Channel,
  MessageCount: z.int(),
  /** Those between 10 PM and 6 AM in local time of the subscription's site. */
  NightCount: z.int(),
})
export type BackTestReceiver = z.output<typeof BackTestReceiver>

/**
 * The alerts and connections of the last 28 days, replayed with this subscription alone, or the alerts of a rule with all
 * subscriptions. Receivers, their permissions, addresses and blocks, and the members of groups and lists are the current ones.
 */
export const BackTest = z.strictObject({
  From: instant,
  /** The end of the replayed period: now, or earlier if the time limit was reached. */
  To: instant,
  IsComplete: z.boolean(),
  /** Alerts of which somebody would have been notified. */
  AlertCount: z.int(),
  /** The first of them, oldest first. */
  Alerts: z
    .array(z.strictObject({ At: instant, AlertType: z.enum(alertTypes.map(({ Key }) => Key)) }))
    .max(mostBackTestAlerts),
  /** A message may contain several alerts. */
  MessageCount: z.int(),
  NightCount: z.int(),
  PeopleCount: z.int(),
  /** Most messages first. Callers who may not see users get only themselves. */
  Receivers: z.array(BackTestReceiver),
})
export type BackTest = z.output<typeof BackTest>

export const backTests = {
  run: endpoint({
    method: 'POST',
    path: '/subscriptions/backtest',
    summary:
      'Find out which messages a subscription would have sent in the last 28 days, without storing or sending anything',
    access: 'ViewSubscriptions',
    body: SubscriptionInput.omit({ Name: true, IsActive: true, PausedUntil: true }),
    answer: BackTest,
  }),
  ofRule: endpoint({
    method: 'GET',
    path: '/devices/:id/rules/:type/backtest',
    summary:
      'Find out which messages a rule of a device would have led to in the last 28 days, by the subscriptions of today, without storing or sending anything',
    access: 'ViewSubscriptions',
    params: RuleParams,
    query: DraftedRule,
    answer: BackTest,
  }),
}
