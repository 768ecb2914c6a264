import type { ParamParts, RowType, WebhookParam } from './webhook-params.ts'
import { findUnknownVariable } from './webhook-variables.ts'

/** Content types of a body, as in the header. */
export const contentTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/xml',
  'text/plain',
  'none',
] as const
export type WebhookContentType = (typeof contentTypes)[number]

export const webhookMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const
export type WebhookMethod = (typeof webhookMethods)[number]

/** The template of a webhook request. */
export interface WebhookTemplate extends ParamParts {
  Url: string
  Method: WebhookMethod
  ContentType: WebhookContentType
}

/** A JSON body with a single array that has this key consists of the array itself. */
export const rootArrayKey = '[]'

/** An invalid field of a request, besides those found by `checkRequestParams`. */
export interface ShapeProblem {
  /** For example `Url` or `Headers.0.key`. */
  path: string
  message: string
}

/** Scheme, host and port, path, query. Neither user names nor fragments. */
export const addressPattern = /^(https?:\/\/[^/?#\\\s@{}]+)(\/[^?#\s]*)?(\?[^#\s]*)?$/i

/** Names of headers and cookies (RFC 9110). */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const xmlName = /^@?[A-Za-z_][\w.-]*(:[A-Za-z_][\w.-]*)?$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be in a header
const control = /[\0-\x08\x0a-\x1f\x7f]/
export const hasControl = (text: string): boolean => control.test(text)

/** Set by the portal or by the connection; `webhook-…` are those of the signature. */
const ownHeaders =
  /^(host|content-length|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*|accept-encoding|webhook-.*)$/i

const scalars: readonly RowType[] = ['string', 'number', 'boolean']

/** Returns the problems of a request apart from the rows themselves: the address, and which rows its parts can have. */
export function checkRequestShape(request: WebhookTemplate): ShapeProblem[] {
  return [
    ...checkAddress(request),
    ...request.UrlVariables.flatMap((row, index) => checkList(row, `UrlVariables.${index}`)),
    ...request.Headers.flatMap((row, index) => checkHeader(row, `Headers.${index}`)),
    ...request.Cookies.flatMap((row, index) => checkCookie(row, `Cookies.${index}`)),
    ...checkAuthorization(request),
    ...checkBody(request),
  ]
}

function checkAddress({ Url, UrlVariables }: WebhookTemplate): ShapeProblem[] {
  const wrong = (message: string) => [{ path: 'Url', message }]
  const address = addressPattern.exec(withoutSpaces(Url))
  if (!address) return wrong('Please enter an address such as https://example.org/path, without a user name')
  const unknown = findUnknownVariable(Url)
  if (unknown !== undefined) return wrong(`Unknown variable: ${unknown}`)
  if (hasControl(Url)) return wrong('Contains control characters')
  const keys = placeholdersOf(address[2] ?? '')
  const missing = keys.find((key) => !UrlVariables.some((row) => row.key === key))
  return missing === undefined ? [] : wrong(`Please add a URL variable with the key ${missing}`)
}

/** Returns an address without the spaces that may be around the names of variables. */
export const withoutSpaces = (address: string): string =>
  address.replace(/\{\{\s*(?:([^{}\s]+)\s*)?\}\}/g, '{{$1}}')

/** Returns the keys in single braces. */
export const placeholdersOf = (path: string): string[] =>
  [...path.matchAll(/\{\{[^{}]*\}\}|\{([^{}]+)\}/g)].flatMap(([, key]) => key ?? [])

function checkList({ type, items = [] }: WebhookParam, path: string): ShapeProblem[] {
  const isList = type === 'array' && items.every((item) => isScalar(item))
  return isList || isScalar({ type })
    ? []
    : [{ path: `${path}.type`, message: 'Please select string, number, boolean or array' }]
}

const isScalar = ({ type }: Pick<WebhookParam, 'type'>): boolean => type === '' || scalars.includes(type)

function checkName({ key, type, value }: WebhookParam, path: string): ShapeProblem[] {
  if (!isScalar({ type }))
    return [{ path: `${path}.type`, message: 'Please select string, number or boolean' }]
  if (key !== '' && !token.test(key))
    return [{ path: `${path}.key`, message: 'Please use only letters, digits and hyphens' }]
  return hasControl(value)
    ? [{ path: `${path}.value`, message: 'Contains line breaks or control characters' }]
    : []
}

function checkHeader(row: WebhookParam, path: string): ShapeProblem[] {
  if (ownHeaders.test(row.key)) return [{ path: `${path}.key`, message: 'This header is set by the portal' }]
  if (/^authorization$/i.test(row.key))
    return [{ path: `${path}.key`, message: 'Please use Auth for this header' }]
  if (/^cookie$/i.test(row.key))
    return [{ path: `${path}.key`, message: 'Please use Cookies for this header' }]
  return checkName(row, path)
}

const checkCookie = checkName

/** The header of an authorization is checked like any other, and so is the address of the token server. */
function checkAuthorization({ Auth: [row] }: WebhookTemplate): ShapeProblem[] {
  return (row?.auth ?? []).flatMap(({ key, value }, index) => {
    const path = `Auth.0.auth.${index}.value`
    if (value === '') return []
    if (row?.value === 'Header' && key === 'name' && (!token.test(value) || ownHeaders.test(value)))
      return [{ path, message: 'Please enter the name of a header' }]
    if (row?.value === 'OAuth2' && key === 'tokenUrl' && !addressPattern.test(value))
      return [{ path, message: 'Please enter an address such as https://example.org/token' }]
    return []
  })
}

function checkBody({ Method, ContentType, Body }: WebhookTemplate): ShapeProblem[] {
  const wrong = (message: string) => [{ path: 'Body', message }]
  if (ContentType === 'none')
    return Body.length > 0 ? wrong('A request without a content type has no body') : []
  if (Method === 'GET' || Method === 'HEAD')
    return [{ path: 'ContentType', message: `A ${Method} request has no body: please select none` }]
  if (ContentType === 'text/plain')
    return Body.length === 1 && Body.every(isScalar) ? [] : wrong('Please add exactly one row with the text')
  if (ContentType === 'application/xml') {
    if (Body.length !== 1) return wrong('Please add exactly one row, the root element')
    return Body.flatMap((row, index) => checkElement(row, `Body.${index}`, 0))
  }
  return []
}

function checkElement(row: WebhookParam, path: string, depth: number): ShapeProblem[] {
  const isText = depth > 0 && row.key === '#text'
  const isAttribute = row.key.startsWith('@')
  if (row.key !== '' && !isText && !(xmlName.test(row.key) && !(isAttribute && depth === 0)))
    return [
      {
        path: `${path}.key`,
        message: 'Please enter the name of an XML element, or @ and that of an attribute',
      },
    ]
  if ((isText || isAttribute) && !isScalar(row))
    return [{ path: `${path}.type`, message: 'Please select string, number or boolean' }]
  if (depth === 0 && row.type === 'array')
    return [{ path: `${path}.type`, message: 'The root element cannot be an array' }]
  const fields = (row.children ?? []).flatMap((child, index) =>
    checkElement(child, `${path}.children.${index}`, depth + 1),
  )
  // The elements of an array have the name of the array.
  const elements = (row.items ?? []).flatMap((item, index) =>
    checkElement({ ...item, key: row.key }, `${path}.items.${index}`, depth + 1),
  )
  return [...fields, ...elements]
}
