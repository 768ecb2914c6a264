import { maxHeaderSize } from 'node:http'
import type { Endpoint } from '@eot/contract/endpoint'
import fc from 'fast-check'
import {
  garblings,
  hostileHeaders,
  hostileKeys,
  hostileQueries,
  hostileSegments,
  hostileValues,
  writeJson,
} from './hostile-values.ts'
import { type Known, type ValidRequest, validRequests } from './valid-requests.ts'

/** A request as sent on the wire. */
export interface WireRequest {
  method: string
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

interface Draft {
  values: ValidRequest
  headers: Record<string, string>
  method?: string
  segment?: { at: number; text: string }
  queryEnd?: string
  /** Changes the serialized body. */
  garble?: (text: string) => string | Buffer
}

/** How bodies of a media type are parsed for mutation, and serialized again. */
interface Format {
  parse(text: string): unknown
  write(body: unknown): string
}

const json: Format = { parse: (text) => JSON.parse(text), write: (body) => writeJson(body) }

const formats: Readonly<Record<string, Format>> = {
  'application/x-ndjson': {
    parse: (text) => text.split('\n').map((line) => JSON.parse(line)),
    write: (body) => (Array.isArray(body) ? body.map(writeJson).join('\n') : writeJson(body)),
  },
  'text/csv': {
    parse: (text) => text,
    write: (body) => (typeof body === 'string' ? body : writeJson(body)),
  },
  'application/x-www-form-urlencoded': {
    parse: (text) => Object.fromEntries(new URLSearchParams(text)),
    write: (body) =>
      typeof body === 'object' && body !== null ? formPairs(Object.entries(body)).join('&') : writeJson(body),
  },
}

const formatOf = ({ streams }: Endpoint): Format => (streams && formats[streams]) || json

/** Node.js itself refuses longer headers before the program sees them. */
const longestUrl = maxHeaderSize

type Mutation = (draft: Draft) => void
type Container = Record<string, unknown>

/** Generates requests to an endpoint: valid ones with up to four mutations. */
export function mutatedRequests(
  endpoint: Endpoint,
  known: Known,
  headers: Record<string, string>,
): fc.Arbitrary<WireRequest> {
  const type = endpoint.streams ?? 'application/json'
  return fc
    .tuple(validRequests(endpoint, known), fc.array(mutation, { minLength: 1, maxLength: 4 }))
    .map(([values, mutations]) => {
      const draft: Draft = {
        values: endpoint.streams
          ? { ...values, body: formatOf(endpoint).parse(String(values.body)) }
          : structuredClone(values),
        headers: { ...headers, ...('body' in values && { 'content-type': type }) },
      }
      for (const mutate of mutations) mutate(draft)
      return write(endpoint, draft)
    })
    .filter(({ url }) => url.length <= longestUrl)
}

/** Finds every field of the params, the query and the body at any depth, as its container and key. */
function places(container: Container): [Container, string][] {
  return Object.keys(container).flatMap((key) => {
    const inner = container[key]
    const below = typeof inner === 'object' && inner !== null ? places(inner as Container) : []
    return [[container, key] as [Container, string], ...below]
  })
}

function atPlace(change: (holder: Container, key: string) => void): (at: number) => Mutation {
  return (at) => (draft) => {
    const all = places(draft.values as Container) // plain objects and arrays
    const [holder, key] = all[at % all.length] ?? []
    if (holder && key !== undefined) change(holder, key)
  }
}

/** Copies the value, since later mutations may change values inserted earlier. */
const assign = (holder: Container, key: string, value: unknown) =>
  Object.defineProperty(holder, key, {
    value: structuredClone(value),
    enumerable: true,
    configurable: true,
    writable: true,
  })
const isObject = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const at = fc.nat({ max: 1000 })
const value = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...hostileValues) }, fc.jsonValue())
const key = fc.constantFrom(...hostileKeys)

const replaced = fc
  .tuple(at, value)
  .map(([place, wrong]) => atPlace((holder, name) => void assign(holder, name, wrong))(place))
const removed = at.map(atPlace((holder, name) => void Reflect.deleteProperty(holder, name)))
const added = fc.tuple(at, key, value).map(([place, name, extra]) =>
  atPlace((holder, inside) => {
    const target = [holder[inside], holder].find(isObject)
    if (target) assign(target, name, extra)
  })(place),
)
const changed = (change: Partial<Omit<Draft, 'values' | 'headers'>>): Mutation => {
  return (draft) => void Object.assign(draft, change)
}
const otherHeader = fc.constantFrom(...hostileHeaders).map(([name, text]): Mutation => {
  return (draft) => void Object.assign(draft.headers, { [name]: text })
})
const otherMethod = fc
  .constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS')
  .map((method) => changed({ method }))
const otherSegment = fc
  .tuple(at, fc.constantFrom(...hostileSegments))
  .map(([place, text]) => changed({ segment: { at: place, text } }))
const otherQuery = fc.constantFrom(...hostileQueries).map((queryEnd) => changed({ queryEnd }))
const garbled = fc.constantFrom(...garblings).map((garble) => changed({ garble }))

const mutation = fc.oneof(
  { weight: 8, arbitrary: replaced },
  { weight: 2, arbitrary: removed },
  { weight: 2, arbitrary: added },
  { weight: 2, arbitrary: garbled },
  { weight: 2, arbitrary: otherHeader },
  { weight: 1, arbitrary: otherQuery },
  { weight: 1, arbitrary: otherSegment },
  { weight: 1, arbitrary: otherMethod },
)

function write(
  endpoint: Endpoint,
  { values, headers, method, segment, queryEnd, garble }: Draft,
): WireRequest {
  const { params, query, body } = values
  const path = endpoint.path
    .split('/')
    .map((part) => (part.startsWith(':') ? percentEncode(params?.[part.slice(1)]) : part))
  if (segment) path[1 + (segment.at % (path.length - 1))] = segment.text
  const pairs = formPairs(Object.entries(query ?? {}))
  if (queryEnd !== undefined) pairs.push(queryEnd)
  const text = formatOf(endpoint).write(body)
  return {
    method: method ?? endpoint.method,
    url: `/api${path.join('/')}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`,
    headers,
    ...((body !== undefined || garble) && { payload: garble ? garble(text) : text }),
  }
}

const formPairs = (fields: readonly (readonly [string, unknown])[]): string[] =>
  fields.flatMap(([name, one]) =>
    (Array.isArray(one) ? one : [one]).map((item) => `${percentEncode(name)}=${percentEncode(item)}`),
  )

/** Encodes a value for a URL. Encodes lone surrogates as bytes, as some clients do. */
function percentEncode(value: unknown): string {
  const text = typeof value === 'string' ? value : writeJson(value)
  return text
    .split(/([\ud800-\udfff])/u)
    .map((part, index) => (index % 2 ? '%ed%a0%80' : encodeURIComponent(part)))
    .join('')
}

const shownLength = 1500

/** Formats a request for the message of a failed test. */
export function describeRequest({ method, url, headers, payload }: WireRequest): string {
  const cut = (text: string) =>
    text.length > shownLength ? `${text.slice(0, shownLength)}… (${text.length})` : text
  return `${method} ${cut(url)}\n${cut(JSON.stringify(headers))}\n${cut(JSON.stringify(payload?.toString() ?? ''))}`
}
