import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyAuth } from './webhook-auth.ts'
import { noParams, type WebhookParam } from './webhook-params.ts'
import { type RenderedRequest, renderRequest, type WebhookTemplate } from './webhook-render.ts'
import { checkRequestShape } from './webhook-shape.ts'
import { type VariableName, type VariableValues, webhookVariables } from './webhook-variables.ts'

const values = (some: Partial<VariableValues> = {}): VariableValues => ({
  ...(Object.fromEntries(webhookVariables.map(({ name }) => [name, null])) as Record<VariableName, null>),
  ...some,
})
const row = (key: string, value: string, change: Partial<WebhookParam> = {}): WebhookParam => ({
  key,
  paramType: 'specified',
  type: 'string',
  value,
  ...change,
})
const template = (change: Partial<WebhookTemplate> = {}): WebhookTemplate => ({
  Url: 'https://desk.example/api',
  Method: 'POST',
  ContentType: 'application/json',
  ...noParams(),
  ...change,
})
const boundary = 'eot'
const render = (change: Partial<WebhookTemplate>, some: Partial<VariableValues> = {}) =>
  renderRequest(template(change), noParams(), values(some), { boundary })
function rendered(change: Partial<WebhookTemplate>, some: Partial<VariableValues> = {}): RenderedRequest {
  const result = render(change, some)
  if ('failure' in result) throw new Error(JSON.stringify(result.failure))
  return result
}
const hostile = '"},"x":1,<a>&\\ \r\n{{alert.type}}%&=;'

describe('values are inserted into the parsed structure', () => {
  const name = { 'device.name': hostile }

  test('JSON', () => {
    const Body = [row('a', 'in {{device.name}}'), row('n', '{{alert.value}}', { type: 'number' })]
    const { body } = rendered({ Body }, { ...name, 'alert.value': 21.5 })
    expect(JSON.parse(body ?? '')).toEqual({ a: `in ${hostile}`, n: 21.5 })
    expect(rendered({ Body }, name).body).toMatch(/"n":null}$/)
  })

  test('the keys of JSON keep their order, whatever they are', () => {
    const Body = ['b', '2', '1', '__proto__'].map((key) => row(key, 'x'))
    expect(rendered({ Body }).body).toBe('{"b":"x","2":"x","1":"x","__proto__":"x"}')
  })

  test('a JSON body can be an array', () => {
    const Body = [row('[]', '', { type: 'array', items: [row('0', '1', { type: 'number' }), row('1', 'x')] })]
    expect(rendered({ Body }).body).toBe('[1,"x"]')
  })

  test('a form', () => {
    const list = row('tags', '', { type: 'array', items: [row('0', 'a'), row('1', 'b c')] })
    const Body = [
      row('room', '{{device.name}}'),
      list,
      row('o', '', { type: 'object', children: [row('k', 'v')] }),
    ]
    const { body } = rendered({ ContentType: 'application/x-www-form-urlencoded', Body }, name)
    expect([...new URLSearchParams(body)]).toEqual([
      ['room', hostile],
      ['tags', 'a'],
      ['tags', 'b c'],
      ['o[k]', 'v'],
    ])
  })

  test('a multipart body, whose boundary occurs in no value', async () => {
    const Body = [row('ro"om', '{{device.name}}\r\n--eot--')]
    const { body, headers } = rendered({ ContentType: 'multipart/form-data', Body }, name)
    const form = await new Response(body, { headers: [...headers] }).formData()
    expect([...form]).toEqual([['ro"om', `${hostile}\r\n--eot--`]])
  })

  test('XML with attributes, text and repeated elements', () => {
    const item = (n: number) => row(String(n), `${n}`)
    const children = [
      row('@id', '{{device.name}}'),
      row('#text', '{{device.name}}'),
      row('item', '', { type: 'array', items: [item(1), item(2)] }),
    ]
    const { body } = rendered(
      { ContentType: 'application/xml', Body: [row('alert', '', { type: 'object', children })] },
      { 'device.name': '<&"\n\0' },
    )
    expect(body).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><alert id="&lt;&amp;&quot;&#10;\ufffd">&lt;&amp;"\n\ufffd<item>1</item><item>2</item></alert>',
    )
  })

  test('text', () => {
    const { body, headers } = rendered(
      { ContentType: 'text/plain', Body: [row('text', '{{alert.typeName}} in {{device.name}}!')] },
      { 'alert.typeName': 'Vape', 'device.name': 'Room' },
    )
    expect(body).toBe('Vape in Room!')
    expect(headers).toEqual([['Content-Type', 'text/plain; charset=utf-8']])
  })

  test('the address: in one segment of the path, and in the query', () => {
    const UrlVariables = [
      row('room', '{{device.name}}'),
      row('q', '', { type: 'array', items: [row('0', 'a'), row('1', '&')] }),
    ]
    const { url } = rendered(
      { Url: 'https://desk.example/a/{{ site.name }}/{room}?x=1', UrlVariables },
      { 'site.name': 'a/b?c#d', 'device.name': 'ä' },
    )
    expect(url).toBe('https://desk.example/a/a%2Fb%3Fc%23d/%C3%A4?x=1&q=a&q=%26')
  })

  test('cookies and headers', () => {
    const { headers } = rendered(
      { Cookies: [row('a', 'x; y=z'), row('b', '2')], Headers: [row('X-Room', '{{device.name}}')] },
      { 'device.name': 'Küche' },
    )
    expect(headers).toEqual([
      ['Content-Type', 'application/json'],
      ['X-Room', 'Küche'],
      ['Cookie', 'a=x%3B%20y=z; b=2'],
    ])
  })
})

