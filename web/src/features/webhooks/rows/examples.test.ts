import { emptyAuth } from '@eot/contract/webhook-auth'
import { noParams, type ParamParts, type WebhookParam } from '@eot/contract/webhook-params'
import { renderRequest } from '@eot/contract/webhook-render'
import { type VariableValues, webhookVariables } from '@eot/contract/webhook-variables'
import { expect, test } from 'vitest'
import { countConfigRows, exampleParams } from './examples.ts'

const config = (key: string, type: WebhookParam['type'], more: object = {}): WebhookParam => ({
  key,
  paramType: 'config',
  type,
  value: '',
  ...more,
})
const request: ParamParts = {
  ...noParams(),
  Headers: [config('X-Room', 'string')],
  Body: [
    config('priority', 'number'),
    { ...config('incident', 'object'), paramType: 'specified', children: [config('loud', 'boolean')] },
    config('watchers', 'array', { items: [config('0', 'object', { children: [config('name', 'string')] })] }),
    config('tags', 'array'),
  ],
  Auth: [{ ...emptyAuth('Bearer'), paramType: 'config', auth: [config('token', 'string')] }],
}
const values = Object.fromEntries(webhookVariables.map(({ name }) => [name, 'x'])) as VariableValues // every name

test('with examples, a request with rows for each event can be rendered', () => {
  const rendered = renderRequest(
    { Url: 'https://example.org/', Method: 'POST', ContentType: 'application/json', ...request },
    exampleParams(request, noParams()),
    values,
    { boundary: 'b' },
  )
  expect(rendered).toMatchObject({
    body: '{"priority":1,"incident":{"loud":true},"watchers":[{"name":"example"}],"tags":["example"]}',
    authorization: { scheme: 'Bearer', fields: { token: 'example' } },
  })
})

test('entered values are kept', () => {
  const given = { ...noParams(), Body: [config('priority', 'number', { value: '7' })] }
  expect(exampleParams(request, given).Body[0]?.value).toBe('7')
})

test('a row that each event fills in counts once, including the rows within it', () => {
  expect(countConfigRows(request)).toBe(6)
})
