import { z } from 'zod'
import { constants } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { SubscriptionEvent, subscriptionEvents } from './subscription-events.ts'
import { readableLine, searchText } from './text.ts'
import { ListedUser } from './user-lists.ts'
import { alertTypes } from './vocabulary.ts'
import { weekdayFlags } from './weekdays.ts'
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

/** The selector shown on the screen. The targets are the devices, groups and sites together, whatever it is. */
export const SubscriptionType = z.enum(['Devices', 'Groups', 'Sites'])
export type SubscriptionType = z.output<typeof SubscriptionType>

const AlertTypeId = z.enum(alertTypes.map(({ Id }) => Id) as [string, ...string[]])

/** Selectors may send “All” as their only choice. */
const onlyAll = z.tuple([z.literal('All')]).meta({ examples: [['All']] })
const all = z.union([z.literal('All'), onlyAll.transform(() => 'All' as const)])

const name = readableLine.min(1, 'Please enter a name').max(120)
const ids = (most: number) => z.array(id).max(most)
/** All current and future ones, or a list of ids of alert types. */
const alertTypeIds = z
  .union([all, z.array(AlertTypeId).min(1, 'Please choose an alert type').max(alertTypes.length)])
  .meta({ examples: ['All'] })
/** `All` (devices of the site and its sub-sites, including those added later) or a list of ids. */
const deviceIds = z.union([all, ids(2000)]).meta({ examples: ['All'] })
const events = z.array(SubscriptionEvent).min(1, 'Please choose what to tell').max(subscriptionEvents.length)
/** Hours in local time of the alert's site, fractions allowed. */
const startTime = z
  .number()
  .min(0)
  .lt(24)
  .meta({ examples: [7, 20.5] })
const endTime = z
  .number()
  .min(0)
  .max(24)
  .meta({ examples: [19, 6] })
const minutes = z
  .int()
  .min(1)
  .max(24 * 60)

/** Who is told about which events of a site and its sub-sites, and when. */
export const Subscription = z.strictObject({
  Id: id,
  Name: z.string(),
  Site: Named,
  IsActive: z.boolean(),
  Type: SubscriptionType,
  /** "All": all devices of the site and its sub-sites, including those added later. */
  Devices: z.union([z.literal('All'), z.array(Named)]),
  Groups: z.array(Named),
  /** With their sub-sites. */
  Sites: z.array(Named),
  Users: z.array(ListedUser),
  Lists: z.array(Named),
  /** "All" or ids, including types added later. */
  AlertTypes: z.union([z.literal('All'), z.array(AlertTypeId)]),
  Events: z.array(SubscriptionEvent),
  /**
   * Hours from StartTime until before EndTime in local time of the alert's site. Equal: the whole day. If StartTime is after
   * EndTime: overnight, counted to the weekday on which it starts.
   */
  StartTime: startTime,
  EndTime: endTime,
  ...weekdayFlags,
  /** Nobody is notified until then. null: not paused. */
  PausedUntil: instant.nullable(),
  /**
   * Minutes after which it reminds of a started alert that nobody has confirmed. null: never. Requires AlertStarted among the
   * events.
   */
  RemindAfter: minutes.nullable(),
  /** Additional receivers of reminders. */
  RemindUsers: z.array(ListedUser),
  RemindLists: z.array(Named),
  Version: version,
})
export type Subscription = z.output<typeof Subscription>

/** A subscription in a list: for each set its size and its first three members by name. */
export const SubscriptionRow = Subscription.extend({
  /** 0 for "All". */
  DeviceCount: z.int(),
  GroupCount: z.int(),
  SiteCount: z.int(),
  UserCount: z.int(),
  ListCount: z.int(),
  /** How many people it names directly or in active lists. */
  ReceiverCount: z.int(),
  /**
   * How many of them are active, receive notifications by email or text message at an address that is not blocked, and may see
   * a target.
   */
  ReachableCount: z.int(),
})
export type SubscriptionRow = z.output<typeof SubscriptionRow>

/** Limits per customer: subscriptions, and the people that they name directly or by lists. */
export const mostSubscriptions = 20_000
export const mostReceivers = 1_000_000

const inputFields = {
  Name: name,
  Type: SubscriptionType,
  Devices: deviceIds,
  Groups: ids(200),
  Sites: ids(200),
  Users: ids(500),
  Lists: ids(100),
  AlertTypes: alertTypeIds,
  Events: events,
  StartTime: startTime,
  EndTime: endTime,
  ...weekdayFlags,
  PausedUntil: givenInstant.nullable(),
  RemindAfter: minutes.nullable(),
  RemindUsers: ids(500),
  RemindLists: ids(100),
  IsActive: z.boolean(),
}

