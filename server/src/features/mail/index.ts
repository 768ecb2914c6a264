export {
  type ComposedMail,
  type ComposeMail,
  createMailDelivery,
  createMailSeal,
} from './deliver-mail.job.ts'
export { countRequestedMails, requestMail } from './mail.queries.ts'
export type { MailBody, MailContent } from './mail.ts'
