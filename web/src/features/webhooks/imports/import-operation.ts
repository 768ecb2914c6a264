import { type AuthScheme, emptyAuth } from '@eot/contract/webhook-auth'
import { noParams, type WebhookParam } from '@eot/contract/webhook-params'
import { rootArrayKey, type WebhookContentType, webhookMethods } from '@eot/contract/webhook-shape'
import type { Imported, ImportNote, ImportProblem } from './imported.ts'
import { textRow } from './imported-rows.ts'
import { asList, asObject, asText, ImportRefused, type Json, type Operation, resolve } from './open-api.ts'
import { exampleRow, schemaReader } from './schema-rows.ts'

/** Builds the request of an operation. Optional fields are left out only if there are too many. */
export function importOperation(root: Json, operation: Operation): Imported | ImportProblem {
  const make = (onlyRequired: boolean) => {
    try {
      return requestOf(root, operation, onlyRequired)
    } catch (error) {
      if (error instanceof ImportRefused) return error.problem
      throw error
    }
  }
  const whole = make(false)
  return 'problem' in whole && whole.problem === 'tooMany' ? make(true) : whole
}

function requestOf(
  root: Json,
  { item, method, operation, path, summary }: Operation,
  onlyRequired: boolean,
): Imported {
  const notes: ImportNote[] = []
  const row = schemaReader({ root, notes, onlyRequired })
  const parameters = new Map(
    [...asList(item.parameters), ...asList(operation.parameters)].map((given) => {
      const parameter = resolve(root, given)
      return [`${asText(parameter.in)} ${asText(parameter.name)}`, parameter] as const
    }),
  )
  const rowsIn = (...places: string[]): WebhookParam[] =>
    [...parameters.values()]
      .filter((one) => places.includes(asText(one.in)) && (one.required === true || one.in === 'path'))
      .map((one) => parameterRow(one))

  function parameterRow(parameter: Json): WebhookParam {
    const name = asText(parameter.name)
    const example = exampleIn(root, parameter)
    const [content] = Object.values(asObject(parameter.content))
    const made =
      example === undefined
        ? row(name, parameter.schema ?? asObject(content).schema)
        : exampleRow(name, example)
    return made.type === 'object' ? textRow(name, '') : made
  }

  const server = serverOf(root, item, operation)
  if (server === undefined) notes.push({ note: 'noServer' })
  const { Auth, more } = securityOf(root, operation)
  const { ContentType, rows, header } = bodyOf()
  const request = {
    ...noParams(),
    Url: `${server ?? 'https://'}${path}`,
    Method: webhookMethods.find((one) => one === method) ?? 'POST',
    ContentType,
    UrlVariables: [...rowsIn('path', 'query'), ...more.query],
    Headers: [
      ...(header === undefined ? [] : [textRow('Content-Type', header)]),
      ...rowsIn('header').filter(({ key }) => !/^(accept|content-type|authorization)$/i.test(key)),
    ],
    Cookies: [...rowsIn('cookie'), ...more.cookie],
    Body: rows,
    Auth,
  }
  return { name: summary.replace(/\s+/g, ' ').trim() || `${method} ${path}`, request, notes }

  function bodyOf(): { ContentType: WebhookContentType; rows: WebhookParam[]; header?: string } {
    const contents = asObject(resolve(root, operation.requestBody).content)
    const [type, content] = preferred(contents)
    if (type === undefined) return { ContentType: 'none', rows: [] }
    const media = asObject(content)
    const example = exampleIn(root, media)
    const whole = example === undefined ? row('', media.schema) : exampleRow('', example)
    const name = type.toLowerCase()
    if (/^text\//.test(name) && name !== 'text/xml')
      return { ContentType: 'text/plain', rows: [{ ...whole, key: 'text', type: 'string' }] }
    const fields = whole.children ?? []
    if (/xml$/.test(name))
      return { ContentType: 'application/xml', rows: [{ ...whole, key: elementOf(root, media) }] }
    if (name === 'multipart/form-data' || name === 'application/x-www-form-urlencoded')
      return { ContentType: name, rows: fields }
    const rows = whole.type === 'array' ? [{ ...whole, key: rootArrayKey }] : fields
    return { ContentType: 'application/json', rows, ...(name !== 'application/json' && { header: type }) }
  }
}

/** Chooses the content type that the editor supports best. */
function preferred(contents: Json): [type: string, content: unknown] | [undefined, undefined] {
  const wanted = [
    /^application\/json$/i,
    /\+json$|^application\/json;/i,
    /^application\/x-www-form-urlencoded$/i,
    /^multipart\/form-data$/i,
    /xml$/i,
    /^text\//i,
  ]
  const all = Object.entries(contents)
  for (const one of wanted) {
    const found = all.find(([type]) => one.test(type))
    if (found) return found
  }
  const [other] = all
  if (other && other[0] !== '*/*') throw new ImportRefused({ problem: 'contentType', about: other[0] })
  return other ? ['application/json', other[1]] : [undefined, undefined]
}

function exampleIn(root: Json, given: Json): unknown {
  if (given.example !== undefined) return given.example
  const [first] = Object.values(asObject(given.examples))
  return first === undefined ? undefined : resolve(root, first).value
}

/** Returns the name of the root element in XML. */
function elementOf(root: Json, { schema }: Json): string {
  let name = ''
  const resolved = resolve(root, schema, (reference) => {
    name = reference.split('/').at(-1) ?? ''
  })
  return asText(asObject(resolved.xml).name) || name || 'root'
}

/** Returns the address of the first server, with the defaults of its variables. undefined: it is incomplete. */
function serverOf(root: Json, item: Json, operation: Json): string | undefined {
  const [server] =
    [operation.servers, item.servers, root.servers].map(asList).find((one) => one.length > 0) ?? []
  const variables = asObject(asObject(server).variables)
  const url = asText(asObject(server).url).replace(/\{([^{}]+)\}/g, (_, name: string) =>
    String(asObject(variables[name]).default ?? ''),
  )
  return /^https?:\/\/[^/]/i.test(url) ? url.replace(/\/$/, '') : undefined
}

interface Security {
  Auth: WebhookParam[]
  /** Keys that are not in a header. */
  more: { query: WebhookParam[]; cookie: WebhookParam[] }
}

/** Returns the first authorization alternative. The user has to enter its secrets. */
function securityOf(root: Json, operation: Json): Security {
  const [requirement] = asList(operation.security ?? root.security)
  const schemes = asObject(asObject(root.components).securitySchemes)
  const found: Security = { Auth: [], more: { query: [], cookie: [] } }
  for (const [name, scopes] of Object.entries(asObject(requirement))) {
    const scheme = resolve(root, schemes[name])
    const key = { ...textRow(asText(scheme.name), ''), secret: true }
    if (scheme.type === 'apiKey' && scheme.in === 'query') found.more.query.push(key)
    else if (scheme.type === 'apiKey' && scheme.in === 'cookie') found.more.cookie.push(key)
    else found.Auth = authOf(scheme, asList(scopes).map(asText))
  }
  return found
}

function authOf(scheme: Json, scopes: readonly string[]): WebhookParam[] {
  if (scheme.type === 'apiKey') return auth('Header', { name: asText(scheme.name) })
  const credentials = asObject(asObject(scheme.flows).clientCredentials)
  if (scheme.type === 'oauth2' && asText(credentials.tokenUrl) !== '')
    return auth('OAuth2', { tokenUrl: asText(credentials.tokenUrl) }, scopes.join(' '))
  if (scheme.type !== 'http') return auth('Bearer', {})
  const schemes: Readonly<Record<string, AuthScheme>> = { basic: 'Basic', digest: 'Digest' }
  return auth(schemes[asText(scheme.scheme).toLowerCase()] ?? 'Bearer', {})
}

function auth(scheme: AuthScheme, values: Readonly<Record<string, string>>, scope = ''): WebhookParam[] {
  const made = emptyAuth(scheme)
  const fields = (made.auth ?? []).map((field) => ({ ...field, value: values[field.key] ?? '' }))
  return [{ ...made, auth: scope === '' ? fields : [...fields, textRow('scope', scope)] }]
}
