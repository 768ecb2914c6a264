import { WebhookParam, type WebhookParamInput } from '@eot/contract/webhook-params'
import { expect, test } from 'vitest'
import { rowsText } from './rows-text.ts'

const row = (fields: WebhookParamInput) => WebhookParam.parse(fields)
const text = { key: 'text', paramType: 'specified', type: 'string', value: '{{alert.type}}' } as const
const floor = { key: 'floor', paramType: 'config', type: 'number', value: '2' } as const

test.each([
  [[], null],
  [[text], 'text = {{alert.type}}'],
  [[text, floor], 'text = {{alert.type}}, floor = 2 (number, config)'],
  [[{ ...floor, value: '' }], 'floor = (number, config)'],
  [
    [{ key: 'place', paramType: 'specified', type: 'object', children: [floor, text] }],
    'place = (object), place.floor = 2 (number, config), place.text = {{alert.type}}',
  ],
  [[{ ...text, secret: true, isSet: true, value: '' }], 'text = •••••• (secret)'],
] satisfies [WebhookParamInput[], string | null][])('the rows %j are shown as %j', (rows, shown) => {
  expect(rowsText(rows.map(row))).toBe(shown)
})

test.each([
  [{ type: 'number' }],
  [{ paramType: 'config' }],
  [{ value: 'other' }],
  [{ key: 'other' }],
  [{ secret: true }],
] satisfies [WebhookParamInput][])('the change %j of a row shows', (change) => {
  expect(rowsText([row({ ...text, ...change })])).not.toBe(rowsText([row(text)]))
})
