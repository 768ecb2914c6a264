import { z } from 'zod'
import { Channel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { DraftedRule, RuleParams } from './rules.ts'
import { SubscriptionInput } from './subscriptions.ts'
import { alertTypes } from './vocabulary.ts'
import { id, instant } from './wire.ts'

export const backTestDays = 28
/** Most alerts that are listed one by one. All are counted. */
export const mostBackTestAlerts = 1000

/** What one person would have received on a channel. */
export const BackTestReceiver = z.strictObject({
  Id: id,
  FullName: z.string(),
  Channel,
  MessageCount: z.int(),
  /** Of these, between 10 PM and 6 AM on the clocks of the subscription's site. */
  NightCount: z.int(),
})
export type BackTestReceiver = z.output<typeof BackTestReceiver>

/**
 * The alerts and connections of the last 28 days, told again by this subscription alone, or the alerts of a rule by all. Receivers, their permissions, addresses
 * and blocks, and the members of groups and lists are those of today.
 */
export const BackTest = z.strictObject({
  From: instant,
  /** The end of the replayed period: now, or earlier if the time limit was reached. */
  To: instant,
  IsComplete: z.boolean(),
  /** Alerts that somebody would have been told of. */
  AlertCount: z.int(),
  /** The first of them, oldest first. */
  Alerts: z
    .array(z.strictObject({ At: instant, AlertType: z.enum(alertTypes.map(({ Key }) => Key)) }))
    .max(mostBackTestAlerts),
  /** A message may tell of several alerts. */
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
