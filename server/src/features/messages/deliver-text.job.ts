import { defineJob } from '../../platform/jobs/job.ts'
import type { Log } from '../../platform/log.ts'
import { TextRefused, type TextSender } from '../../platform/text-sender.ts'
import {
  type ChannelDelivery,
  type Compose,
  DeliverPayload,
  deliveryRetry,
} from './deliver-message.command.ts'
import { failureOfTwilioCode } from './twilio-codes.ts'

/** Sends one text message. Jobs are grouped by the receiver's number. */
export const deliverTextJob = defineJob({
  name: 'deliver-text',
  payload: DeliverPayload,
  concurrency: 16,
  perGroup: 1,
  slowSlots: 112,
  retry: deliveryRetry,
})

export interface TextContent {
  /** What the log shows; never a secret. */
  subject: string
  text: string
}

export type ComposeText = Compose<TextContent>

export interface TextChannelParts {
  log: Log
  composers: Readonly<Record<string, ComposeText>>
  /** Whether the provider reports which messages arrive. */
  hasReports?: boolean
  /** If absent, texts are kept in the log instead of being sent. */
  texts: TextSender | undefined
}

export const textChannel = ({
  log,
  composers,
  hasReports = false,
  texts,
}: TextChannelParts): ChannelDelivery<TextContent, { text: string }> => ({
  channel: 'Text',
  composers,
  layOut: ({ subject, text }) => ({ subject, body: { text } }),
  send:
    texts &&
    (({ id, receiver }, { body }, signal) => texts.send({ id, to: receiver, text: body.text }, signal)),
  noteKept({ id }, { subject }) {
    log.info({ id, subject }, 'no provider of text messages is configured: the text is kept in the log')
  },
  hasReports,
  refusalOf: (failure) =>
    failure instanceof TextRefused
      ? { answer: failure.message, bounce: failureOfTwilioCode(failure.code) }
      : undefined,
})
