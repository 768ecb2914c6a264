import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParams, id, instant, many, Named, pageOf, SitePageQuery } from './wire.ts'

/**
 * `Kept`: not sent because no mail server is configured; its text can be read in the log. `Blocked`: not sent because the
 * blacklist has the address.
 */
export const emailStatuses = ['Waiting', 'Sent', 'Kept', 'Failed', 'Blocked', 'Expired'] as const
export const EmailStatus = z.enum(emailStatuses)
export type EmailStatus = z.output<typeof EmailStatus>

/** Types of email that the portal sends. */
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
  'TwoFactorReset',
  'AddressChanged',
  'AddressConfirmation',
  'Notification',
] as const
export const EmailType = z.enum(emailTypes)
export type EmailType = z.output<typeof EmailType>

/** The email about alerts. It says what was so when it was composed, so it is never sent again. */
export const notificationEmail = 'Notification' satisfies EmailType

/** Emails with a password, or a link that sets one. They are never sent again; the user gets a new one. */
export const accessEmails: readonly string[] = [
  'PasswordReset',
  'Invitation',
  'TemporaryPassword',
] satisfies EmailType[]

export const EmailLogEntry = z.strictObject({
  Id: id,
  CreatedAt: instant,
  Receiver: z.string(),
  /** One of `EmailType`, unless written by a newer version. */
  Type: z.string(),
  Subject: z.string(),
  Status: EmailStatus,
  Attempts: z.int(),
  SentAt: instant.nullable(),
  /** Response of the mail server to the last failed attempt. */
  Error: z.string().nullable(),
  User: Named.nullable(),
  Site: Named.nullable(),
})
export type EmailLogEntry = z.output<typeof EmailLogEntry>

export const EmailLogMail = EmailLogEntry.extend({
  /** Text of a `Kept` email, until its link or password expires. */
  Text: z.string().nullable(),
})
export type EmailLogMail = z.output<typeof EmailLogMail>

export const logs = {
  listEmails: endpoint({
    method: 'GET',
    path: '/emailLog',
    summary: 'List emails to users of a site and its sub-sites, newest first',
    access: 'ViewNotifications',
    query: z.strictObject({
      ...SitePageQuery.shape,
      sortBy: z.enum(['CreatedAt', 'Receiver', 'Type', 'Status']).default('CreatedAt'),
      type: many(EmailType),
      Status: EmailStatus.optional(),
    }),
    answer: pageOf(EmailLogEntry),
  }),
  getEmail: endpoint({
    method: 'GET',
    path: '/emailLog/:id',
    summary: 'Get an email, with its text if it was kept; reading the text is audited',
    access: 'ViewNotifications',
    params: IdParams,
    answer: EmailLogMail,
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
