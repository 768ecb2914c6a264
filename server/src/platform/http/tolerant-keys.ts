import type { z } from 'zod'

type Schema = z.core.$ZodType

export interface Problem {
  path: string
  message: string
}

const deepest = 64

/**
 * Respells every key of `value` as in its schema if they differ only in the case of the first letter. Leaves unknown keys
 * unchanged, for the schema to reject.
 */
export function tolerateKeys(schema: Schema, value: unknown): { value: unknown; problems: Problem[] } {
  const problems: Problem[] = []
  return { value: respell(value, [schema], [], problems), problems }
}

function respell(value: unknown, schemas: Schema[], path: string[], problems: Problem[]): unknown {
  if (typeof value !== 'object' || value === null || schemas.length === 0) return value
  if (path.length > deepest) {
    problems.push({ path: path.join('.'), message: 'Nested too deeply' })
    return value
  }
  const structures = schemas.flatMap(unwrap)
  if (Array.isArray(value)) {
    const items = structures.flatMap((schema) => itemsOf(schema))
    return value.map((item, index) => respell(item, items, [...path, String(index)], problems))
  }
  return respellObject(value, structures, path, problems)
}

function respellObject(value: object, structures: Schema[], path: string[], problems: Problem[]): object {
  const fields = fieldsOf(structures)
  const entries = new Map<string, unknown>()
  for (const [key, inner] of Object.entries(value)) {
    const name = fields.known.has(key) ? key : knownOr(key, fields.known)
    const at = [...path, name]
    if (entries.has(name)) problems.push({ path: at.join('.'), message: 'Given twice' })
    else entries.set(name, respell(inner, fields.known.get(name) ?? fields.others, at, problems))
  }
  // Unlike assignment, this makes `__proto__` an ordinary key.
  return Object.fromEntries(entries)
}

function knownOr(key: string, known: ReadonlyMap<string, unknown>): string {
  const first = key.charAt(0)
  const flipped = (first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase()) + key.slice(1)
  return known.has(flipped) ? flipped : key
}

/** Returns the schemas inside wrappers such as optional, default, union and transformation. */
function unwrap(schema: Schema): Schema[] {
  const { def } = (schema as z.core.$ZodTypes)._zod // the union of all schema types, discriminated by `def.type`
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
      return unwrap(def.innerType)
    case 'pipe':
      return [...unwrap(def.in), ...unwrap(def.out)]
    case 'union':
      return def.options.flatMap(unwrap)
    case 'intersection':
      return [...unwrap(def.left), ...unwrap(def.right)]
    case 'lazy':
      return unwrap(def.getter())
    default:
      return [schema]
  }
}

function itemsOf(schema: Schema): Schema[] {
  const { def } = (schema as z.core.$ZodTypes)._zod // as above
  if (def.type === 'array') return [def.element]
  return def.type === 'tuple' ? [...def.items] : []
}

interface Fields {
  known: Map<string, Schema[]>
  /** The schemas for values of keys that are not listed, as in records. */
  others: Schema[]
}

function fieldsOf(structures: Schema[]): Fields {
  const fields: Fields = { known: new Map(), others: [] }
  const add = (name: string, schema: Schema) =>
    fields.known.set(name, [...(fields.known.get(name) ?? []), schema])
  for (const structure of structures) {
    const { def } = (structure as z.core.$ZodTypes)._zod // as above
    if (def.type === 'object') for (const [name, schema] of Object.entries(def.shape)) add(name, schema)
    if (def.type !== 'record') continue
    const names = def.keyType._zod.values
    if (names) for (const name of names) add(String(name), def.valueType)
    else fields.others.push(def.valueType)
  }
  return fields
}
