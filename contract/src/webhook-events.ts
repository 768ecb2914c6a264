import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { DayWindow, Subscription, SubscriptionInput, SubscriptionRow } from './subscriptions.ts'
import { searchText } from './text.ts'
import { alertTypes } from './vocabulary.ts'
import { WebhookParams } from './webhook-params.ts'
import { WebhookTestResult } from './webhooks.ts'
import {
  flag,
  givenInstant,
  IdParams,
  id,
  instant,
  many,
  Named,
  OnlyPage,
  PageQuery,
  pageOf,
  ScopeQuery,
  version,
} from './wire.ts'

/** The limit of webhook events of a customer. */
export const mostWebhookEvents = 10_000

const AlertTypeId = z.enum(alertTypes.map(({ Id }) => Id) as [string, ...string[]])

const receivers = {
  Users: true,
  Lists: true,
  RemindAfter: true,
  RemindUsers: true,
  RemindLists: true,
} as const

/** Like a subscription, but sent to a server by a webhook request (spec 3). */
export const WebhookEvent = Subscription.omit(receivers).extend({
  /** null: deleted, or no longer at the site of the event or above it. Nothing is sent then. */
  WebhookRequest: Named.nullable(),
  /** Values for the config rows of the request, without secrets. */
  Params: WebhookParams,
  /** Whether secrets in `Params` were lost with the installation's key, and must be entered again. */
  HasLostSecrets: z.boolean(),
})
export type WebhookEvent = z.output<typeof WebhookEvent>

/** A webhook event in a list: for each set its size and its first three members by name. */
export const WebhookEventRow = WebhookEvent.omit({ Params: true, HasLostSecrets: true }).extend({
  DeviceCount: SubscriptionRow.shape.DeviceCount,
  GroupCount: z.int(),
  SiteCount: z.int(),
  /** When one of its events was last accepted by the receiver, and when one last failed. */
  SucceededAt: instant.nullable(),
  FailedAt: instant.nullable(),
})
export type WebhookEventRow = z.output<typeof WebhookEventRow>

const { shape } = SubscriptionInput

/** The alert rule in its wire form (spec 3): its names are exactly those of the specification. */
export const AlertRule = z.strictObject({
  /** The same as in the path, if it is sent. */
  id: id.optional(),
  isActive: shape.IsActive,
  name: shape.Name,
  /** Defaults to the caller's own site. */
  siteId: shape.Site,
  /** The webhook request, of the same site or one above. */
  webhookConfigId: id,
  params: WebhookParams.prefault({}),
  devices: shape.Devices,
  sites: shape.Sites,
  groups: shape.Groups,
  events: shape.Events,
  startTime: shape.StartTime,
  endTime: shape.EndTime,
  sunday: shape.Sunday,
  monday: shape.Monday,
  tuesday: shape.Tuesday,
  wednesday: shape.Wednesday,
  thursday: shape.Thursday,
  friday: shape.Friday,
  saturday: shape.Saturday,
  alertTypes: shape.AlertTypes,
  type: shape.Type,
  pausedUntil: shape.PausedUntil,
})
export type AlertRule = z.output<typeof AlertRule>

/** Fields that are omitted or null are left unchanged, except that null ends a pause. */
export const AlertRuleChange = z.strictObject({
  id: id.nullish(),
  isActive: z.boolean().nullish(),
  name: AlertRule.shape.name.nullish(),
  /** A webhook event cannot move: another site is refused. */
  siteId: id.nullish(),
  webhookConfigId: id.nullish(),
  params: WebhookParams.nullish(),
  devices: shape.Devices.unwrap().nullish(),
  sites: shape.Sites.unwrap().nullish(),
  groups: shape.Groups.unwrap().nullish(),
  events: shape.Events.unwrap().nullish(),
  startTime: shape.StartTime.unwrap().nullish(),
  endTime: shape.EndTime.unwrap().nullish(),
  sunday: z.boolean().nullish(),
  monday: z.boolean().nullish(),
  tuesday: z.boolean().nullish(),
  wednesday: z.boolean().nullish(),
  thursday: z.boolean().nullish(),
  friday: z.boolean().nullish(),
  saturday: z.boolean().nullish(),
  alertTypes: shape.AlertTypes.unwrap().nullish(),
  type: shape.Type.unwrap().nullish(),
  pausedUntil: givenInstant.nullish(),
  version: version.optional(),
})
export type AlertRuleChange = z.output<typeof AlertRuleChange>

const filter = {
  ...ScopeQuery.shape,
  IsActive: flag.optional(),
  search: searchText.max(200).optional(),
  /** Only those that include all or one of these alert types. */
  alertType: many(AlertTypeId),
  /** Only those that send this webhook request. */
  webhookConfigId: id.optional(),
}

/** Part of the window of a webhook event on one weekday, split at midnight. */
export const WebhookDayWindow = DayWindow.omit({ Subscription: true }).extend({ WebhookEvent: Named })
export type WebhookDayWindow = z.output<typeof WebhookDayWindow>

export const webhookEvents = {
  list: endpoint({
    method: 'GET',
    path: '/webhookevents',
    summary:
      'List the webhook events of a site and its sub-sites; the search covers their names and those of their requests',
    access: 'ViewWebhookEvents',
    query: z.strictObject({
      ...PageQuery.shape,
      ...filter,
      sortBy: z.enum(['Name', 'Site', 'WebhookRequest']).default('Name'),
    }),
    answer: pageOf(WebhookEventRow),
  }),
  byDay: endpoint({
    method: 'GET',
    path: '/webhookevents/by/day',
    summary: 'List the windows of the active webhook events of a site and its sub-sites by weekday',
    access: 'ViewWebhookEvents',
    query: z.strictObject({ ...filter, ...OnlyPage.shape }),
    answer: z.array(WebhookDayWindow),
  }),
  count: endpoint({
    method: 'GET',
    path: '/webhookevents/count',
    summary: 'Count the webhook events of a site and its sub-sites',
    access: 'ViewWebhookEvents',
    query: z.strictObject(filter),
    answer: z.strictObject({ Total: z.int() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/webhookevents/:id',
    summary: 'Get a webhook event; its secrets are left out',
    access: 'ViewWebhookEvents',
    params: IdParams,
    answer: WebhookEvent,
  }),
  create: endpoint({
    method: 'POST',
    path: '/webhookevents',
    summary: 'Add a webhook event',
    access: 'AddWebhookEvents',
    status: 201,
    body: AlertRule,
    answer: WebhookEvent,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/webhookevents/:id',
    summary: 'Change a webhook event',
    access: 'EditWebhookEvents',
    params: IdParams,
    body: AlertRuleChange,
    answer: WebhookEvent,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/webhookevents/:id',
    summary: 'Delete a webhook event; its log stays',
    access: 'DeleteWebhookEvents',
    status: 204,
    params: IdParams,
    answer: z.undefined(),
  }),
  test: endpoint({
    method: 'POST',
    path: '/webhookevents/test',
    summary: 'Send the request of a webhook event once with sample values, and answer with what became of it',
    access: 'TestWebhook',
    body: z.strictObject({
      webhookConfigId: id,
      params: WebhookParams.optional(),
      /** The stored event whose secrets are used where `params` has none. */
      id: id.optional(),
    }),
    answer: WebhookTestResult,
  }),
}
