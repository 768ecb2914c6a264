import type { RenderedRequest } from '@eot/contract/webhook-render'

interface Response {
  status: number
  statusText: string
  headers: Readonly<Record<string, unknown>>
  text: string
}

/** Replaces a secret wherever requests are shown. */
export const mask = '••••••'

/** The log shows this many characters of a body. */
const mostShown = 1024

/** Returns a request whose secrets are already masked, as text. */
export function maskedRequest(request: RenderedRequest | undefined): string | null {
  if (!request) return null
  const { authorization, body = '', headers, method, url } = request
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  if (authorization?.scheme === 'Header') lines.push(`${authorization.fields.name}: ${mask}`)
  else if (authorization)
    lines.push(
      `Authorization: ${authorization.scheme === 'OAuth2' ? 'Bearer' : authorization.scheme} ${mask}`,
    )
  return storableText([`${method} ${url}`, ...lines, '', cut(body)].join('\n'), [])
}

/** Returns status, headers and the beginning of the body of a response, which may repeat secrets. */
export function shownResponse(
  { status, statusText, headers, text }: Response,
  secrets: readonly string[],
): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    name === 'set-cookie' ? [`${name}: ${mask}`] : [`${name}: ${String(value)}`],
  )
  const all = [
    `${status} ${statusText}`,
    ...lines.map((line) => line.slice(0, 300)).slice(0, 50),
    '',
    text,
  ].join('\n')
  // Masked before it is truncated, so that no part of a secret is left at the end.
  return cut(storableText(all, secrets), 2 * mostShown)
}

/** Removes secrets in all of their usual forms, and characters that the database cannot store. */
export function storableText(text: string, secrets: readonly string[]): string {
  let shown = text
  for (const secret of secrets.flatMap(formsOf)) shown = shown.replaceAll(secret, mask)
  return shown.replaceAll('\0', '\ufffd').toWellFormed()
}

/** Very short secrets are not masked, since they occur everywhere by chance. */
const formsOf = (secret: string): string[] =>
  secret.length < 4
    ? []
    : [
        ...new Set([
          secret,
          encodeURIComponent(secret.toWellFormed()),
          JSON.stringify(secret).slice(1, -1),
          Buffer.from(secret).toString('base64'),
        ]),
      ]

const cut = (text: string, most = mostShown): string =>
  text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text
