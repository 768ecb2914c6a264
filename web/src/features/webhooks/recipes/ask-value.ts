import type { WebhookTemplate } from '@eot/contract/webhook-shape'
import { changeRow, type RowPath } from '../rows/rows.ts'
import type { Ask } from './recipe.ts'

/** Returns the value entered for a question of a recipe. */
export function askedValue({ at, before = '' }: Ask, request: WebhookTemplate): string {
  if (at === 'Url') return request.Url === 'https://' ? '' : request.Url
  const value = valueAt(request[at.part], at.row)
  return value.startsWith(before) ? value.slice(before.length) : value
}

function valueAt(rows: WebhookTemplate['Body'], [index, name, ...rest]: RowPath): string {
  const row = typeof index === 'number' ? rows[index] : undefined
  if (typeof name !== 'string') return row?.value ?? ''
  return valueAt(row?.[name] ?? [], rest)
}

/** Puts the entered value into its place, without the surrounding spaces that copying may add. */
export function withAsked(
  { at, before = '' }: Ask,
  request: WebhookTemplate,
  entered: string,
): Partial<WebhookTemplate> {
  const value = entered.trim()
  if (at === 'Url') return { Url: value }
  const rows = changeRow(request[at.part], at.row, (row) => ({
    ...row,
    value: value === '' ? '' : `${before}${value}`,
  }))
  return { [at.part]: rows }
}
