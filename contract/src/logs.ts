import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParams, id, instant, many, Named, PageQuery, pageOf, ScopeQuery } from './wire.ts'

/** `Kept`: not sent, since no mail server is set; what it says can be read in the log. */
export const emailStatuses = ['Waiting', 'Sent', 'Kept', 'Failed', 'Expired'] as const
export const EmailStatus = z.enum(emailStatuses)
export type EmailStatus = z.output<typeof EmailStatus>

/** What the portal writes about. */
export const emailTypes = [
  'PasswordReset',
  'Confirmation',
  'SiteRegistration',
  'AddressKnown',
  'Invitation',
  'TemporaryPassword',
  'PasswordChanged',
  'TwoFactorEnabled',
  'TwoFactorDisabled',
  'SessionEnded',
] as const
export const EmailType = z.enum(emailTypes)
export type EmailType = z.output<typeof EmailType>

export const EmailLogEntry = z.strictObject({
  Id: id,
  CreatedAt: instant,
  Receiver: z.string(),
  /** One of `EmailType`, unless a newer program wrote it. */
  Type: z.string(),
  Subject: z.string(),
  Status: EmailStatus,
  Attempts: z.int(),
  SentAt: instant.nullable(),
  /** What the mail server said to the last attempt that failed. */
  Error: z.string().nullable(),
  User: Named.nullable(),
  Site: Named.nullable(),
})
export type EmailLogEntry = z.output<typeof EmailLogEntry>

export const EmailLogMail = EmailLogEntry.extend({
  /** Of a mail that was kept, until its link or password ends. */
  Text: z.string().nullable(),
})
export type EmailLogMail = z.output<typeof EmailLogMail>

export const logs = {
  listEmails: endpoint({
    method: 'GET',
    path: '/emailLog',
    summary: 'Mails to users of a site and below, the newest first',
    access: 'ViewNotifications',
    query: z.strictObject({
      ...ScopeQuery.shape,
      ...PageQuery.shape,
      sortBy: z.enum(['CreatedAt', 'Receiver', 'Type', 'Status']).default('CreatedAt'),
      type: many(EmailType),
      Status: EmailStatus.optional(),
    }),
    answer: pageOf(EmailLogEntry),
  }),
  getEmail: endpoint({
    method: 'GET',
    path: '/emailLog/:id',
    summary: 'One mail, and what it says if it was kept; reading that is written down',
    access: 'ViewNotifications',
    params: IdParams,
    answer: EmailLogMail,
  }),
}