/** Devices, groups and sites must belong to the site of the subscription or below it, and so must users and lists. */
export const SubscriptionInput = z.strictObject({
  Name: name,
  /** Defaults to the caller's own site. */
  Site: id.optional(),
  IsActive: z.boolean().default(true),
  Type: SubscriptionType.default('Devices'),
  Devices: deviceIds.default([]),
  Groups: inputFields.Groups.default([]),
  Sites: inputFields.Sites.default([]),
  Users: inputFields.Users.default([]),
  Lists: inputFields.Lists.default([]),
  AlertTypes: alertTypeIds.default('All'),
  Events: events.default(['AlertStarted']),
  StartTime: startTime.default(constants.subscriptionStartHour),
  EndTime: endTime.default(constants.subscriptionEndHour),
  Sunday: z.boolean().default(false),
  Monday: z.boolean().default(true),
  Tuesday: z.boolean().default(true),
  Wednesday: z.boolean().default(true),
  Thursday: z.boolean().default(true),
  Friday: z.boolean().default(true),
  Saturday: z.boolean().default(false),
  PausedUntil: inputFields.PausedUntil.default(null),
  RemindAfter: inputFields.RemindAfter.default(null),
  RemindUsers: inputFields.RemindUsers.default([]),
  RemindLists: inputFields.RemindLists.default([]),
})

const optional = Object.fromEntries(
  Object.entries(inputFields).map(([key, field]) => [key, field.nullish()]),
) as { [Key in keyof typeof inputFields]: z.ZodOptional<z.ZodNullable<(typeof inputFields)[Key]>> }

/**
 * Fields that are omitted or null are left unchanged, except that null ends a pause (`PausedUntil`) and the reminders
 * (`RemindAfter`). Given sets replace the former ones.
 */
export const SubscriptionChange = z.strictObject({ ...optional, Version: version.optional() })

const filter = {
  ...ScopeQuery.shape,
  IsActive: flag.optional(),
  search: searchText.max(200).optional(),
  /** Only those that notify this user, directly or as a member of an active list. */
  userId: id.optional(),
  /** Only those that include all or one of these alert types. */
  alertType: many(AlertTypeId),
}

/** The notifications on one weekday: a part of a subscription's window, split at midnight. */
export const DayWindow = z.strictObject({
  /** 0 is Sunday. */
  DayOfWeek: z.int().min(0).max(6),
  StartTime: startTime,
  EndTime: endTime,
  /** Whether this is the morning of a window that started the evening before. */
  FromDayBefore: z.boolean(),
  Subscription: Named,
  Site: Named,
  Events: z.array(SubscriptionEvent),
  AlertTypes: z.union([z.literal('All'), z.array(AlertTypeId)]),
  /** The end of the subscription's pause: nobody is notified until then. */
  PausedUntil: instant.nullable(),
})
export type DayWindow = z.output<typeof DayWindow>

export const subscriptions = {
  list: endpoint({
    method: 'GET',
    path: '/subscriptions',
    summary:
      'List the subscriptions of a site and its sub-sites; the search covers the names of subscriptions and of the people and lists they tell',
    access: 'ViewSubscriptions',
    query: z.strictObject({
      ...PageQuery.shape,
      ...filter,
      /** Only active subscriptions that reach at least one of these users and nobody else. */
      onlyReceiver: many(id),
      sortBy: z.enum(['Name', 'Site']).default('Name'),
    }),
    answer: pageOf(SubscriptionRow),
  }),
  byDay: endpoint({
    method: 'GET',
    path: '/subscriptions/by/day',
    summary: 'List the windows of the active subscriptions of a site and its sub-sites by weekday',
    access: 'ViewSubscriptions',
    query: z.strictObject({ ...filter, ...OnlyPage.shape }),
    answer: z.array(DayWindow),
  }),
  get: endpoint({
    method: 'GET',
    path: '/subscriptions/:id',
    summary: 'Get a subscription',
    access: 'ViewSubscriptions',
    params: IdParams,
    answer: Subscription,
  }),
  create: endpoint({
    method: 'POST',
    path: '/subscriptions',
    summary: 'Add a subscription',
    access: 'AddSubscriptions',
    status: 201,
    body: SubscriptionInput,
    answer: Subscription,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/subscriptions/:id',
    summary: 'Change a subscription',
    access: 'EditSubscriptions',
    params: IdParams,
    body: SubscriptionChange,
    answer: Subscription,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/subscriptions/:id',
    summary: 'Delete a subscription',
    access: 'DeleteSubscriptions',
    status: 204,
    params: IdParams,
    answer: z.undefined(),
  }),
}