test.each([
  ['a line break in a header', { Headers: [row('X-A', '{{device.name}}')] }, 'Headers.0.value'],
  [
    'a line break in an authorization',
    { Auth: [{ ...emptyAuth('Bearer'), auth: [row('token', '{{device.name}}')] }] },
    'Auth.0.auth',
  ],
])('%s is refused', (_what, change, path) => {
  expect(render(change, { 'device.name': 'a\r\nX-B: c' })).toMatchObject({ failure: { code: -1, path } })
})

test.each(['..', '.', '%2e', '.%2E'])('a path cannot contain %s', (dots) => {
  const change = { Url: 'https://desk.example/a/{{device.name}}/b' }
  const result = render(
    { ...change, Url: dots.includes('%') ? `https://desk.example/${dots}/` : change.Url },
    { 'device.name': dots },
  )
  expect(result).toMatchObject({ failure: { code: -1, path: 'Url' } })
})

test('a missing value of an authorization has a code of its own', () => {
  expect(render({ Auth: [emptyAuth('Basic')] })).toMatchObject({ failure: { code: -2, path: 'Auth' } })
  const stored = [{ ...emptyAuth('Bearer'), auth: [row('token', '', { isSet: true })] }]
  expect(render({ Auth: stored })).toMatchObject({ failure: { code: -2 } })
  expect(
    renderRequest(template({ Auth: stored }), noParams(), values(), { boundary, showSecret: () => '••••' }),
  ).toMatchObject({
    authorization: { scheme: 'Bearer', fields: { token: '••••' } },
  })
})

test("the event's values replace config rows", () => {
  const Body = [
    row('who', '', { paramType: 'config' }),
    row('list', '', { paramType: 'config', type: 'array', items: [row('0', '', { type: 'number' })] }),
  ]
  const params = {
    ...noParams(),
    Body: [
      row('who', 'Ann "A"'),
      row('list', '', { type: 'array', items: [row('0', '1'), row('1', '2')] }),
      row('other', 'x'),
    ],
  }
  expect(renderRequest(template({ Body }), params, values(), { boundary })).toMatchObject({
    body: '{"who":"Ann \\"A\\"","list":[1,2]}',
  })
  expect(render({ Body })).toMatchObject({
    failure: { code: -1, path: 'Body.0.value', message: 'Please enter a value' },
  })
})

