import { mostParamDepth, mostParamRows, type RowType, type WebhookParam } from '@eot/contract/webhook-params'
import { isTooLarge } from '../rows/json-rows.ts'
import type { ImportNote } from './imported.ts'
import { valueRow } from './imported-rows.ts'
import { asList, asObject, asText, ImportRefused, type Json, resolve } from './open-api.ts'

export interface SchemaOptions {
  root: Json
  notes: ImportNote[]
  /** Leaves out optional fields. */
  onlyRequired: boolean
}

/**
 * Converts schemas to rows: their examples if there are any, otherwise rows of their types to be filled in. A schema
 * that contains itself is followed once.
 */
export function schemaReader({ root, notes, onlyRequired }: SchemaOptions) {
  let count = 0

  function row(key: string, given: unknown, above: readonly string[] = [], depth = 0): WebhookParam {
    count += 1
    if (count > mostParamRows || depth > mostParamDepth) throw new ImportRefused({ problem: 'tooMany' })
    const within = [...above]
    let isCycle = false
    const own = resolve(root, given, (name) => {
      if (above.includes(name)) isCycle = true
      within.push(name)
    })
    if (isCycle) {
      if (!notes.some(({ note }) => note === 'cycle'))
        notes.push({ note: 'cycle', about: within.at(-1) ?? '' })
      return { key, paramType: 'specified', type: 'string', value: '' }
    }
    const schema = merged(own, within)
    const example = exampleOf(schema)
    if (example !== undefined) return exampleRow(key, example)
    const base = { key, paramType: 'specified' as const, value: '' }
    const type = typeOf(schema)
    if (type === 'array')
      return { ...base, type, items: [row('0', asObject(schema.items), within, depth + 1)] }
    if (type !== 'object') return { ...base, type }
    const required = asList(schema.required)
    const children = Object.entries(asObject(schema.properties))
      .filter(([name, property]) => {
        const isReadOnly = asObject(property).readOnly === true
        return !isReadOnly && (!onlyRequired || required.includes(name))
      })
      .map(([name, property]) => row(name, property, within, depth + 1))
    return { ...base, type, children }
  }

  /** Merges the fields of all schemas in `allOf`, and of the first alternative in `oneOf` or `anyOf`. */
  function merged(schema: Json, within: string[]): Json {
    const first = [...asList(schema.oneOf), ...asList(schema.anyOf)].find(
      (one) => asObject(one).type !== 'null',
    )
    const parts = [...asList(schema.allOf), ...(first === undefined ? [] : [first])]
    const all = [...parts.map((given) => followed(given, within)), schema]
    return {
      ...Object.fromEntries(all.flatMap((part) => Object.entries(part))),
      properties: Object.fromEntries(all.flatMap(({ properties }) => Object.entries(asObject(properties)))),
      required: all.flatMap(({ required }) => asList(required)),
    }
  }

  /** Converts a part of a schema. Returns nothing if the schema contains itself. */
  function followed(given: unknown, within: string[]): Json {
    let isCycle = false
    const part = resolve(root, given, (name) => {
      if (within.includes(name)) isCycle = true
      within.push(name)
    })
    return isCycle ? {} : merged(part, within)
  }

  return row
}

export function exampleRow(key: string, example: unknown): WebhookParam {
  if (typeof example === 'object' && example !== null && isTooLarge(example))
    throw new ImportRefused({ problem: 'tooMany' })
  return valueRow(key, example)
}

function exampleOf(schema: Json): unknown {
  const [first] = asList(schema.examples)
  const [listed] = asList(schema.enum)
  return [schema.example, first, schema.const, schema.default, listed].find(
    (one) => one !== undefined && one !== null,
  )
}

function typeOf(schema: Json): RowType {
  const types = Array.isArray(schema.type) ? asList(schema.type).map(asText) : [asText(schema.type)]
  const type = types.find((one) => one !== 'null') ?? ''
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'boolean' || type === 'array' || type === 'object') return type
  return type === '' && Object.keys(asObject(schema.properties)).length > 0 ? 'object' : 'string'
}
