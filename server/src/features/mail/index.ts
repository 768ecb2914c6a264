export {
  type ComposedMail,
  type ComposeMail,
  createMailDelivery,
  createMailSeal,
} from './deliver-mail.job.ts'
export { requestMail } from './mail.queries.ts'
export type { MailBody, MailContent } from './mail.ts'
export { limitInvitations, limitMailsTo } from './mail-limits.queries.ts'
export { plainName } from './plain-name.ts'
