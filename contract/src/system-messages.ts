import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { readableLine, readableText } from './text.ts'
import { severities } from './vocabulary.ts'
import {
  givenInstant,
  IdParams,
  id,
  instant,
  many,
  Named,
  OnlyPage,
  pageOf,
  SitePageQuery,
  version,
} from './wire.ts'

export const titleLength = 60
export const descriptionLength = 240

const Severity = z.enum(severities)
const title = readableLine.min(1, 'Please enter a title').max(titleLength)
const description = readableText.max(descriptionLength)
const targets = z.array(id).max(200)

/** A message from administrators to the people of some sites. */
export const SystemMessage = z.strictObject({
  Id: id,
  Title: z.string(),
  Description: z.string(),
  Severity,
  /** People of these sites and of their sub-sites see the message. */
  Sites: z.array(Named),
  /** Only people with one of these roles see the message. Empty: everyone. */
  UserRoles: z.array(Named),
  StartAt: instant,
  /** Exclusive. null: until the message is changed. */
  EndAt: instant.nullable(),
  /** false: a draft, which nobody sees. */
  IsActive: z.boolean(),
  Version: version,
})
export type SystemMessage = z.output<typeof SystemMessage>

export const SystemMessageRow = SystemMessage.extend({
  /** How many people have dismissed it. */
  DismissedCount: z.int(),
})
export type SystemMessageRow = z.output<typeof SystemMessageRow>

export const SystemMessageInput = z.strictObject({
  Title: title,
  Description: description.default(''),
  Severity: Severity.default('Info'),
  /** Defaults to the caller's own site. */
  Sites: targets.min(1, 'Please choose a site').optional(),
  UserRoles: targets.default([]),
  /** Defaults to now. */
  StartAt: givenInstant.optional(),
  EndAt: givenInstant.nullable().default(null),
  IsActive: z.boolean().default(true),
})

/** Fields that are omitted or null are left unchanged, except that `EndAt: null` removes the end. */
export const SystemMessageChange = z.strictObject({
  Title: title.nullish(),
  Description: description.nullish(),
  Severity: Severity.nullish(),
  Sites: targets.min(1, 'Please choose a site').nullish(),
  UserRoles: targets.nullish(),
  StartAt: givenInstant.nullish(),
  EndAt: givenInstant.nullish(),
  IsActive: z.boolean().nullish(),
  Version: version.optional(),
})

/** A system message as shown to its readers. */
export const Announcement = z.strictObject({
  Id: id,
  Title: z.string(),
  Description: z.string(),
  Severity,
  StartAt: instant,
  EndAt: instant.nullable(),
  /** When the caller dismissed it; null if they did not. */
  DismissedAt: instant.nullable(),
})
export type Announcement = z.output<typeof Announcement>

/** Days for which a message stays among the announcements after its end. */
export const announcementDays = 90

export const systemMessages = {
  list: endpoint({
    method: 'GET',
    path: '/systemmessages',
    summary:
      'List the system messages of a site and its sub-sites, the most severe first among those shown now',
    access: 'ViewSystemMessages',
    query: z.strictObject({
      ...SitePageQuery.shape,
      sortBy: z.enum(['StartAt', 'EndAt', 'Severity', 'Title']).default('StartAt'),
      /** Current: drafts and messages that have not ended. Past: the others. */
      Period: z.enum(['Current', 'Past']).optional(),
      severity: many(Severity),
    }),
    answer: pageOf(SystemMessageRow),
  }),
  active: endpoint({
    method: 'GET',
    path: '/systemmessages/active',
    summary: 'List the messages for the caller that are shown now, most severe first',
    access: 'signedIn',
    query: OnlyPage,
    answer: z.strictObject({
      Items: z.array(Announcement),
      /** When the next one begins or ends, so that clients can poll again then; null if that is not known yet. */
      NextChangeAt: instant.nullable(),
    }),
  }),
  announcements: endpoint({
    method: 'GET',
    path: '/systemmessages/announcements',
    summary: 'List the messages for the caller that are shown now or have ended within 90 days, newest first',
    access: 'signedIn',
    query: OnlyPage,
    answer: z.array(Announcement),
  }),
  audience: endpoint({
    method: 'GET',
    path: '/systemmessages/audience',
    summary: 'Count the active users of some sites and their sub-sites by role',
    access: 'ViewSystemMessages',
    query: z.strictObject({ ...OnlyPage.shape, Sites: many(id) }),
    answer: z.array(z.strictObject({ ...Named.shape, Count: z.int() })),
  }),
  get: endpoint({
    method: 'GET',
    path: '/systemmessages/:id',
    summary: 'Get a system message',
    access: 'ViewSystemMessages',
    params: IdParams,
    answer: SystemMessage,
  }),
  create: endpoint({
    method: 'POST',
    path: '/systemmessages',
    summary: 'Publish a system message, or store a draft of one',
    access: 'AddSystemMessages',
    status: 201,
    body: SystemMessageInput,
    answer: SystemMessage,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/systemmessages/:id',
    summary: 'Change a system message',
    access: 'EditSystemMessages',
    params: IdParams,
    body: SystemMessageChange,
    answer: SystemMessage,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/systemmessages/:id',
    summary: 'Delete a system message',
    access: 'DeleteSystemMessages',
    status: 204,
    params: IdParams,
    answer: z.undefined(),
  }),
  dismiss: endpoint({
    method: 'PUT',
    path: '/systemmessages/:id/dismissal',
    summary: 'Hide a message for the caller; a critical one cannot be hidden',
    access: 'signedIn',
    status: 204,
    params: IdParams,
    answer: z.undefined(),
  }),
  showAgain: endpoint({
    method: 'DELETE',
    path: '/systemmessages/:id/dismissal',
    summary: 'Show the caller a message again that they have hidden',
    access: 'signedIn',
    status: 204,
    params: IdParams,
    answer: z.undefined(),
  }),
}
