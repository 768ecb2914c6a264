import { z } from 'zod'

/**
 * The results of a webhook (spec 8). −1: a row has no valid value. −2: a value of the authorization is missing. −3: the webhook
 * request no longer exists. −4: anything unexpected, such as no connection. 0: the receiver responded with an error. 1: it was
 * accepted.
 */
export const WebhookResultCode = z.union([
  z.literal(-4),
  z.literal(-3),
  z.literal(-2),
  z.literal(-1),
  z.literal(0),
  z.literal(1),
])
export type WebhookResultCode = z.output<typeof WebhookResultCode>

/** Texts of the result codes. −1 names the row and the webhook request. */
export const resultTexts = {
  '-4': 'Unexpected error',
  '-3': 'Webhook Request was not found',
  '-2': 'Authentication Error',
  '-1': 'Validation error',
  '0': 'Error',
  '1': 'Sent',
} as const satisfies Record<string, string>

export const resultText = (code: WebhookResultCode): string => resultTexts[`${code}`]
