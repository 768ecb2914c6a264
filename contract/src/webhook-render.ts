import { type AuthScheme, authFieldsOf, isAuthScheme } from './webhook-auth.ts'
import { fillLeaf, fillRow, freeBoundary, type ShowSecret, writeBody } from './webhook-body.ts'
import { checkEventParams, checkRequestParams, problemPath } from './webhook-checks.ts'
import { eventParams, mergeParams } from './webhook-merge.ts'
import type { ParamParts, WebhookParam, WebhookParams } from './webhook-params.ts'
import {
  addressPattern,
  checkRequestShape,
  hasControl,
  type WebhookMethod,
  type WebhookTemplate,
  withoutSpaces,
} from './webhook-shape.ts'
import { fillTemplate, type VariableValues } from './webhook-variables.ts'

export type { WebhookTemplate }

/**
 * A request with all values inserted. Server and portal create it with the same code, so a preview shows exactly what is sent.
 */
export interface RenderedRequest {
  method: WebhookMethod
  url: string
  /** Without those of the authorization, the signature and the connection. */
  headers: [name: string, value: string][]
  body: string | undefined
  authorization: Authorization | undefined
}

export interface Authorization {
  scheme: AuthScheme
  fields: Readonly<Record<string, string>>
}

export interface RenderFailure {
  /** −1: a row has no valid value. −2: a value of the authorization is missing. */
  code: -1 | -2
  /** Path of the invalid field, such as `Headers.0.value`. */
  path: string
  message: string
}

interface Options {
  /** Boundary of a multipart body. Another one is used if a value contains it. */
  boundary: string
  /** Returns the placeholder for secrets that are stored but not known here. Default: a secret without a value is missing. */
  showSecret?: ShowSecret
}

/** The most characters of a body. */
export const mostBody = 256 * 1024

/** Renders the request of an event from a template: its params and values replace the config rows and variables. */
export function renderRequest(
  template: WebhookTemplate,
  params: WebhookParams,
  values: VariableValues,
  { boundary, showSecret }: Options,
): RenderedRequest | { failure: RenderFailure } {
  const merged = { ...template, ...withKnownSecrets(mergeParams(template, params), showSecret) }
  const failure = findFailure(template, params, merged)
  if (failure) return { failure }
  const show = showSecret ?? (() => '')
  const text = (row: WebhookParam) => fillLeaf(row, values, show).text
  const fail = (path: string, message: string): { failure: RenderFailure } => ({
    failure: { code: -1, path, message },
  })

  const url = writeAddress(merged, values, text)
  if (url === undefined) return fail('Url', 'A part of the path is . or ..')
  const headers = merged.Headers.map((row): [string, string] => [row.key, text(row)])
  const bad = headers.findIndex(([, value]) => hasControl(value))
  if (bad >= 0) return fail(`Headers.${bad}.value`, 'Contains line breaks or control characters')
  if (merged.Cookies.length > 0)
    headers.push(['Cookie', merged.Cookies.map((row) => `${row.key}=${cookieText(text(row))}`).join('; ')])

  const filled = merged.Body.map((row) => fillRow(row, values, show))
  const free = freeBoundary(filled, boundary)
  const body = writeBody(merged.ContentType, filled, free)
  if (body !== undefined && body.length > mostBody) return fail('Body', 'The body is longer than 256 KiB')
  const type = contentTypeOf(merged, free)
  if (type !== undefined && !headers.some(([name]) => name.toLowerCase() === 'content-type'))
    headers.unshift(['Content-Type', type])
  const authorization = authorizationOf(merged.Auth, text)
  const broken = Object.entries(authorization?.fields ?? {}).find(([, value]) => hasControl(value))
  if (broken) return fail('Auth.0.auth', `${broken[0]} contains line breaks or control characters`)
  return { method: merged.Method, url, headers, body, authorization }
}

/** Marks secrets without a known value as missing, unless there is a placeholder. */
function withKnownSecrets(parts: ParamParts, showSecret: ShowSecret | undefined): ParamParts {
  if (showSecret) return parts
  const known = (rows: readonly WebhookParam[]): WebhookParam[] =>
    rows.map(({ children, items, auth, ...row }) => ({
      ...row,
      isSet: false,
      ...(children && { children: known(children) }),
      ...(items && { items: known(items) }),
      ...(auth && { auth: known(auth) }),
    }))
  return {
    UrlVariables: known(parts.UrlVariables),
    Headers: known(parts.Headers),
    Cookies: known(parts.Cookies),
    Body: known(parts.Body),
    Auth: known(parts.Auth),
  }
}

