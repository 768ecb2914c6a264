import { nestedLists, type WebhookParam } from '@eot/contract/webhook-params'
import { mask } from './masked-texts.ts'

/**
 * Returns rows as the history shows them: `text = {{alert.type}}, place.floor = 2 (number)`. Secrets are masked. null: there
 * are none.
 */
export function rowsText(rows: readonly WebhookParam[]): string | null {
  const texts = rows.flatMap((row) => textsOf(row, ''))
  return texts.length === 0 ? null : texts.join(', ')
}

function textsOf(row: WebhookParam, above: string): string[] {
  const path = `${above}${row.key}`
  const marks = [
    ...(row.type === 'string' ? [] : [row.type]),
    ...(row.paramType === 'config' ? ['config'] : []),
    ...(row.secret ? ['secret'] : []),
  ].filter((mark) => mark !== '')
  const value = row.isSet ? mask : row.value
  const own = `${path} = ${value}${marks.length > 0 ? `${value && ' '}(${marks.join(', ')})` : ''}`
  const nested = nestedLists.flatMap((list) => row[list] ?? [])
  return [own.trimEnd(), ...nested.flatMap((inner) => textsOf(inner, `${path}.`))]
}
