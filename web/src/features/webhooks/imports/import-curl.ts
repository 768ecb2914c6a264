import { type AuthScheme, emptyAuth } from '@eot/contract/webhook-auth'
import { noParams, type WebhookParam } from '@eot/contract/webhook-params'
import { webhookMethods } from '@eot/contract/webhook-shape'
import { isTooLarge } from '../rows/json-rows.ts'
import { curlBody } from './curl-body.ts'
import { type CurlCommand, curlOptions } from './curl-options.ts'
import { type Imported, type ImportNote, type ImportProblem, mostImported } from './imported.ts'
import { asTemplate, textRow } from './imported-rows.ts'
import { decoded, encodedPair, splitAt } from './pairs.ts'
import { shellWords } from './shell-words.ts'

/** Returns the request that a curl command would send. Nothing is executed, and no file is read. */
export function importCurl(text: string): Imported | ImportProblem {
  if (text.length > mostImported) return { problem: 'tooLong' }
  const words = shellWords(text.trim())
  if ('problem' in words) return words
  const [first, ...rest] = words[0] === '$' ? words.slice(1) : words
  if (first === undefined || !/(^|[\\/])curl(\.exe)?$/.test(first)) return { problem: 'notCurl' }
  const command = curlOptions(rest)
  if ('problem' in command) return command
  return requestOf(command)
}

function requestOf({ given, ignored }: CurlCommand): Imported | ImportProblem {
  const valuesOf = (meaning: CurlCommand['given'][number]['meaning']) =>
    given.filter((one) => one.meaning === meaning).map(({ value }) => value)
  const has = (meaning: CurlCommand['given'][number]['meaning']) => valuesOf(meaning).length > 0
  const notes: ImportNote[] = []

  const [address, ...others] = valuesOf('url')
  if (address === undefined) return { problem: 'noUrl' }
  if (others.length > 0) return { problem: 'twoUrls', about: others[0] ?? '' }
  const url = addressOf(address)

  const headers: [name: string, value: string][] = [
    ...valuesOf('userAgent').map((value): [string, string] => ['User-Agent', value]),
    ...valuesOf('referer').map((value): [string, string] => ['Referer', value]),
  ]
  for (const header of valuesOf('header')) {
    const [, name, colon, value = ''] = /^([^:;]+)([:;])\s*([\s\S]*)$/.exec(header) ?? []
    if (name === undefined) return { problem: header.startsWith('@') ? 'file' : 'header', about: header }
    // curl omits a header without a value.
    if (colon === ':' && value !== '') headers.push([name.trim(), value.trim()])
  }
  const cookies = [...valuesOf('cookie'), ...take(headers, 'cookie')]
  const file = cookies.find((cookie) => !cookie.includes('='))
  if (file !== undefined) return { problem: 'file', about: file }

  const body = curlBody(given, headers, notes)
  if ('problem' in body) return body
  const wanted = valuesOf('method').at(-1)?.toUpperCase()
  const name = wanted ?? (has('head') ? 'HEAD' : body.isSent ? 'POST' : 'GET')
  const Method = webhookMethods.find((method) => method === name)
  if (!Method) return { problem: 'method', about: name }

  const [authorization] = take(headers, 'authorization').slice(-1)
  const user = valuesOf('user').at(-1) ?? url.user
  const bearer = valuesOf('bearer').at(-1)
  for (const [header] of [...headers])
    if (ownHeaders.test(header)) {
      take(headers, header)
      notes.push({ note: 'ownHeader', about: header })
    }
  if (has('insecure')) notes.push({ note: 'insecure' })
  if (ignored.length > 0) notes.push({ note: 'ignored', about: [...new Set(ignored)].join(' ') })

  const Auth =
    authorization !== undefined
      ? authOf(authorization)
      : bearer !== undefined
        ? auth('Bearer', [bearer])
        : user !== undefined
          ? auth(has('digest') ? 'Digest' : 'Basic', splitAt(user, ':'))
          : []
  const query = [...valuesOf('query').map(queryOf), ...body.query].join('&')
  const request = {
    ...noParams(),
    Url: asTemplate(query === '' ? url.text : `${url.text}${url.text.includes('?') ? '&' : '?'}${query}`),
    Method,
    ContentType: body.ContentType,
    Headers: headers.map(([header, value]) => textRow(header, value)),
    Cookies: cookies.flatMap((cookie) =>
      cookie
        .split(';')
        .filter((one) => one.trim() !== '')
        .map((one) => {
          const [name, value] = splitAt(one.trim(), '=')
          return textRow(name, decoded(value))
        }),
    ),
    Body: body.rows,
    Auth,
  }
  if (isTooLarge([...headers, ...cookies, ...request.Body])) return { problem: 'tooMany' }
  return { name: hostOf(url.text), request, notes }
}

/** Set by the portal or by the connection. */
const ownHeaders =
  /^(host|content-length|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*|accept-encoding|webhook-.*)$/i

/** Removes the headers of this name and returns their values. */
function take(headers: [name: string, value: string][], name: string): string[] {
  const isIt = ([header]: [string, string]) => header.toLowerCase() === name.toLowerCase()
  const found = headers.filter(isIt).map(([, value]) => value)
  headers.splice(0, headers.length, ...headers.filter((header) => !isIt(header)))
  return found
}

/** Removes the user and the fragment from an address. Like curl, assumes HTTP if there is no scheme. */
function addressOf(given: string): { text: string; user: string | undefined } {
  const [, scheme = 'http://', user, rest = ''] = /^(https?:\/\/)?(?:([^/?#@]*)@)?([^#]*)/i.exec(given) ?? []
  return { text: `${scheme}${rest}`, user: user === undefined ? undefined : decoded(user) }
}

const hostOf = (address: string): string => /^https?:\/\/([^/?:]+)/i.exec(address)?.[1] ?? ''

const queryOf = (given: string): string => (given.startsWith('+') ? given.slice(1) : encodedPair(given))

/** Returns the fields of a scheme, in the order of its rows. */
function auth(scheme: AuthScheme, values: readonly string[]): WebhookParam[] {
  const row = emptyAuth(scheme)
  const fields = (row.auth ?? []).map((field, index) => ({
    ...field,
    value: asTemplate(values[index] ?? ''),
  }))
  return [{ ...row, auth: fields }]
}

function authOf(header: string): WebhookParam[] {
  const [scheme, credentials] = splitAt(header, ' ')
  if (/^bearer$/i.test(scheme)) return auth('Bearer', [credentials])
  const user = /^basic$/i.test(scheme) ? fromBase64(credentials) : undefined
  return user === undefined ? auth('Header', ['Authorization', header]) : auth('Basic', splitAt(user, ':'))
}

/** undefined: it is not a base64-encoded text. */
function fromBase64(text: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
