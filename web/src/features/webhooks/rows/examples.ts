import { eventParams, nested } from '@eot/contract/webhook-merge'
import {
  type ParamParts,
  paramParts,
  type WebhookParam,
  type WebhookParams,
} from '@eot/contract/webhook-params'

type Rows = readonly WebhookParam[]

const examples: Readonly<Record<string, string>> = { string: 'example', number: '1', boolean: 'true' }

/** Makes up a value for a row that each event fills in, so that a request can be previewed and tested without an event. */
function exampleOf(row: WebhookParam): WebhookParam {
  const { key, type } = row
  const base = { key, paramType: 'config' as const, type, value: '' }
  if (type === 'object') return { ...base, children: (row.children ?? []).map(exampleOf) }
  if (type === 'authorization') return { ...base, value: row.value, auth: (row.auth ?? []).map(exampleOf) }
  if (type !== 'array')
    return {
      ...base,
      value: row.value || (row.isSet ? '' : (examples[type] ?? '')),
      ...(row.isSet && { isSet: true }),
    }
  const [pattern = { ...base, type: 'string' as const }] = row.items ?? []
  return { ...base, items: [exampleOf({ ...pattern, key: '0', value: '' })] }
}

/** Fills in empty values. */
function completed(template: Rows, given: Rows): WebhookParam[] {
  return given.map((row) => {
    const pattern = template.find(({ key }) => key === row.key)
    if (row.paramType !== 'config')
      return { ...row, ...nested(row, (list, name) => completed(pattern?.[name] ?? [], list)) }
    const example = exampleOf(pattern ?? row)
    if (row.type === 'array') return row.items?.length ? row : { ...row, ...example }
    if (row.type === 'object' || row.type === 'authorization')
      return { ...row, ...nested(row, (list, name) => completed(pattern?.[name] ?? [], list)) }
    return row.value === '' && !row.isSet ? { ...row, ...example } : row
  })
}

/** Returns params for the config rows of a request: the entered values, and examples for the rest. */
export function exampleParams(request: ParamParts, given: WebhookParams): WebhookParams {
  const complete = eventParams(request, given)
  return Object.fromEntries(
    paramParts.map((part) => [part, completed(request[part], complete[part])]),
  ) as WebhookParams // every part
}

/** Counts the rows that each event fills in. */
export function countConfigRows(request: ParamParts): number {
  const count = (rows: Rows): number =>
    rows.reduce((sum, row) => {
      if (row.paramType === 'config') return sum + 1
      return sum + count([...(row.children ?? []), ...(row.items ?? []), ...(row.auth ?? [])])
    }, 0)
  return paramParts.reduce((sum, part) => sum + count(request[part]), 0)
}
