import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { DeliveryStatus, EmailType } from './message-kinds.ts'
import { IdParams, id, instant, many, Named, pageOf, ScopeQuery, SitePageQuery } from './wire.ts'

/** An email, a text message, or a notification in the browsers of a person. */
export const LoggedMessage = z.strictObject({
  Id: id,
  CreatedAt: instant,
  /** An email address or a phone number; the person's name for notifications in browsers. */
  Receiver: z.string(),
  /** One of `EmailType`, unless written by a newer version. */
  Type: z.string(),
  Subject: z.string(),
  Status: DeliveryStatus,
  Attempts: z.int(),
  SentAt: instant.nullable(),
  /** When it arrived, if the provider reports that. */
  DeliveredAt: instant.nullable(),
  /** The provider's answer to the last failed attempt, or its report that the message did not arrive. */
  Error: z.string().nullable(),
  User: Named.nullable(),
  Site: Named.nullable(),
})
export type LoggedMessage = z.output<typeof LoggedMessage>

/** `Accepted`, `Retry` and `Refused` are attempts to send it; the others are reports of the provider. */
export const attemptOutcomes = [
  'Accepted',
  'Retry',
  'Refused',
  'Delivered',
  'Undelivered',
  'Complaint',
] as const
export const MessageAttempt = z.strictObject({
  At: instant,
  Outcome: z.enum(attemptOutcomes),
  /** The provider's answer, or why there was none. */
  Answer: z.string().nullable(),
  DurationMs: z.int().nullable(),
})
export type MessageAttempt = z.output<typeof MessageAttempt>

export const LoggedMessageDetails = LoggedMessage.extend({
  /** Text of a `Kept` message, until its link or password expires. */
  Text: z.string().nullable(),
  /** Oldest first, at most 200. */
  History: z.array(MessageAttempt),
})
export type LoggedMessageDetails = z.output<typeof LoggedMessageDetails>

/** The outcomes of the messages of the last 24 hours. */
export const DeliveryFigures = z.strictObject({
  /** Accepted by the provider. */
  Sent: z.int(),
  /** Refused, reported as not delivered, or given up. */
  Failed: z.int(),
  Waiting: z.int(),
  /** Time from the request until the provider accepted the message, for half and for 99 % of them; null: none was accepted. */
  HalfWithinMs: z.int().nullable(),
  MostWithinMs: z.int().nullable(),
  /** By the hour in which they were requested, oldest first. */
  Hours: z.array(z.strictObject({ StartAt: instant, Sent: z.int(), Failed: z.int() })),
})
export type DeliveryFigures = z.output<typeof DeliveryFigures>

const LogQuery = z.strictObject({
  ...SitePageQuery.shape,
  sortBy: z.enum(['CreatedAt', 'Receiver', 'Type', 'Status']).default('CreatedAt'),
  type: many(EmailType),
  Status: DeliveryStatus.optional(),
})

export const logs = {
  listEmails: endpoint({
    method: 'GET',
    path: '/emailLog',
    summary: 'List emails to users of a site and its sub-sites, newest first',
    access: 'ViewNotifications',
    query: LogQuery,
    answer: pageOf(LoggedMessage),
  }),
  emailFigures: endpoint({
    method: 'GET',
    path: '/emailLog/figures',
    summary: 'Count the emails of the last 24 hours, and how fast they were accepted',
    access: 'ViewNotifications',
    query: ScopeQuery,
    answer: DeliveryFigures,
  }),
  getEmail: endpoint({
    method: 'GET',
    path: '/emailLog/:id',
    summary: 'Get an email, with its text if it was kept; reading the text is audited',
    access: 'ViewNotifications',
    params: IdParams,
    answer: LoggedMessageDetails,
  }),
  listTexts: endpoint({
    method: 'GET',
    path: '/smsLog',
    summary: 'List text messages to users of a site and its sub-sites, newest first',
    access: 'ViewNotifications',
    query: LogQuery,
    answer: pageOf(LoggedMessage),
  }),
  textFigures: endpoint({
    method: 'GET',
    path: '/smsLog/figures',
    summary: 'Count the text messages of the last 24 hours, and how fast they were accepted',
    access: 'ViewNotifications',
    query: ScopeQuery,
    answer: DeliveryFigures,
  }),
  getText: endpoint({
    method: 'GET',
    path: '/smsLog/:id',
    summary: 'Get a text message, with its text if it was kept; reading the text is audited',
    access: 'ViewNotifications',
    params: IdParams,
    answer: LoggedMessageDetails,
  }),
  listPushes: endpoint({
    method: 'GET',
    path: '/pushLog',
    summary: 'List notifications in the browsers of users of a site and its sub-sites, newest first',
    access: 'ViewNotifications',
    query: LogQuery,
    answer: pageOf(LoggedMessage),
  }),
  pushFigures: endpoint({
    method: 'GET',
    path: '/pushLog/figures',
    summary: 'Count the notifications in browsers of the last 24 hours, and how fast they were accepted',
    access: 'ViewNotifications',
    query: ScopeQuery,
    answer: DeliveryFigures,
  }),
  getPush: endpoint({
    method: 'GET',
    path: '/pushLog/:id',
    summary: 'Get a notification in browsers, with the attempts to send it',
    access: 'ViewNotifications',
    params: IdParams,
    answer: LoggedMessageDetails,
  }),
  resendEmail: endpoint({
    method: 'POST',
    path: '/emailLog/:id/resend',
    summary:
      'Request a failed or expired email again; it is composed anew, with new codes, and logged as another one',
    access: 'ViewNotifications',
    status: 204,
    params: IdParams,
    answer: z.undefined(),
  }),
}
