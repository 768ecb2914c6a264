import type { WebhookDelivery } from '@eot/contract/webhook-log'
import { resultText } from '@eot/contract/webhook-results'
import { elapsedText } from '../../../lib/time/time.ts'
import { t } from '../../../texts/i18n.ts'
import { messageText } from '../../../texts/problem-text.ts'
import { codeText } from '../preview/result-code.ts'

export type Tone = 'ok' | 'caution' | 'critical' | 'info' | 'idle'

type Result = Pick<WebhookDelivery, 'ResultCode' | 'Message'>

/** Describes the last result: the HTTP status that the receiver sent, or the specification's result code in words. */
export function resultWords({ ResultCode, Message }: Result): { code: string; text: string } | undefined {
  if (ResultCode === null) return undefined
  const status = /^(\d{3}) (.*)$/.exec(Message ?? '')
  if (status && ResultCode >= 0) return { code: status[1] ?? '', text: status[2] ?? '' }
  return { code: codeText(ResultCode), text: messageText(Message ?? resultText(ResultCode)) }
}

export function toneOf({ Status, ResultCode }: Pick<WebhookDelivery, 'Status' | 'ResultCode'>): Tone {
  if (Status === 'Sent') return 'ok'
  if (Status === 'Failed' || Status === 'Stopped') return 'critical'
  if (Status === 'Waiting') return ResultCode === null ? 'info' : 'caution'
  return 'idle'
}

/** Describes the current status: “Retrying, 3 tries”, “Delivered in 2 attempts”. */
export function statusWords({ Status, Attempts }: Pick<WebhookDelivery, 'Status' | 'Attempts'>): string {
  if (Status === 'Waiting' && Attempts > 0) return t('webhooks.log.retrying', { count: Attempts })
  if (Status === 'Sent' && Attempts > 1) return t('webhooks.log.sentIn', { count: Attempts })
  return t(`webhooks.log.status.${Status}`)
}

type Target = Pick<WebhookDelivery, 'WebhookRequest'>

/** Names the webhook request, as far as the user may know it. */
export const targetName = ({ WebhookRequest: { Name } }: Target): string =>
  Name === null ? t('webhooks.log.above') : Name || t('webhooks.events.missing')

/** Returns the text for a deleted record with this name. null: it belonged to a site that the user cannot see. */
export function formerName(name: string | null): string | null {
  if (name === null) return null
  return name === '' ? t('webhooks.events.missing') : t('webhooks.log.deleted', { name })
}

export const durationWords = (ms: number): string =>
  ms < 1000
    ? t('webhooks.test.ms', { ms })
    : ms < 60_000
      ? t('logs.took', { seconds: (ms / 1000).toFixed(1) })
      : elapsedText(ms / 1000)

/** If there are more attempts, their number is given instead. */
export const mostSquares = 8

/** Returns a square per attempt, the last in the color of its result. Earlier ones may have succeeded if it was redelivered. */
export function squaresOf(delivery: Pick<WebhookDelivery, 'Status' | 'Attempts' | 'ResultCode'>): Tone[] {
  const count = Math.min(delivery.Attempts, mostSquares)
  const tone = toneOf(delivery)
  return Array.from({ length: count }, (_, at) => (at < count - 1 ? 'idle' : tone))
}
