import { z } from 'zod'
import { RetryLater } from './jobs/job-run.ts'
import { retryAfterMs } from './retry-after.ts'

export interface OutgoingText {
  /** The same for every attempt, so that a provider can drop duplicates. */
  id: string
  /** E.164, such as +15551234567. */
  to: string
  text: string
}

/**
 * Sends text messages. `send` throws `TextRefused` if a retry would not help. No error contains a phone number, since errors
 * are logged.
 */
export interface TextSender {
  /** Resolves with the provider's id of the message, if there is one. */
  send(text: OutgoingText, signal: AbortSignal): Promise<string | null>
}

/** The provider permanently rejected this text message. */
export class TextRefused extends Error {
  override name = 'TextRefused'
  /** Twilio's error code, if the provider gave one. */
  readonly code: number | undefined
  constructor(message: string, code: number | undefined) {
    super(message)
    this.code = code
  }
}

/** Twilio's code for an invalid number. */
const invalidNumberCode = 21211
const timeoutMs = 10_000
const mostAnswerBytes = 64 * 1024
const e164 = /^\+[1-9]\d{6,14}$/

/**
 * A provider reached over HTTP. The address of Twilio's REST API (`…/Messages.json`) gets a form with To and Body and the
 * parameters of the address, such as From. Any other address is a template: `{to}`, `{text}` and `{id}` in it are replaced;
 * without them it gets a JSON object with these keys. A user and password in the address are sent as Basic authentication.
 *
 * @param statusCallback where Twilio reports the outcome of a message; the id is added
 */
export function createTextSender(address: string, statusCallback?: string): TextSender {
  const url = new URL(address)
  const headers = authorization(url)
  const request = url.pathname.endsWith('/Messages.json')
    ? formRequest(url, statusCallback)
    : templateRequest(url)
  return {
    async send(text, signal) {
      if (!e164.test(text.to)) throw new TextRefused('not a valid phone number', invalidNumberCode)
      const { to, body, type } = request(text)
      const { response, answer } = await exchange(to, {
        method: 'POST',
        headers: { ...headers, ...(type && { 'content-type': type }), 'idempotency-key': text.id },
        ...(body !== undefined && { body }),
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      })
      if (response.ok) return answer.sid ?? answer.id ?? null
      const message = answer.message && withoutNumbers(answer.message)
      const said = [response.status, answer.code, message].filter(Boolean).join(' ')
      if (isFinal(response.status)) throw new TextRefused(said, answer.code)
      throw new RetryLater(said, retryAfterMs(response.headers.get('retry-after')))
    },
  }
}

interface HttpRequest {
  to: URL
  body?: string
  type?: string
}

function formRequest(url: URL, statusCallback: string | undefined) {
  const to = new URL(url.pathname, url)
  return (text: OutgoingText): HttpRequest => {
    const fields = new URLSearchParams(url.searchParams)
    fields.set('To', text.to)
    fields.set('Body', text.text)
    if (statusCallback !== undefined) fields.set('StatusCallback', `${statusCallback}?id=${text.id}`)
    return { to, body: fields.toString(), type: 'application/x-www-form-urlencoded' }
  }
}

/** Braces are encoded in the path and the query of an address. */
const placeholder = /(?:\{|%7B)(to|text|id)(?:\}|%7D)/gi

function templateRequest(url: URL) {
  const template = url.href
  const hasPlaceholders = template.search(placeholder) >= 0
  return (text: OutgoingText): HttpRequest => {
    if (!hasPlaceholders)
      return {
        to: url,
        body: JSON.stringify({ to: text.to, text: text.text, id: text.id }),
        type: 'application/json',
      }
    const filled = template.replace(placeholder, (_, name: string) =>
      encodeURIComponent(text[name.toLowerCase() as keyof OutgoingText]),
    )
    return { to: new URL(filled) }
  }
}

/** Removes the user and password from the address. */
function authorization(url: URL): Record<string, string> {
  const { username, password } = url
  url.username = ''
  url.password = ''
  if (username === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** Sends a request and reads its response. Errors name the failure, such as ECONNREFUSED. */
async function exchange(to: URL, request: RequestInit) {
  try {
    const response = await fetch(to, request)
    return { response, answer: await readAnswer(response) }
  } catch (error) {
    const { cause, name } = error as { cause?: { code?: unknown }; name?: unknown } // fetch rejects with an Error
    throw new Error(`no answer from the provider: ${cause?.code ?? name ?? 'unknown'}`)
  }
}

/** Providers quote the given number. */
const withoutNumbers = (text: string): string =>
  text.replace(/\+?\d(?:[ ().-]{0,2}\d){6,14}/g, '(number)').slice(0, 500)

const Answer = z.object({
  sid: z.string().max(200).optional(),
  id: z.string().max(200).optional(),
  code: z.number().optional(),
  message: z.string().optional(),
})

/** Returns the known fields of a response: none if it is not JSON, or long. */
async function readAnswer(response: Response): Promise<z.output<typeof Answer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > mostAnswerBytes) return {}
    chunks.push(chunk)
  }
  try {
    return Answer.parse(JSON.parse(Buffer.concat(chunks).toString()))
  } catch {
    return {}
  }
}

/** Missing permissions (401, 403), a wrong address (404), timeouts and limits can be fixed while the message waits. */
const isFinal = (status: number) =>
  status >= 400 && status < 500 && ![401, 403, 404, 408, 425, 429].includes(status)
