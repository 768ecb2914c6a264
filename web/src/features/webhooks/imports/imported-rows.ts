import type { WebhookParam } from '@eot/contract/webhook-params'
import { isVariable } from '@eot/contract/webhook-variables'
import { rowOf, rowsOf } from '../rows/json-rows.ts'

/** Converts a text to a value: variables of the portal stay, and other braces are text. */
export const asTemplate = (text: string): string =>
  text.replace(/\\?\{\{(?:\s*([^{}\s]*)\s*\}\})?/g, (whole, name: string | undefined) => {
    if (whole.startsWith('\\')) return whole
    return name !== undefined && isVariable(name) ? whole : `\\${whole}`
  })

export const textRow = (key: string, value: string): WebhookParam => ({
  key,
  paramType: 'specified',
  type: 'string',
  value: asTemplate(value),
})

/** Converts the fields of a form to rows. A repeated field becomes an array. */
export function fieldRows(fields: readonly [name: string, value: string][]): WebhookParam[] {
  const values = Map.groupBy(fields, ([name]) => name)
  return [...values].map(([name, found]) => {
    const [first] = found
    if (first && found.length === 1) return textRow(name, first[1])
    const items = found.map(([, value], index) => textRow(String(index), value))
    return { key: name, paramType: 'specified', type: 'array', value: '', items }
  })
}

/** Converts a parsed JSON body to rows. */
export const rowsOfValue = (value: object): WebhookParam[] => rowsOf(value).map(withTemplates)

export const valueRow = (key: string, value: unknown): WebhookParam => withTemplates(rowOf(key, value))

const withTemplates = ({ children, items, ...row }: WebhookParam): WebhookParam => ({
  ...row,
  value: asTemplate(row.value),
  ...(children && { children: children.map(withTemplates) }),
  ...(items && { items: items.map(withTemplates) }),
})
