import type { WebhookParam } from './webhook-params.ts'
import { rootArrayKey, type WebhookContentType } from './webhook-shape.ts'
import { fillTemplate, onlyVariable, type VariableValues } from './webhook-variables.ts'

/** A leaf with its value inserted, as each content type writes it. */
export interface Leaf {
  type: 'string' | 'number' | 'boolean'
  /** Empty for a number without a value. */
  text: string
  /** A number whose variable has no value: `null` in JSON. */
  isNull: boolean
}

/** A body with all values inserted, before it is serialized in its content type. */
export type Filled =
  | { kind: 'leaf'; key: string; leaf: Leaf }
  | { kind: 'object'; key: string; fields: Filled[] }
  | { kind: 'array'; key: string; elements: Filled[] }

/** Returns a placeholder for a stored secret whose value is not known here, as in a preview. */
export type ShowSecret = (row: WebhookParam) => string

export function fillRow(row: WebhookParam, values: VariableValues, showSecret: ShowSecret): Filled {
  const { key, type } = row
  if (type === 'object')
    return {
      kind: 'object',
      key,
      fields: (row.children ?? []).map((child) => fillRow(child, values, showSecret)),
    }
  if (type === 'array')
    return {
      kind: 'array',
      key,
      elements: (row.items ?? []).map((item) => fillRow(item, values, showSecret)),
    }
  return { kind: 'leaf', key, leaf: fillLeaf(row, values, showSecret) }
}

export function fillLeaf(row: WebhookParam, values: VariableValues, showSecret: ShowSecret): Leaf {
  const value = row.value === '' && row.isSet ? showSecret(row) : row.value
  if (row.type === 'boolean') return { type: 'boolean', text: value, isNull: false }
  if (row.type === 'number') return numberLeaf(value, values)
  return { type: 'string', text: fillTemplate(value, values).toWellFormed(), isNull: false }
}

function numberLeaf(value: string, values: VariableValues): Leaf {
  const variable = onlyVariable(value)
  const text = variable === undefined ? value.trim() : String(values[variable] ?? '')
  return { type: 'number', text, isNull: text === '' }
}

/** Serializes a body in the content type of its request. undefined: it has none. */
export function writeBody(
  type: WebhookContentType,
  body: readonly Filled[],
  boundary: string,
): string | undefined {
  switch (type) {
    case 'none':
      return undefined
    case 'application/json':
      return json(body)
    case 'application/x-www-form-urlencoded':
      return formFields(body)
        .map(([key, value]) => `${formText(key)}=${formText(value)}`)
        .join('&')
    case 'multipart/form-data':
      return multipart(formFields(body), boundary)
    case 'application/xml':
      return `<?xml version="1.0" encoding="UTF-8"?>${body.map((row) => element(row)).join('')}`
    case 'text/plain':
      return body.map((row) => (row.kind === 'leaf' ? row.leaf.text : '')).join('')
  }
}

/** Written here rather than by `JSON.stringify` of an object, which would sort keys such as 2 and lose `__proto__`. */
function json(body: readonly Filled[]): string {
  const [only, ...others] = body
  if (only?.kind === 'array' && only.key === rootArrayKey && others.length === 0) return jsonValue(only)
  return jsonObject(body)
}

const jsonObject = (fields: readonly Filled[]): string =>
  `{${fields.map((field) => `${JSON.stringify(field.key)}:${jsonValue(field)}`).join(',')}}`

function jsonValue(row: Filled): string {
  if (row.kind === 'object') return jsonObject(row.fields)
  if (row.kind === 'array') return `[${row.elements.map(jsonValue).join(',')}]`
  const { type, text, isNull } = row.leaf
  if (type === 'string') return JSON.stringify(text)
  return isNull ? 'null' : type === 'number' ? jsonNumber(text) : text
}

/** Keeps the entered form if it is valid JSON, such as 21.50 or a number with many digits. */
const jsonNumber = (text: string): string =>
  /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? text : String(Number(text))

/** Writes objects as `a[b]`, as many frameworks read them, and arrays as repeated fields. */
function formFields(body: readonly Filled[]): [key: string, value: string][] {
  const fields = (row: Filled, key: string): [string, string][] => {
    if (row.kind === 'leaf') return [[key, row.leaf.text]]
    if (row.kind === 'object') return row.fields.flatMap((field) => fields(field, `${key}[${field.key}]`))
    return row.elements.flatMap((item, index) =>
      fields(item, item.kind === 'leaf' ? key : `${key}[${index}]`),
    )
  }
  return body.flatMap((row) => fields(row, row.key.toWellFormed()))
}

const formText = (text: string): string => encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+')

/** Writes forms like browsers (WHATWG). Lengthens the boundary until no part contains it. */
function multipart(fields: readonly [string, string][], boundary: string): string {
  const name = (key: string) => key.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
  const parts = fields.map(
    ([key, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name(key)}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--${boundary}--\r\n`
}

/** Returns a boundary that occurs in none of the texts. */
export function freeBoundary(body: readonly Filled[], wanted: string): string {
  const texts = formFields(body).flat()
  let boundary = wanted
  while (texts.some((text) => text.includes(boundary))) boundary += 'x'
  return boundary
}

function element(row: Filled, name = row.key): string {
  if (row.kind === 'array') return row.elements.map((item) => element(item, name)).join('')
  if (row.kind === 'leaf') return `<${name}>${xmlText(row.leaf.text)}</${name}>`
  const attributes = row.fields.flatMap((field) =>
    field.kind === 'leaf' && field.key.startsWith('@')
      ? ` ${field.key.slice(1)}="${xmlAttribute(field.leaf.text)}"`
      : [],
  )
  const content = row.fields
    .filter(({ key }) => !key.startsWith('@'))
    .map((field) =>
      field.kind === 'leaf' && field.key === '#text' ? xmlText(field.leaf.text) : element(field),
    )
  return `<${name}${attributes.join('')}>${content.join('')}</${name}>`
}

/** Characters that XML 1.0 does not have at all, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML does not have
const notInXml = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

// Parsers would read a carriage return as a line feed.
const xmlText = (text: string): string =>
  text
    .replace(notInXml, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')

const xmlAttribute = (text: string): string =>
  xmlText(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
