import { noParams } from '@eot/contract/webhook-params'
import type { WebhookTemplate } from '@eot/contract/webhook-shape'
import { expect, test } from 'vitest'
import { countIn, requestProblems, rowNumber } from './problems.ts'

const template: WebhookTemplate = {
  ...noParams(),
  Url: 'https://example.org/{room}',
  Method: 'POST',
  ContentType: 'application/json',
  Body: [
    { key: '', paramType: '', type: '', value: '' },
    {
      key: 'incident',
      paramType: 'specified',
      type: 'object',
      value: '',
      children: [{ key: 'value', paramType: 'specified', type: 'number', value: 'many' }],
    },
  ],
}

test('each field has its message, in the words of the specification', () => {
  const problems = requestProblems(template)
  expect(Object.fromEntries(problems)).toEqual({
    'Body.0.key': 'Please enter a key',
    'Body.0.paramType': 'Please select a paramType',
    'Body.0.type': 'Please select a type',
    'Body.1.children.0.value': 'Please enter a numeric value',
    Url: 'Please add a URL variable with the key room',
  })
  expect([countIn(problems, 'Body'), countIn(problems, 'Headers')]).toEqual([4, 0])
})

test.each([
  ['Body.1.children.0.value', '2.1'],
  ['Headers.0.key', '1'],
  ['Url', ''],
])('the row of %s is row %s', (path, wanted) => {
  expect(rowNumber(path)).toBe(wanted)
})
