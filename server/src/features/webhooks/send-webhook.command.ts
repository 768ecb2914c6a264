import { randomBytes } from 'node:crypto'
import type { WebhookParams } from '@eot/contract/webhook-params'
import {
  type Authorization,
  type RenderedRequest,
  type RenderFailure,
  renderRequest,
  type WebhookTemplate,
} from '@eot/contract/webhook-render'
import type { WebhookResultCode } from '@eot/contract/webhook-results'
import { resultText } from '@eot/contract/webhook-results'
import type { VariableValues } from '@eot/contract/webhook-variables'
import type { TokenSource } from '../../platform/client-credentials.ts'
import { digestAuthorization } from '../../platform/digest-auth.ts'
import { type Egress, type EgressAnswer, EgressRefused } from '../../platform/egress/egress.ts'
import { retryAfterMs } from '../../platform/retry-after.ts'
import { signWebhook } from '../../platform/standard-webhook.ts'
import { mask, maskedRequest, shownResponse, storableText } from './masked-texts.ts'
import { maskRows, secretsIn } from './sealed-rows.ts'

/** A request that is sent once. */
export interface OutgoingWebhook {
  /** Also its `webhook-id`. */
  id: string
  /** Name of the webhook request, for messages. */
  name: string
  /** With the values of secrets. */
  template: WebhookTemplate
  params: WebhookParams
  values: VariableValues
  signingKeys: readonly Buffer[]
  pinned: string | undefined
  at: Date
}

export interface WebhookOutcome {
  code: WebhookResultCode
  message: string
  /** The invalid field. */
  path: string | null
  status: number | null
  /** The request as shown, without secrets. */
  request: string | null
  response: string | null
  /** Whether a retry would not change the outcome. */
  isFinal: boolean
  /** Whether the receiver wants nothing more (410). */
  isGone: boolean
  retryAfterMs: number
}

export interface WebhookSender {
  send(outgoing: OutgoingWebhook, signal: AbortSignal): Promise<WebhookOutcome>
}

const dayMs = 24 * 60 * 60_000
const none = {
  path: null,
  status: null,
  request: null,
  response: null,
  isFinal: false,
  isGone: false,
  retryAfterMs: 0,
}

/** The outcome of a delivery whose webhook request no longer exists. */
export const requestNotFound: WebhookOutcome = { ...none, code: -3, message: resultText(-3), isFinal: true }

/**
 * The outcome of a delivery whose secrets were encrypted with a key that the program no longer has. It is retried, since they
 * may be entered again in time.
 */
export const secretUnreadable: WebhookOutcome = {
  ...none,
  code: -4,
  message: 'A stored secret cannot be read. Please enter it again.',
}

