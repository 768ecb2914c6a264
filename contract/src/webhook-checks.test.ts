import { expect, test } from 'vitest'
import { emptyAuth } from './webhook-auth.ts'
import { checkEventParams, checkRequestParams, paramTexts, problemPath } from './webhook-checks.ts'
import { eventParams } from './webhook-merge.ts'
import { noParams, type WebhookParam } from './webhook-params.ts'

const row = (change: Partial<WebhookParam> = {}): WebhookParam => ({
  key: 'room',
  paramType: 'specified',
  type: 'string',
  value: 'x',
  ...change,
})
const checked = (...Body: WebhookParam[]) =>
  checkRequestParams({ ...noParams(), Body }).map((problem) => [problemPath(problem), problem.message])

test.each([
  [{ key: '' }, 'key', 'Please enter a key'],
  [{ paramType: '' as const }, 'paramType', 'Please select a paramType'],
  [{ type: '' as const }, 'type', 'Please select a type'],
  [{ value: '' }, 'value', 'Please enter a value'],
  [{ type: 'array' as const, value: '' }, 'value', 'Please enter a value'],
  [{ type: 'number' as const, value: '' }, 'value', 'Please enter a value'],
  [{ type: 'number' as const, value: 'many' }, 'value', 'Please enter a numeric value'],
  [{ type: 'number' as const, value: '{{device.name}}' }, 'value', 'Please enter a numeric value'],
  [{ type: 'number' as const, value: '1e999' }, 'value', 'Please enter a numeric value'],
  [{ type: 'boolean' as const, value: 'yes' }, 'value', 'Please select true or false'],
  [{ value: '{{device.color}}' }, 'value', 'Unknown variable: device.color'],
  [{ value: '{{device.name' }, 'value', 'Unknown variable: '],
  [{ value: '{{  }}' }, 'value', 'Unknown variable: '],
  [{ value: '{{device.name device.mac}}' }, 'value', 'Unknown variable: '],
  [{ type: 'authorization' as const }, 'type', 'Please select a type'],
])('the request row %o has a problem in its %s', (change, field, message) => {
  expect(checked(row(change))).toEqual([[`Body.0.${field}`, message]])
})

test.each([
  [{ type: 'object' as const, value: '' }],
  [{ type: 'number' as const, value: '-2.5' }],
  [{ type: 'number' as const, value: '{{alert.value}}' }],
  [{ type: 'boolean' as const, value: 'false' }],
  [{ paramType: 'config' as const, value: '' }],
  [{ value: '', isSet: true }],
  [{ value: '\\{{device.color}}' }],
  [{ value: '{{  device.name }} in {{site.name}}' }],
  [{ type: 'number' as const, value: '1.' }],
  [{ type: 'number' as const, value: '.5e3' }],
])('the request row %o is valid', (change) => {
  expect(checked(row(change))).toEqual([])
})

test('an empty row has all three problems at once', () => {
  expect(checked(row({ key: '', paramType: '', type: '', value: '' }))).toEqual([
    ['Body.0.key', paramTexts.key],
    ['Body.0.paramType', paramTexts.paramType],
    ['Body.0.type', paramTexts.type],
  ])
})

test('rows are checked through children, items and auth', () => {
  const inner = row({ type: 'object', value: '', children: [row(), row({ key: 'when', value: '' })] })
  const list = row({
    key: 'list',
    type: 'array',
    value: '',
    items: [row({ key: '0' }), row({ key: '', value: '' })],
  })
  expect(checked(row({ key: 'all', type: 'object', value: '', children: [inner, list] }))).toEqual([
    ['Body.0.children.0.children.1.value', paramTexts.value],
    ['Body.0.children.1.items.1.key', paramTexts.key],
    ['Body.0.children.1.items.1.value', paramTexts.value],
  ])
  const Auth = [emptyAuth('Basic')]
  expect(checkRequestParams({ ...noParams(), Auth }).map(problemPath)).toEqual([
    'Auth.0.auth.0.value',
    'Auth.0.auth.1.value',
  ])
})

test('an authorization has the rows of its scheme', () => {
  const messages = (change: Partial<WebhookParam>) =>
    checkRequestParams({ ...noParams(), Auth: [{ ...emptyAuth('Bearer'), ...change }] }).map(
      ({ message }) => message,
    )
  expect(messages({ auth: [] })).toEqual(['Please enter a value (token)'])
  expect(messages({ value: 'Kerberos' })).toContain(paramTexts.value)
})

test('each key is used once among its neighbors, in headers whatever its case', () => {
  expect(checked(row(), row())).toEqual([['Body.1.key', 'Please use each key once']])
  expect(checked(row(), row({ key: 'Room' }))).toEqual([])
  const Headers = [row({ key: 'X-Room' }), row({ key: 'x-room' })]
  expect(checkRequestParams({ ...noParams(), Headers })).toMatchObject([{ field: 'key' }])
})

test('more than 500 rows, and rows nested more than 20 levels, are refused', () => {
  const many = Array.from({ length: 501 }, (_, n) => row({ key: `k${n}` }))
  expect(checked(...many)).toEqual([['Body.500.key', 'Please use at most 500 rows']])
  let deep = row()
  for (let level = 0; level < 1000; level++) deep = row({ type: 'object', value: '', children: [deep] })
  expect(checked(deep).map(([, message]) => message)).toEqual(['Nested too deeply'])
})

const config = (change: Partial<WebhookParam> = {}) => row({ paramType: 'config', value: '', ...change })
const given = (request: WebhookParam[], event: WebhookParam[]) =>
  checkEventParams(eventParams({ ...noParams(), Body: request }, { ...noParams(), Body: event }))

test.each([
  ['boolean', 'maybe', 'Please select true or false'],
  ['string', '', 'Please enter a value'],
  ['number', 'many', 'Please enter a numeric value'],
] as const)('a %s param of an event with the value "%s" has a problem', (type, value, message) => {
  expect(given([config({ type })], [row({ type, value })])).toMatchObject([{ field: 'value', message }])
})

test('a param that the event does not have is missing, unless the request has a value for it', () => {
  expect(given([config()], [])).toMatchObject([{ message: paramTexts.value }])
  expect(given([config({ value: 'usual' })], [])).toEqual([])
})

test('elements of an array are checked by the type in the request, with the index in the problem', () => {
  const list = config({ type: 'array', items: [row({ key: '0', type: 'number', value: '' })] })
  const items = ['1', 'x', ''].map((value, n) => row({ key: String(n), value }))
  expect(given([list], [row({ type: 'array', value: '', items })])).toMatchObject([
    { row: [0, 'items', 1], index: 1, message: paramTexts.number },
    { row: [0, 'items', 2], index: 2, message: paramTexts.number },
  ])
})

test('an event fills in config rows at any depth, and nothing else', () => {
  const request = row({ key: 'all', type: 'object', value: '', children: [row(), config({ key: 'who' })] })
  const [shell] = eventParams({ ...noParams(), Body: [request, row({ key: 'fixed' })] }, noParams()).Body
  expect(shell).toMatchObject({ key: 'all', children: [{ key: 'who', paramType: 'config' }] })
  expect(shell?.children).toHaveLength(1)
})
