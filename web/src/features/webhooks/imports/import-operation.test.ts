import { noParams } from '@eot/contract/webhook-params'
import { renderRequest } from '@eot/contract/webhook-render'
import { expect, test } from 'vitest'
import { alertValues } from '../../../../test/webhook-samples.ts'
import { importOperation } from './import-operation.ts'
import { readOpenApi } from './open-api.ts'

const json = (schema: object, more: object = {}) => ({
  content: { 'application/json': { schema, ...more } },
})
const description = (operation: object, more: object = {}, version = '3.1.0') =>
  JSON.stringify({
    openapi: version,
    servers: [{ url: 'https://{region}.desk.example/v1/', variables: { region: { default: 'eu' } } }],
    paths: { '/tickets': { post: { summary: 'Add a ticket', ...operation } } },
    ...more,
  })
function importFirst(text: string) {
  const api = readOpenApi(text)
  if ('problem' in api) return api
  const [operation] = api.operations
  return operation ? importOperation(api.root, operation) : { problem: 'noOperation' as const }
}
function imported(text: string) {
  const result = importFirst(text)
  if ('problem' in result) throw new Error(`${result.problem}: ${result.about}`)
  return result
}
const bodySent = (text: string) => {
  const { request } = imported(text)
  const sent = renderRequest(request, noParams(), alertValues, { boundary: 'part' })
  return 'failure' in sent ? sent.failure : sent.body
}

test('the operations of a description are listed', () => {
  const text = JSON.stringify({
    openapi: '3.0.3',
    paths: { '/a': { get: {}, post: { operationId: 'addA' }, trace: {} }, '/b': { $ref: '#/x/shared' } },
    x: { shared: { put: { summary: 'Put b' } } },
  })
  const api = readOpenApi(text)
  if ('problem' in api) throw new Error(api.problem)
  expect(api.operations.map(({ method, path, summary }) => [method, path, summary])).toEqual([
    ['GET', '/a', ''],
    ['POST', '/a', 'addA'],
    ['PUT', '/b', 'Put b'],
  ])
})

test.each([
  ['the example of the content', json({}, { example: { a: 1 } }), '{"a":1}'],
  ['the first of its examples', json({}, { examples: { one: { value: { a: 'x' } } } }), '{"a":"x"}'],
  [
    'examples of properties',
    json({
      type: 'object',
      properties: {
        title: { type: 'string', example: 'Vape' },
        level: { type: 'integer', default: 3 },
        state: { type: ['null', 'string'], enum: ['open', 'closed'] },
        kind: { const: 'alert' },
        id: { type: 'string', readOnly: true, example: 'x' },
        tags: { type: 'array', items: { type: 'string', examples: ['a'] } },
      },
    }),
    '{"title":"Vape","level":3,"state":"open","kind":"alert","tags":["a"]}',
  ],
  [
    'all schemas of which it consists, and the first of which it can be',
    json({
      allOf: [
        { properties: { a: { example: 1 } } },
        { oneOf: [{ type: 'null' }, { properties: { b: { example: true } } }] },
      ],
      properties: { c: { example: 'x' } },
    }),
    '{"a":1,"b":true,"c":"x"}',
  ],
  ['an array', json({ type: 'array', items: { type: 'number', example: 1 } }), '[1]'],
  [
    'a form',
    { content: { 'application/x-www-form-urlencoded': { schema: { properties: { a: { example: 'b' } } } } } },
    'a=b',
  ],
  ['text', { content: { 'text/plain': { example: 'hello' } } }, 'hello'],
  [
    'XML',
    {
      content: {
        'application/xml': { schema: { xml: { name: 'alert' }, properties: { a: { example: 'b' } } } },
      },
    },
    '<?xml version="1.0" encoding="UTF-8"?><alert><a>b</a></alert>',
  ],
])('a body is filled from %s', (_what, requestBody, body) => {
  expect(bodySent(description({ requestBody }))).toBe(body)
})

test('rows without an example have their type and must be filled in', () => {
  const schema = { type: 'object', properties: { level: { type: 'number' }, is: { type: 'boolean' } } }
  const { request } = imported(description({ requestBody: json(schema) }, {}, '3.0.0'))
  expect(request.Body.map(({ key, type, value }) => [key, type, value])).toEqual([
    ['level', 'number', ''],
    ['is', 'boolean', ''],
  ])
})

