import { defineJob } from '../../platform/jobs/job.ts'
import type { Log } from '../../platform/log.ts'
import { type Mailer, MailRefused } from '../../platform/smtp.ts'
import { bounceOf } from '../blacklist/index.ts'
import {
  type ChannelDelivery,
  type Compose,
  DeliverPayload,
  deliveryRetry,
} from './deliver-message.command.ts'
import type { MailBody, MailContent } from './mail.ts'
import { layOutMail } from './mail-layout.ts'

/** Sends one email. Jobs are grouped by the receiver's mail domain. */
export const deliverMailJob = defineJob({
  name: 'deliver-mail',
  payload: DeliverPayload,
  concurrency: 8,
  perGroup: 2,
  slowSlots: 56,
  retry: deliveryRetry,
})

export const mailDomain = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase() || 'none'

export type ComposeMail = Compose<MailContent>

export interface EmailChannelParts {
  log: Log
  composers: Readonly<Record<string, ComposeMail>>
  /** Whether the provider reports which messages arrive. */
  hasReports?: boolean
  /** If absent, emails are kept in the log instead of being sent. */
  mailer: Mailer | undefined
  from: string
  publicUrl: string
}

export const emailChannel = ({
  log,
  composers,
  hasReports = false,
  mailer,
  from,
  publicUrl,
}: EmailChannelParts): ChannelDelivery<MailContent, MailBody> => ({
  channel: 'Email',
  composers,
  layOut: (content) => ({ subject: content.subject, body: layOutMail(content, publicUrl) }),
  async illustrate({ id }, content) {
    const [picture, file] = [await content.picture?.(), await content.attachment?.()]
    const attached = file && {
      attachment: {
        fileName: file.fileName,
        mediaType: file.mediaType,
        base64: file.bytes.toString('base64'),
      },
    }
    if (!picture) return attached && { ...layOutMail(content, publicUrl), ...attached }
    const { hostname } = new URL(publicUrl)
    const cids = { cid: `${id}.picture@${hostname}`, darkCid: `${id}.dark-picture@${hostname}` }
    return { ...layOutMail(content, publicUrl, { ...picture, ...cids }), ...attached }
  },
  send:
    mailer &&
    (async ({ id, receiver }, { subject, body }) => {
      const messageId = `<${id}@${new URL(publicUrl).hostname}>`
      const mail = { messageId, from, to: receiver, subject, ...body }
      await mailer.send(mail).catch((failure: unknown) => {
        if (!(failure instanceof MailRefused && failure.isTooLarge && body.attachment)) throw failure
        // The text of the email has a link to the same content.
        const { attachment: _tooLarge, ...rest } = mail
        return mailer.send(rest)
      })
      return null
    }),
  noteKept({ receiver }, { body }) {
    log.info({ receiver, text: body.text }, 'no mail server is configured: the mail is kept in the log')
  },
  hasReports,
  refusalOf: (failure) =>
    failure instanceof MailRefused
      ? { answer: failure.message, bounce: bounceOf(failure.message, failure.command) }
      : undefined,
})
