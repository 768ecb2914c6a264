export {
  type ComposedMail,
  type ComposeMail,
  createMailSeal,
  deliverMailJob,
  mailDelivery,
} from './deliver-mail.job.ts'
export { forgetMails } from './forget-mails.job.ts'
export type { MailBody, MailContent } from './mail.ts'
export { mailLifeMs } from './mail-life.ts'
export { limitInvitations, limitMailsTo } from './mail-limits.queries.ts'
export { plainName } from './plain-name.ts'
export { hastenMail, requestMail, requestMails, resumePendingMails } from './request-mail.command.ts'
export type { MailStatus } from './tables.ts'
