import type { WebhookParam } from '@eot/contract/webhook-params'
import { rootArrayKey } from '@eot/contract/webhook-shape'

/** The rows of a JSON body, such as one copied from the documentation of a receiver. undefined: it is not JSON. */
export function rowsOfJson(text: string): WebhookParam[] | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (Array.isArray(value)) return [rowOf(rootArrayKey, value)]
  if (typeof value !== 'object' || value === null) return undefined
  return Object.entries(value).map(([key, one]) => rowOf(key, one))
}

function rowOf(key: string, value: unknown): WebhookParam {
  const base = { key, paramType: 'specified' as const, value: '' }
  if (Array.isArray(value))
    return { ...base, type: 'array', items: value.map((one, index) => rowOf(String(index), one)) }
  if (typeof value === 'object' && value !== null)
    return { ...base, type: 'object', children: Object.entries(value).map(([name, one]) => rowOf(name, one)) }
  if (typeof value === 'number' || typeof value === 'boolean')
    return { ...base, type: typeof value === 'number' ? 'number' : 'boolean', value: String(value) }
  return { ...base, type: 'string', value: value === null ? '' : String(value) }
}
