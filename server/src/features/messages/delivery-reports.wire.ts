import { z } from 'zod'
import type { FailureKind } from '../blacklist/index.ts'
import type { DeliveryReport } from './report-delivery.command.ts'
import { failureOfTwilioCode } from './twilio-codes.ts'

const Addresses = z.union([z.string(), z.array(z.string()).max(10)])
const EmailEvent = z.object({
  type: z.string(),
  data: z.object({
    to: Addresses,
    /** The Message-ID of the email. */
    message_id: z.string().optional(),
    bounce: z.object({ type: z.string().optional(), message: z.string().optional() }).optional(),
  }),
})

/**
 * Returns the reports in an event such as `{ type: 'email.bounced', data: { to, bounce: { type: 'Permanent', message } } }`,
 * one for each address. Events of other types have none. Throws a ZodError if it is not such an event.
 */
export function emailReports(id: string, event: unknown): DeliveryReport[] {
  const { type, data } = EmailEvent.parse(event)
  const report = emailOutcome(type, data.bounce?.type)
  if (!report) return []
  const ours = z.uuid().safeParse(/^<?([^@]+)@/.exec(data.message_id ?? '')?.[1]).data
  const receivers = Array.isArray(data.to) ? data.to : [data.to]
  return receivers.map((receiver, index) => ({
    channel: 'Email',
    id: `${id} ${index}`,
    message: ours === undefined ? undefined : { id: ours.toLowerCase() },
    // The address may include a name: Dana Whitfield <dana@example.org>
    receiver: (/<([^<>]+)>\s*$/.exec(receiver)?.[1] ?? receiver).trim().toLowerCase(),
    answer: data.bounce?.message?.replaceAll('\0', ' ') ?? null,
    ...report,
  }))
}

function emailOutcome(
  type: string,
  bounceType: string | undefined,
): (Pick<DeliveryReport, 'outcome'> & { failure?: FailureKind }) | undefined {
  if (type === 'email.delivered') return { outcome: 'Delivered' }
  if (type === 'email.complained') return { outcome: 'Complaint', failure: 'Complaint' }
  if (type !== 'email.bounced') return undefined
  return { outcome: 'Undelivered', failure: bounceType === 'Permanent' ? 'HardBounce' : 'SoftBounce' }
}

/** Twilio's keywords that stop messages from a number. */
const stopWords = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'])
const startWords = new Set(['START', 'YES', 'UNSTOP'])

/**
 * Returns the report in a form from Twilio: the status of a message that was sent, or an answer of its receiver. Returns
 * undefined for other statuses and answers.
 *
 * @param messageId our id, from the address to which the form was sent
 */
export function textReport(
  fields: URLSearchParams,
  messageId: string | undefined,
): DeliveryReport | undefined {
  const sid = fields.get('MessageSid') ?? ''
  const status = fields.get('MessageStatus')
  if (status !== null) {
    const code = Number(fields.get('ErrorCode') ?? 0)
    const report = {
      channel: 'Text' as const,
      id: `${sid} ${status}`,
      message: messageId === undefined ? { providerId: sid } : { id: messageId },
    }
    if (status === 'delivered') return { ...report, outcome: 'Delivered', answer: null }
    if (status !== 'undelivered' && status !== 'failed') return undefined
    return {
      ...report,
      outcome: 'Undelivered',
      failure: failureOfTwilioCode(code) ?? 'SoftBounce',
      answer: code === 0 ? status : `${code} ${status}`,
    }
  }
  const word = (fields.get('OptOutType') ?? fields.get('Body') ?? '').trim().toUpperCase()
  const report = {
    channel: 'Text' as const,
    id: sid,
    receiver: fields.get('From') ?? undefined,
    answer: word,
  }
  if (stopWords.has(word)) return { ...report, outcome: 'Stopped', failure: 'Stop' }
  return startWords.has(word) ? { ...report, outcome: 'Restarted' } : undefined
}
