import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './wire.ts'

const common = {
  method: 'POST',
  access: 'public',
  rate: 'callback',
  status: 204,
  answer: z.undefined(),
} as const

/** Reports of the providers that deliver emails and text messages. Each request is signed by the provider. */
export const callbacks = {
  emails: endpoint({
    ...common,
    path: '/callbacks/emails',
    summary:
      'Report a delivered, bounced or complained email, signed as Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature)',
    streams: 'application/json',
  }),
  texts: endpoint({
    ...common,
    path: '/callbacks/texts',
    summary: 'Report the status of a text message, or an answer such as STOP, as Twilio signs it',
    /** The id of the message, part of the address given to the provider with the message. */
    query: z.strictObject({ id: id.optional() }),
    streams: 'application/x-www-form-urlencoded',
  }),
}