/** Renders, signs and sends requests. Never rejects: every failure is an outcome. */
export function createWebhookSender({
  egress,
  tokens,
}: {
  egress: Egress
  tokens: TokenSource
}): WebhookSender {
  return {
    async send(outgoing, signal) {
      const boundary = `eot-${outgoing.id}`
      const rendered = renderRequest(outgoing.template, outgoing.params, outgoing.values, { boundary })
      if ('failure' in rendered) return invalidOutcome(outgoing.name, rendered.failure)
      const secrets = [...secretsIn(outgoing.template), ...secretsIn(outgoing.params)]
      const shown = maskedRequest(renderMasked(outgoing, boundary))
      try {
        const answer = await sendAuthorized(rendered, outgoing, signal)
        return answered(answer, shown, secrets)
      } catch (error) {
        const isFinal = error instanceof EgressRefused
        const reason = error instanceof Error ? error.message : 'unknown'
        return { ...none, code: -4, message: reason.slice(0, 300), isFinal, request: isFinal ? null : shown }
      }
    },
  }

  async function sendAuthorized(request: RenderedRequest, outgoing: OutgoingWebhook, signal: AbortSignal) {
    const { authorization } = request
    const header = await authorizationHeader(authorization, signal)
    const answer = await sendOnce(request, outgoing, header, signal)
    if (answer.status !== 401 || !authorization) return answer
    if (authorization.scheme === 'Digest') {
      const digest = digestFor(request, authorization, answer)
      return digest ? sendOnce(request, outgoing, ['authorization', digest], signal) : answer
    }
    if (authorization.scheme !== 'OAuth2') return answer
    // The token may have been revoked before it expired.
    tokens.forget(credentialsOf(authorization))
    return sendOnce(request, outgoing, await authorizationHeader(authorization, signal), signal)
  }

  function sendOnce(
    { method, url, headers, body }: RenderedRequest,
    { id, at, pinned, signingKeys }: OutgoingWebhook,
    authorization: [name: string, value: string] | undefined,
    signal: AbortSignal,
  ): Promise<EgressAnswer> {
    const bytes = Buffer.from(body ?? '')
    const all = [
      ['user-agent', 'EoT-LIVE'],
      ['accept', '*/*'],
      // Responses are never unpacked.
      ['accept-encoding', 'identity'],
      ...headers,
      ...(authorization ? [authorization] : []),
      ...signWebhook(signingKeys, { id, at, body: bytes }),
    ] as const
    return egress.request(
      new URL(url),
      {
        method,
        headers: Object.fromEntries(
          all.map(([name = '', value = '']) => [name.toLowerCase(), headerText(value)]),
        ),
        ...(body !== undefined && { body: bytes }),
        pinned,
      },
      signal,
    )
  }

  async function authorizationHeader(
    authorization: Authorization | undefined,
    signal: AbortSignal,
  ): Promise<[string, string] | undefined> {
    if (!authorization) return undefined
    const { username = '', password = '', token = '', name = '', value = '' } = authorization.fields
    switch (authorization.scheme) {
      case 'Basic':
        return ['authorization', `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`]
      case 'Bearer':
        return ['authorization', `Bearer ${token}`]
      case 'Header':
        return [name, value]
      case 'OAuth2':
        return ['authorization', `Bearer ${await tokens.get(credentialsOf(authorization), signal)}`]
      case 'Digest':
        return undefined // only the response to a challenge
    }
  }
}

/** Renders the same request with secrets masked. */
function renderMasked(
  { template, params, values }: OutgoingWebhook,
  boundary: string,
): RenderedRequest | undefined {
  const masked = { ...template, ...maskRows(template) }
  const rendered = renderRequest(masked, maskRows(params), values, { boundary, showSecret: () => mask })
  return 'failure' in rendered ? undefined : rendered
}

function invalidOutcome(name: string, { code, path, message }: RenderFailure): WebhookOutcome {
  const text = code === -1 ? `${resultText(code)} in ${path} of ${name}` : resultText(code)
  return { ...none, code, path, message: `${text}: ${message}`, isFinal: true }
}

function answered(answer: EgressAnswer, request: string | null, secrets: readonly string[]): WebhookOutcome {
  const { status, statusText, headers, isInternal } = answer
  const isAccepted = status >= 200 && status < 300
  return {
    ...none,
    code: isAccepted ? 1 : 0,
    message: storableText(`${status} ${statusText}`.trim(), secrets),
    status,
    request,
    // Responses of internal hosts are not shown to everyone who may enter an address.
    response: isInternal ? null : shownResponse(answer, secrets),
    isGone: status === 410,
    retryAfterMs: retryAfterMs(headers['retry-after'] ?? null, dayMs),
  }
}

function digestFor(
  { method, url }: RenderedRequest,
  { fields: { username = '', password = '' } }: Authorization,
  { headers }: EgressAnswer,
): string | undefined {
  const { pathname, search } = new URL(url)
  const cnonce = randomBytes(16).toString('hex')
  const asked = { method, uri: `${pathname}${search}`, username, password, cnonce }
  return digestAuthorization(headers['www-authenticate'] ?? '', asked)
}

const credentialsOf = ({ fields }: Authorization) => {
  const { tokenUrl = '', clientId = '', clientSecret = '', scope, audience } = fields
  return { tokenUrl, clientId, clientSecret, scope, audience }
}

/** Returns the UTF-8 bytes of a value as the characters of a header. */
const headerText = (value: string): string => Buffer.from(value).toString('latin1')
