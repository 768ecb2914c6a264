import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { DeliveryFigures } from './logs.ts'
import { SubscriptionEvent } from './subscription-events.ts'
import { searchText } from './text.ts'
import { WebhookResultCode } from './webhook-results.ts'
import {
  epochMs,
  IdParams,
  id,
  instant,
  many,
  Named,
  OnlyPage,
  pageOf,
  ScopeQuery,
  SitePageQuery,
} from './wire.ts'

/**
 * `Held`: waits for the end of maintenance. `Stopped`: not sent, since the receiver has ended it (410) or has not accepted
 * anything for days. `Dropped`: no longer needed, since the alert ended during maintenance, or the webhook event was deleted,
 * switched off or moved to another customer.
 */
export const webhookStatuses = ['Waiting', 'Held', 'Sent', 'Failed', 'Stopped', 'Dropped'] as const
export const WebhookStatus = z.enum(webhookStatuses)
export type WebhookStatus = z.output<typeof WebhookStatus>

/** The name of a record at that time. null: it is of a site that the caller does not see. Only `Id` null: deleted since. */
const NamedThen = z.strictObject({ Id: id.nullable(), Name: z.string().nullable() })

/** One event for one receiver, in one or more attempts. */
export const WebhookDelivery = z.strictObject({
  /** Also its `webhook-id`, the same in every attempt. */
  Id: id,
  CreatedAt: instant,
  Site: Named,
  WebhookEvent: NamedThen,
  /** Its name is empty if there was none. */
  WebhookRequest: NamedThen,
  /** Name of the receiving server. null: the request is of a site that the caller does not see. */
  Host: z.string().nullable(),
  Event: SubscriptionEvent,
  /** The event and its place, such as “Vape, Boys Restroom 2F”. */
  Subject: z.string(),
  AlertId: id.nullable(),
  Status: WebhookStatus,
  /** Result of the last attempt. null: there was none yet. */
  ResultCode: WebhookResultCode.nullable(),
  /** Result of the last attempt, in words. null: there was none yet, or `Host` is null. */
  Message: z.string().nullable(),
  Attempts: z.int(),
  /** Duration of the last attempt. */
  DurationMs: z.int().nullable(),
  /** When it will be retried. */
  NextAt: instant.nullable(),
  FinishedAt: instant.nullable(),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

export const WebhookAttempt = z.strictObject({
  At: instant,
  DurationMs: z.int(),
  ResultCode: WebhookResultCode,
  /** For example “201 Created”, “no answer: ECONNREFUSED” or the invalid field. */
  Message: z.string(),
  Status: z.int().nullable(),
  /** Request line, headers and the beginning of the body, with secrets masked. null: nothing was sent, or `Host` is null. */
  Request: z.string().nullable(),
  /**
   * Headers and the beginning of the body. null: none, from an address that only this installation can reach, or `Host` is
   * null.
   */
  Response: z.string().nullable(),
})
export type WebhookAttempt = z.output<typeof WebhookAttempt>

export const WebhookDeliveryDetails = WebhookDelivery.extend({
  /** Oldest first. */
  History: z.array(WebhookAttempt),
})
export type WebhookDeliveryDetails = z.output<typeof WebhookDeliveryDetails>

/** The largest number of deliveries that `/webhooklog/all` lists, and that one call delivers again. */
export const mostListedDeliveries = 1000

const filter = {
  Status: many(WebhookStatus),
  webhookConfigId: id.optional(),
  webhookEventId: id.optional(),
  startTime: epochMs.optional(),
  endTime: epochMs.optional(),
}

export const webhookLog = {
  list: endpoint({
    method: 'GET',
    path: '/webhooklog',
    summary: 'List what webhook events of a site and its sub-sites have sent, newest first',
    access: 'ViewWebhookLog',
    query: z.strictObject({
      ...SitePageQuery.shape,
      ...filter,
      sortBy: z.enum(['CreatedAt', 'WebhookRequest', 'Status']).default('CreatedAt'),
    }),
    answer: pageOf(WebhookDelivery),
  }),
  all: endpoint({
    method: 'GET',
    path: '/webhooklog/all',
    summary: 'List the last 1,000 deliveries of a site and its sub-sites without paging, newest first',
    access: 'ViewWebhookLog',
    query: z.strictObject({ ...ScopeQuery.shape, ...filter, ...OnlyPage.shape }),
    answer: z.array(WebhookDelivery),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/webhooklog/figures',
    summary: 'Count the deliveries of the last 24 hours, and how fast they were accepted',
    access: 'ViewWebhookLog',
    query: ScopeQuery,
    answer: DeliveryFigures,
  }),
  get: endpoint({
    method: 'GET',
    path: '/webhooklog/:id',
    summary: 'Get a delivery with all its attempts',
    access: 'ViewWebhookLog',
    params: IdParams,
    answer: WebhookDeliveryDetails,
  }),
  redeliver: endpoint({
    method: 'POST',
    path: '/webhooklog/:id/redeliver',
    summary: 'Deliver an event of a webhook event that the caller sees again, with the same webhook-id',
    access: 'ReplayWebhook',
    status: 202,
    params: IdParams,
    answer: WebhookDelivery,
  }),
  redeliverAll: endpoint({
    method: 'POST',
    path: '/webhooklog/redeliver',
    summary:
      'Deliver up to 1,000 events of a time span again, the oldest first; by default those that failed',
    access: 'ReplayWebhook',
    status: 202,
    body: z.strictObject({
      SiteId: id.optional(),
      startTime: epochMs,
      endTime: epochMs,
      webhookConfigId: id.optional(),
      webhookEventId: id.optional(),
      search: searchText.max(200).optional(),
      Status: z
        .array(WebhookStatus.exclude(['Waiting', 'Held']))
        .min(1, 'Required')
        .max(4)
        .default(['Failed', 'Stopped']),
    }),
    answer: z.strictObject({
      Count: z.int(),
      /** Whether there are more. */
      HasMore: z.boolean(),
    }),
  }),
}
