export { type ComposeMail, deliverMailJob, emailChannel } from './deliver-mail.job.ts'
export type { Compose, Recall } from './deliver-message.command.ts'
export { createMessageSeal, isBlocked, messageDelivery } from './deliver-message.command.ts'
export { type ComposePush, deliverPushJob, type PushContent, pushChannel } from './deliver-push.job.ts'
export { type ComposeText, deliverTextJob, type TextContent, textChannel } from './deliver-text.job.ts'
export { forgetMessages } from './forget-messages.job.ts'
export { fitText, toGsm } from './gsm-text.ts'
export type { DrawnPicture, MailBody, MailContent } from './mail.ts'
export { mailLifeMs } from './mail-life.ts'
export { limitInvitations, limitMailsTo, limitTests } from './mail-limits.queries.ts'
export { plainName } from './plain-name.ts'
export { composePushTest } from './push-test.routes.ts'
export {
  hastenMessage,
  requestMail,
  requestMessages,
  resumePendingMessages,
} from './request-message.command.ts'
export type { MessageAttemptTable, MessageStatus } from './tables.ts'