test('address, parameters and authorization', () => {
  const { name, notes, request } = imported(
    JSON.stringify({
      openapi: '3.0.0',
      servers: [{ url: 'https://desk.example/v1' }],
      paths: {
        '/rooms/{room}/tickets': {
          parameters: [
            { name: 'room', in: 'path', required: true, schema: { type: 'string' }, example: 'A' },
          ],
          post: {
            parameters: [
              { name: 'notify', in: 'query', required: true, schema: { type: 'boolean', default: true } },
              { name: 'page', in: 'query', schema: { type: 'integer' } },
              { name: 'X-Team', in: 'header', required: true, example: 'safety' },
            ],
            security: [{ key: [] }],
          },
        },
      },
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } } },
    }),
  )
  expect(name).toBe('POST /rooms/{room}/tickets')
  expect(notes).toEqual([])
  const [auth] = request.Auth
  const entered = auth?.auth?.map((field) => (field.key === 'value' ? { ...field, value: 'k' } : field)) ?? []
  const filled = { ...request, Auth: auth ? [{ ...auth, auth: entered }] : [] }
  expect(renderRequest(filled, noParams(), alertValues, { boundary: 'part' })).toEqual({
    method: 'POST',
    url: 'https://desk.example/v1/rooms/A/tickets?notify=true',
    headers: [['X-Team', 'safety']],
    body: undefined,
    authorization: { scheme: 'Header', fields: { name: 'X-Api-Key', value: 'k' } },
  })
})

test.each([
  [{ type: 'http', scheme: 'basic' }, 'Basic'],
  [{ type: 'http', scheme: 'bearer' }, 'Bearer'],
  [{ type: 'openIdConnect' }, 'Bearer'],
  [{ type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://a.example/token' } } }, 'OAuth2'],
])('the scheme %o becomes %s', (scheme, wanted) => {
  const { request } = imported(
    description({ security: [{ it: ['write'] }] }, { components: { securitySchemes: { it: scheme } } }),
  )
  expect(request.Auth[0]?.value).toBe(wanted)
})

test('a schema that contains itself is followed once', () => {
  const node = { properties: { name: { example: 'n' }, next: { $ref: '#/components/schemas/Node' } } }
  const { notes, request } = imported(
    description(
      { requestBody: json({ $ref: '#/components/schemas/Node' }) },
      { components: { schemas: { Node: node } } },
    ),
  )
  expect(notes).toEqual([{ note: 'cycle', about: '#/components/schemas/Node' }])
  expect(request.Body.map(({ key, type }) => [key, type])).toEqual([
    ['name', 'string'],
    ['next', 'string'],
  ])
  const all = { allOf: [{ $ref: '#/components/schemas/Self' }], properties: { a: { example: 1 } } }
  expect(
    bodySent(
      description(
        { requestBody: json({ $ref: '#/components/schemas/Self' }) },
        { components: { schemas: { Self: all } } },
      ),
    ),
  ).toBe('{"a":1}')
})

test('if there are too many fields, only the required ones are imported', () => {
  const names = Array.from({ length: 600 }, (_, n) => `f${n}`)
  const schema = {
    required: ['f7'],
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  }
  expect(imported(description({ requestBody: json(schema) })).request.Body.map(({ key }) => key)).toEqual([
    'f7',
  ])
  const all = { ...schema, required: names }
  expect(importFirst(description({ requestBody: json(all) }))).toEqual({ problem: 'tooMany' })
})

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

test.each([
  ['no JSON', 'openapi: 3.0.0', 'notJson', undefined],
  ['an older version', '{"swagger":"2.0"}', 'notOpenApi', '2.0'],
  ['other JSON', '[1]', 'notOpenApi', '?'],
  ['nothing to send', '{"openapi":"3.0.0","paths":{}}', 'noOperation', undefined],
  ['more than 1,000 levels', nested(1001), 'tooDeep', undefined],
  ['100,000 levels', nested(100_000), 'tooDeep', undefined],
  ['more than a million characters', ' '.repeat(1_000_001), 'tooLong', undefined],
  [
    'a reference to another file',
    description({ requestBody: { $ref: 'other.json#/a' } }),
    'reference',
    'other.json#/a',
  ],
  ['a reference to nothing', description({ requestBody: { $ref: '#/no/such' } }), 'reference', '#/no/such'],
  [
    'a circle of references',
    description({ requestBody: { $ref: '#/x/a' } }, { x: { a: { $ref: '#/x/b' }, b: { $ref: '#/x/a' } } }),
    'reference',
    '#/x/a',
  ],
  [
    'files',
    description({ requestBody: { content: { 'application/octet-stream': {} } } }),
    'contentType',
    'application/octet-stream',
  ],
])('%s is refused', (_what, text, problem, about) => {
  expect(importFirst(text)).toEqual({ problem, ...(about !== undefined && { about }) })
})

test('1,000 levels are read', () => {
  const text = description(
    { requestBody: json({ example: { a: 1 } }) },
    { 'x-deep': JSON.parse(nested(990)) },
  )
  expect(bodySent(text)).toBe('{"a":1}')
})

test('an unknown address is left for the user to complete', () => {
  const { notes, request } = imported(description({}, { servers: [{ url: '/v1' }] }))
  expect(notes).toEqual([{ note: 'noServer' }])
  expect(request.Url).toBe('https:///tickets')
})