test.each([
  [{ Url: 'ftp://desk.example/' }, 'Url'],
  [{ Url: 'https://user:pass@desk.example/' }, 'Url'],
  [{ Url: 'https://{{device.name}}.example/' }, 'Url'],
  [{ Url: 'https://desk.example/{room}' }, 'Url'],
  [{ Url: 'https://desk.example/{{no.such}}' }, 'Url'],
  [{ Url: 'https://desk.example/ a' }, 'Url'],
  [{ Headers: [row('Host', 'x')] }, 'Headers.0.key'],
  [{ Headers: [row('Content-Length', '1')] }, 'Headers.0.key'],
  [{ Headers: [row('Webhook-Id', '1')] }, 'Headers.0.key'],
  [{ Headers: [row('X A', '1')] }, 'Headers.0.key'],
  [{ Headers: [row('X-A', 'a\r\nb')] }, 'Headers.0.value'],
  [{ Cookies: [row('a;b', '1')] }, 'Cookies.0.key'],
  [{ Method: 'GET' as const }, 'ContentType'],
  [{ ContentType: 'none' as const, Body: [row('a', 'b')] }, 'Body'],
  [{ ContentType: 'text/plain' as const }, 'Body'],
  [{ ContentType: 'application/xml' as const, Body: [row('a b', 'c')] }, 'Body.0.key'],
])('the request %o is refused at its %s', (change, path) => {
  expect(checkRequestShape(template(change)).map((problem) => problem.path)).toEqual([path])
})

test('a body of more than 256 KiB is refused', () => {
  const Body = [row('a', '{{alert.comment}}')]
  expect(render({ Body }, { 'alert.comment': 'x'.repeat(300_000) })).toMatchObject({
    failure: { code: -1, path: 'Body' },
  })
})

/** A random tree of rows, and the value that a JSON parser must read from it. */
const anyText = fc.string({ unit: 'binary', maxLength: 12 })
/** A backslash before a variable would make it text. */
const literal = anyText.map((text) => text.toWellFormed().replaceAll(/[{\\]/g, '('))
type Expecting = [WebhookParam, unknown]
const { tree } = fc.letrec<{ tree: Expecting; leaf: Expecting }>((tie) => ({
  leaf: fc.tuple(literal, fc.boolean(), anyText).map(([text, isVariable, value]): Expecting => {
    const text2 = `${text}${isVariable ? '{{device.name}}' : ''}`
    return [row('k', text2 === '' ? '-' : text2), { text: text2 === '' ? '-' : text2, value }]
  }),
  tree: fc.oneof(
    { maxDepth: 4 },
    tie('leaf'),
    fc
      .array(
        fc.tuple(
          fc.string({ minLength: 1, maxLength: 5 }).filter((key) => key.trim() !== ''),
          tie('tree'),
        ),
        { maxLength: 4 },
      )
      .map((fields): Expecting => {
        const unique = [...new Map(fields).entries()]
        const children = unique.map(([key, [child]]) => ({ ...child, key }))
        return [
          row('k', '', { type: 'object', children }),
          { fields: unique.map(([key, [, shape]]) => [key, shape]) },
        ]
      }),
    fc
      .array(tie('tree'), { minLength: 1, maxLength: 3 })
      .map(
        (list): Expecting => [
          row('k', '', { type: 'array', items: list.map(([item], n) => ({ ...item, key: String(n) })) }),
          { items: list.map(([, shape]) => shape) },
        ],
      ),
  ),
}))

const runs = Number(process.env.WEBHOOK_TEMPLATES ?? 500)

function expected(shape: unknown, value: string): unknown {
  const { text, fields, items } = shape as { text?: string; fields?: [string, unknown][]; items?: unknown[] }
  if (fields) return Object.fromEntries(fields.map(([key, inner]) => [key, expected(inner, value)]))
  if (items) return items.map((inner) => expected(inner, value))
  return text?.replaceAll('{{device.name}}', () => value)
}

test('whatever a value contains, only leaves of the JSON differ from the template', () => {
  fc.assert(
    fc.property(tree, anyText, ([param, shape], value) => {
      const { body } = rendered({ Body: [{ ...param, key: 'root' }] }, { 'device.name': value })
      expect(JSON.parse(body ?? '')).toEqual({ root: expected(shape, value.toWellFormed()) })
    }),
    { numRuns: runs },
  )
})

test('whatever a value contains, a form has the fields of its template', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(
        literal.filter((key) => key.trim() !== ''),
        { minLength: 1, maxLength: 5 },
      ),
      anyText,
      (keys, value) => {
        const Body = keys.map((key) => row(key, 'in {{device.name}}'))
        const { body } = rendered(
          { ContentType: 'application/x-www-form-urlencoded', Body },
          { 'device.name': value },
        )
        expect([...new URLSearchParams(body)]).toEqual(keys.map((key) => [key, `in ${value.toWellFormed()}`]))
      },
    ),
    { numRuns: runs },
  )
})
