import type { Readable } from 'node:stream'
import { callbacks } from '@eot/contract/callbacks'
import type { Endpoint } from '@eot/contract/endpoint'
import type { Kysely } from 'kysely'
import { ZodError } from 'zod'
import type { Caller } from '../../access/caller.ts'
import type { Database } from '../../database.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Call, Serve } from '../../platform/http/serve.ts'
import { isSignedWebhook } from '../../platform/standard-webhook.ts'
import { isSignedByTwilio } from '../../platform/twilio-signature.ts'
import { emailReports, textReport } from './delivery-reports.wire.ts'
import { reportDelivery } from './report-delivery.command.ts'

/** The secrets for verifying callbacks. Callbacks without a secret are refused. */
export interface CallbackSecrets {
  /** The key of the webhook of emails. */
  emailKey?: Buffer | undefined
  /** The auth token of the Twilio account. */
  textToken?: string | undefined
  /** The address of the portal as configured at Twilio, which is part of the signed data. */
  publicUrl?: string
}

type Request = Call<Endpoint, Caller>['request']

const mostBytes = 256 * 1024

/** Reports of the providers that deliver messages. Nothing is done before the signature has been verified. */
export function callbackRoutes(
  serve: Serve<Caller>,
  {
    db,
    clock,
    emailKey,
    textToken,
    publicUrl = '',
  }: { db: Kysely<Database>; clock: Clock } & CallbackSecrets,
): void {
  serve(callbacks.emails, async ({ request }) => {
    const body = await readBody(request)
    if (!emailKey) throw new AppError('callbacks_not_configured')
    const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
      headerOf(request, name),
    ) as [string, string, string] // one for each name
    if (id === '' || !isSignedWebhook(emailKey, { id, timestamp, signature }, body, clock()))
      throw new AppError('invalid_signature')
    for (const report of parseEmailReports(id, body)) await reportDelivery(db, report, clock())
  })

  serve(callbacks.texts, async ({ request, query }) => {
    const fields = new URLSearchParams((await readBody(request)).toString())
    if (textToken === undefined) throw new AppError('callbacks_not_configured')
    const signature = headerOf(request, 'x-twilio-signature')
    if (!isSignedByTwilio(textToken, publicUrl + request.url, fields, signature))
      throw new AppError('invalid_signature')
    const report = textReport(fields, query.id?.toLowerCase())
    if (report) await reportDelivery(db, report, clock())
  })
}

const headerOf = (request: Request, name: string): string => String(request.headers[name] ?? '')

function parseEmailReports(id: string, body: Buffer) {
  try {
    return emailReports(id, JSON.parse(body.toString()))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ZodError) throw new AppError('invalid_request')
    throw error
  }
}

async function readBody(request: Request): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request.body as Readable) {
    // unread, since the endpoint streams
    bytes += chunk.length
    if (bytes > mostBytes) throw new AppError('payload_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
