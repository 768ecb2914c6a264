import { mostParamDepth, mostParamRows, type WebhookParam } from '@eot/contract/webhook-params'
import type { WebhookContentType } from '@eot/contract/webhook-shape'
import { isTooLarge, jsonValue } from '../rows/json-rows.ts'
import type { CurlCommand } from './curl-options.ts'
import type { ImportNote, ImportProblem } from './imported.ts'
import { fieldRows, rowsOfValue, textRow } from './imported-rows.ts'
import { encodedPair, splitAt } from './pairs.ts'
import { rowOfXml } from './xml-rows.ts'

interface CurlBody {
  ContentType: WebhookContentType
  rows: WebhookParam[]
  /** The pairs that go into the query instead, with -G. */
  query: string[]
  /** Whether curl would use POST by default. */
  isSent: boolean
}

type Headers = [name: string, value: string][]
type Given = CurlCommand['given']

/** Converts the body to rows. Its content type stays a header unless it is exactly that of the editor. */
export function curlBody(given: Given, headers: Headers, notes: ImportNote[]): CurlBody | ImportProblem {
  const form = given.filter(({ meaning }) => meaning === 'form' || meaning === 'formString')
  const data = given.filter(({ meaning }) => /^(data|rawData|encodedData|json)$/.test(meaning))
  const read = data.find(
    ({ meaning, value }) =>
      (/^(data|json)$/.test(meaning) && value.startsWith('@')) ||
      (meaning === 'encodedData' && /^[^=]*@/.test(value)),
  )
  if (read) return { problem: 'file', about: read.value }
  const nothing: CurlBody = { ContentType: 'none', rows: [], query: [], isSent: false }
  if (form.length > 0) return multipart(form)
  if (data.length === 0) return nothing
  const isJson = data.some(({ meaning }) => meaning === 'json')
  const text = data
    .map(({ meaning, value }) => (meaning === 'encodedData' ? encodedPair(value) : value))
    .join(isJson ? '' : '&')
  if (given.some(({ meaning }) => meaning === 'get')) return { ...nothing, query: [text] }
  if (isJson) {
    const has = (name: string) => headers.some(([header]) => header.toLowerCase() === name)
    if (!has('content-type')) headers.push(['Content-Type', 'application/json'])
    if (!has('accept')) headers.push(['Accept', 'application/json'])
  }
  return typed(text, headers, notes)
}

/** Parses the body according to the header; without one, curl sends a form. */
function typed(text: string, headers: Headers, notes: ImportNote[]): CurlBody | ImportProblem {
  const at = headers.findIndex(([name]) => name.toLowerCase() === 'content-type')
  const header = headers[at]?.[1] ?? 'application/x-www-form-urlencoded'
  const type = header.replace(/;.*$/s, '').trim().toLowerCase()
  const isExactly = (one: string) => {
    if (at >= 0 && header.toLowerCase() === one) headers.splice(at, 1)
  }
  const sent = { query: [], isSent: true }
  const value = jsonValue(text)
  const isJson = type === 'application/json' || type.endsWith('+json')
  const isAssumed = at < 0 && value !== undefined
  if (value !== undefined && (isJson || isAssumed)) {
    if (isTooLarge(value)) return { problem: 'tooMany' }
    if (isAssumed) notes.push({ note: 'assumedJson' })
    isExactly('application/json')
    return { ...sent, ContentType: 'application/json', rows: rowsOfValue(value) }
  }
  if (type === 'application/x-www-form-urlencoded') {
    isExactly(type)
    return { ...sent, ContentType: type, rows: fieldRows([...new URLSearchParams(text)]) }
  }
  if (type.endsWith('xml')) {
    const root = rowOfXml(text)
    if (root && isTooDeep(root)) return { problem: 'tooMany' }
    if (root) return { ...sent, ContentType: 'application/xml', rows: [root] }
    notes.push({ note: 'xmlAsText' })
  }
  isExactly('text/plain; charset=utf-8')
  return { ...sent, ContentType: 'text/plain', rows: [textRow('text', text)] }
}

/** Returns whether there are more or deeper rows than a request can have. */
function isTooDeep(root: WebhookParam): boolean {
  let count = 0
  let level = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length
    if (depth >= mostParamDepth || count > mostParamRows) return true
    level = level.flatMap(({ children = [], items = [] }) => [...children, ...items])
  }
  return false
}

function multipart(form: Given): CurlBody | ImportProblem {
  const fields: [string, string][] = []
  for (const { meaning, value } of form) {
    const [name, content] = splitAt(value, '=')
    if (meaning === 'form' && /^[@<]/.test(content)) return { problem: 'file', about: value }
    if (meaning === 'form' && /;\s*(type|filename|headers|encoder)=/.test(content))
      return { problem: 'formPart', about: value }
    const isQuoted = meaning === 'form' && /^"[\s\S]*"$/.test(content)
    fields.push([name, isQuoted ? content.slice(1, -1).replace(/\\(["\\])/g, '$1') : content])
  }
  return { ContentType: 'multipart/form-data', rows: fieldRows(fields), query: [], isSent: true }
}
