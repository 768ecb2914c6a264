import { mostParamDepth, mostParamRows, type WebhookParam } from '@eot/contract/webhook-params'
import { rootArrayKey } from '@eot/contract/webhook-shape'

/** Converts a JSON body, such as one from a receiver's documentation, to rows. undefined: it is not JSON. */
export function rowsOfJson(text: string): WebhookParam[] | undefined {
  const value = jsonValue(text)
  return value && rowsOf(value)
}

/** Parses an object or array. undefined: it is neither. */
export function jsonValue(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns whether it has more values or levels than a request can have rows. Works without recursion and stops early,
 * so that the input may have any size.
 */
export function isTooLarge(value: object): boolean {
  let count = 0
  let level: object[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= mostParamDepth) return true
    const next: object[] = []
    for (const one of level)
      for (const inner of Object.values(one)) {
        count += 1
        if (count > mostParamRows) return true
        if (typeof inner === 'object' && inner !== null) next.push(inner)
      }
    level = next
  }
  return false
}

export const rowsOf = (value: object): WebhookParam[] =>
  Array.isArray(value)
    ? [rowOf(rootArrayKey, value)]
    : Object.entries(value).map(([key, one]) => rowOf(key, one))

export function rowOf(key: string, value: unknown): WebhookParam {
  const base = { key, paramType: 'specified' as const, value: '' }
  if (Array.isArray(value))
    return { ...base, type: 'array', items: value.map((one, index) => rowOf(String(index), one)) }
  if (typeof value === 'object' && value !== null)
    return { ...base, type: 'object', children: Object.entries(value).map(([name, one]) => rowOf(name, one)) }
  if (typeof value === 'number' || typeof value === 'boolean')
    return { ...base, type: typeof value === 'number' ? 'number' : 'boolean', value: String(value) }
  return { ...base, type: 'string', value: value === null ? '' : String(value) }
}
