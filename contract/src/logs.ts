import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, Named, PageQuery, pageOf, ScopeQuery } from './wire.ts'

/** `Kept`: not sent, since no mail server is set; its text can be read here. */
export const EmailStatus = z.enum(['Waiting', 'Sent', 'Kept', 'Failed', 'Expired'])

export const EmailLogEntry = z.strictObject({
  Id: id,
  CreatedAt: instant,
  Receiver: z.string(),
  /** What the mail is about, as `PasswordReset`. */
  Type: z.string(),
  Subject: z.string(),
  Status: EmailStatus,
  Attempts: z.int(),
  SentAt: instant.nullable(),
  /** What the mail server said to the last attempt that failed. */
  Error: z.string().nullable(),
  User: Named.nullable(),
  Site: Named.nullable(),
  /** Only of those that were kept. */
  Text: z.string().nullable(),
})
export type EmailLogEntry = z.output<typeof EmailLogEntry>

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
      Status: EmailStatus.optional(),
    }),
    answer: pageOf(EmailLogEntry),
  }),
}