function findFailure(
  template: WebhookTemplate,
  params: WebhookParams,
  merged: WebhookTemplate,
): RenderFailure | undefined {
  const missing = findMissingAuth(merged.Auth)
  if (missing !== undefined) return { code: -2, path: 'Auth', message: `Please enter a value (${missing})` }
  const [problem] = [...checkEventParams(eventParams(template, params)), ...checkMerged(merged)]
  if (problem) return { code: -1, path: problemPath(problem), message: problem.message }
  const [shape] = checkRequestShape(merged)
  return shape && { code: -1, ...shape }
}

/** Checks merged config rows like the others, since they have their values now. */
function checkMerged(merged: WebhookTemplate) {
  const specified = (rows: readonly WebhookParam[]): WebhookParam[] =>
    rows.map(({ children, items, auth, ...row }) => ({
      ...row,
      paramType: 'specified' as const,
      ...(children && { children: specified(children) }),
      ...(items && { items: specified(items) }),
      ...(auth && { auth: specified(auth) }),
    }))
  const { UrlVariables, Headers, Cookies, Body, Auth } = merged
  return checkRequestParams({
    UrlVariables: specified(UrlVariables),
    Headers: specified(Headers),
    Cookies: specified(Cookies),
    Body: specified(Body),
    Auth: specified(Auth),
  })
}

function findMissingAuth([row]: readonly WebhookParam[]): string | undefined {
  if (!row || !isAuthScheme(row.value)) return undefined
  return authFieldsOf(row.value).find(({ key, isOptional }) => {
    const given = row.auth?.find((field) => field.key === key)
    return !isOptional && !given?.value && !given?.isSet
  })?.key
}

function authorizationOf(
  [row]: readonly WebhookParam[],
  text: (row: WebhookParam) => string,
): Authorization | undefined {
  if (!row || !isAuthScheme(row.value)) return undefined
  return {
    scheme: row.value,
    fields: Object.fromEntries((row.auth ?? []).map((field) => [field.key, text(field)])),
  }
}

function contentTypeOf({ ContentType }: WebhookTemplate, boundary: string): string | undefined {
  if (ContentType === 'none') return undefined
  if (ContentType === 'multipart/form-data') return `multipart/form-data; boundary=${boundary}`
  return ContentType === 'application/x-www-form-urlencoded' || ContentType === 'application/json'
    ? ContentType
    : `${ContentType}; charset=utf-8`
}

/** Values are encoded; the text of the address keeps its entered form. undefined: a value would change the path. */
function writeAddress(
  { Url, UrlVariables }: WebhookTemplate,
  values: VariableValues,
  text: (row: WebhookParam) => string,
): string | undefined {
  const [, origin = '', path = '', query = ''] = addressPattern.exec(withoutSpaces(Url)) ?? []
  const used = new Set<string>()
  const withRows = path.replace(/\{\{[^{}]*\}\}|\{([^{}]+)\}/g, (whole, key: string | undefined) => {
    const row = UrlVariables.find((one) => one.key === key)
    if (!row || key === undefined) return whole
    used.add(key)
    return encodeURIComponent(valuesOf(row).map(text).join(','))
  })
  const fullPath = asAscii(fillTemplate(withRows, values, encodeURIComponent)) || '/'
  if (fullPath.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment))) return undefined
  const fields = UrlVariables.filter(({ key }) => !used.has(key)).flatMap((row) =>
    valuesOf(row).map((one) => `${encodeURIComponent(row.key)}=${encodeURIComponent(text(one))}`),
  )
  const start = asAscii(fillTemplate(query.slice(1), values, encodeURIComponent))
  const search = [...(start === '' ? [] : [start]), ...fields].join('&')
  return `${origin}${fullPath}${search === '' ? '' : `?${search}`}`
}

/** Returns the values of a row. A list is repeated in the query. */
const valuesOf = (row: WebhookParam): readonly WebhookParam[] =>
  row.type === 'array' ? (row.items ?? []) : [row]

/** Keeps existing encodings, such as %20. */
const asAscii = (text: string): string =>
  text.toWellFormed().replace(/[^!#$%&'()*+,\-./0-9:;=?@A-Z[\]_a-z~]/gu, encodeURIComponent)

/** Encodes what the value of a cookie cannot contain (RFC 6265), and `%`, so that it can be decoded. */
const cookieText = (text: string): string =>
  text.replace(/[^!#$&'()*+\-./0-9:<=>?@A-Z[\]^_`a-z{|}~]/gu, encodeURIComponent)
