import { emptyAuth } from '@eot/contract/webhook-auth'
import { isSecret, noParams, type WebhookParam } from '@eot/contract/webhook-params'
import { type RenderedRequest, renderRequest, type WebhookTemplate } from '@eot/contract/webhook-render'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { curlText, quotings } from '../../../../test/curl-text.ts'
import { alertValues } from '../../../../test/webhook-samples.ts'
import { importCurl } from './import-curl.ts'

const boundary = 'part'
function sent(request: WebhookTemplate): RenderedRequest {
  const result = renderRequest(request, noParams(), alertValues, { boundary })
  if ('failure' in result) throw new Error(`${result.failure.path}: ${result.failure.message}`)
  return result
}
function imported(text: string) {
  const result = importCurl(text)
  if ('problem' in result) throw new Error(`${result.problem}: ${result.about}`)
  return result
}

const json = ['Content-Type', 'application/json']
const form = ['Content-Type', 'application/x-www-form-urlencoded']
const basic = (username: string, password: string) => ({ scheme: 'Basic', fields: { username, password } })

test.each<[command: string, request: Partial<Record<keyof RenderedRequest, unknown>>]>([
  ['curl https://a.example', { method: 'GET', url: 'https://a.example/', body: undefined }],
  ['$ curl -sSL a.example/x#top', { method: 'GET', url: 'http://a.example/x' }],
  ['curl -I https://a.example/', { method: 'HEAD' }],
  ['curl --url https://a.example/ -XPUT -dx=1', { method: 'PUT', body: 'x=1', headers: [form] }],
  [
    `curl https://a.example/ -H 'Content-type: application/json' -d '{"text":"Hello","n":[1,true]}'`,
    { method: 'POST', headers: [json], body: '{"text":"Hello","n":[1,true]}' },
  ],
  [`curl https://a.example/ -d '{"text":"Hello"}'`, { headers: [json], body: '{"text":"Hello"}' }],
  [
    `curl --json '{"a":"b"}' https://a.example/`,
    { headers: [json, ['Accept', 'application/json']], body: '{"a":"b"}' },
  ],
  [
    `curl https://a.example/ -d a=1 --data-urlencode 'b=x y&z' -d a=2`,
    { headers: [form], body: 'a=1&a=2&b=x+y%26z' },
  ],
  ['curl -G https://a.example/?x=1 -d a=1 --url-query b=ü', { url: 'https://a.example/?x=1&b=%C3%BC&a=1' }],
  ['curl -u user:pa:ss https://a.example/', { authorization: basic('user', 'pa:ss') }],
  ['curl https://us%40er:p@a.example/', { url: 'https://a.example/', authorization: basic('us@er', 'p') }],
  ["curl -H 'Authorization: Basic dXNlcjpww6Q=' a.example", { authorization: basic('user', 'pä') }],
  [
    "curl -H 'authorization: bearer t0k' a.example",
    { authorization: { scheme: 'Bearer', fields: { token: 't0k' } } },
  ],
  [
    "curl -H 'Authorization: GenieKey k' a.example",
    { authorization: { scheme: 'Header', fields: { name: 'Authorization', value: 'GenieKey k' } } },
  ],
  ["curl a.example -b 'a=1; b=x%20y' -H 'Cookie: c=3'", { headers: [['Cookie', 'a=1; b=x%20y; c=3']] }],
  [
    `curl a.example -F name=value -F 'quoted="a;b"' --form-string at=@x`,
    {
      method: 'POST',
      body: 'name=value quoted=a;b at=@x'
        .split(' ')
        .map((one) => one.split('='))
        .map(([key, value]) => `--part\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`)
        .join('')
        .concat('--part--\r\n'),
    },
  ],
  [
    "curl a.example -A eot -e 'https://b.example' -H 'X-Api-Key: k' -H 'Accept:' -H 'Host: c.example'",
    {
      headers: [
        ['User-Agent', 'eot'],
        ['Referer', 'https://b.example'],
        ['X-Api-Key', 'k'],
      ],
    },
  ],
  [
    "curl a.example -H 'Content-Type: application/xml' -d '<a>1</a>'",
    {
      headers: [['Content-Type', 'application/xml']],
      body: '<?xml version="1.0" encoding="UTF-8"?><a>1</a>',
    },
  ],
  [
    `curl a.example -H 'Content-Type: application/cloudevents+json' -d '{"id":"1"}'`,
    { headers: [['Content-Type', 'application/cloudevents+json']], body: '{"id":"1"}' },
  ],
  // Variables of the portal stay, other braces are text.
  [`curl a.example --json '{"a":"{{alert.type}} {{other}} {{"}'`, { body: '{"a":"Vape {{other}} {{"}' }],
])('%s is imported', (command, request) => {
  expect(sent(imported(command).request)).toMatchObject(request)
})

test.each([
  ['wget https://a.example/', 'notCurl', undefined],
  ['', 'notCurl', undefined],
  ['curl -X POST', 'noUrl', undefined],
  ['curl https://a.example/ https://b.example/', 'twoUrls', 'https://b.example/'],
  ['curl --frobnicate https://a.example/', 'unknownOption', '--frobnicate'],
  ['curl -sZ https://a.example/', 'unknownOption', '-Z'],
  ['curl https://a.example/ -H', 'missingValue', '-H'],
  ['curl https://a.example/ -d @body.json', 'file', '@body.json'],
  ['curl https://a.example/ --data-urlencode a@file', 'file', 'a@file'],
  ['curl https://a.example/ -F file=@photo.png', 'file', 'file=@photo.png'],
  ["curl https://a.example/ -F 'a=b;type=text/html'", 'formPart', 'a=b;type=text/html'],
  ['curl https://a.example/ -b cookies.txt', 'file', 'cookies.txt'],
  ['curl https://a.example/ -H nonsense', 'header', 'nonsense'],
  ['curl https://a.example/ -X PURGE', 'method', 'PURGE'],
  ['curl -H "Authorization: Bearer $TOKEN" https://a.example/', 'expansion', '$TOKEN'],
  [`curl https://a.example/ --json '${'[1,'.repeat(600)}1${']'.repeat(600)}'`, 'tooMany', undefined],
  [`curl https://a.example/ --json '${'['.repeat(200_000)}${']'.repeat(200_000)}'`, 'tooMany', undefined],
  [`curl https://a.example/ -d ${'a'.repeat(1_000_000)}`, 'tooLong', undefined],
])('a command is refused: %#, %2$s', (command, problem, about) => {
  expect(importCurl(command)).toEqual({ problem, ...(about !== undefined && { about }) })
})

test('omissions and assumptions are reported', () => {
  const { notes, name } = imported(`curl -k -s --max-time 5 https://a.example/ -H 'Host: b' -d '{"a":1}'`)
  expect(name).toBe('a.example')
  expect(notes).toEqual([
    { note: 'assumedJson' },
    { note: 'ownHeader', about: 'Host' },
    { note: 'insecure' },
    { note: 'ignored', about: '-s --max-time' },
  ])
})

test('secrets go into fields that are stored sealed', () => {
  const { request } = imported(
    "curl a.example -H 'X-Api-Key: canary' -b 's=canary' -H 'Authorization: Bearer canary' -H 'Accept: x'",
  )
  const shown = [
    ...request.Headers.filter((row) => !isSecret('Headers', row)),
    ...request.Cookies.filter((row) => !isSecret('Cookies', row)),
  ]
  expect(shown.map(({ key }) => key)).toEqual(['Accept'])
  expect(request.Auth[0]?.value).toBe('Bearer')
  expect(request.Url).not.toContain('canary')
})

const row = (key: string, value: string, more: Partial<WebhookParam> = {}): WebhookParam => ({
  key,
  paramType: 'specified',
  type: 'string',
  value,
  ...more,
})
const token = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,8}$/)
const line = fc.stringMatching(/^[!-z|~]([ -z|~]{0,8}[!-z|~])?$/)
const anyText = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map((text) => text.toWellFormed().replaceAll(/[\0{\\]/g, '_'))
const named = (prefix: string, values: fc.Arbitrary<string>, key: fc.Arbitrary<string> = token) =>
  fc
    .uniqueArray(fc.tuple(key, values), { maxLength: 4, selector: ([name]) => name.toLowerCase() })
    .map((rows) => rows.map(([name, value]) => row(`${prefix}${name}`, value)))
const someNamed = (values: fc.Arbitrary<string>, key: fc.Arbitrary<string>) =>
  named('', values, key).map((rows) => (rows.length === 0 ? [row('k', 'v')] : rows))
const key = fc.stringMatching(/^[a-zé "'&\]]{1,6}$/).filter((text) => text.trim() !== '')
const { tree } = fc.letrec<{ tree: WebhookParam }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    anyText.map((text) => row('k', text)),
    fc.integer().map((n) => row('k', String(n), { type: 'number' })),
    fc.boolean().map((is) => row('k', String(is), { type: 'boolean' })),
    fc
      .uniqueArray(fc.tuple(key, tie('tree')), { maxLength: 3, selector: ([name]) => name })
      .map((fields) =>
        row('k', '', { type: 'object', children: fields.map(([name, one]) => ({ ...one, key: name })) }),
      ),
    fc
      .array(tie('tree'), { minLength: 1, maxLength: 3 })
      .map((list) =>
        row('k', '', { type: 'array', items: list.map((one, at) => ({ ...one, key: String(at) })) }),
      ),
  ),
}))
const body = fc.oneof(
  fc.record({
    ContentType: fc.constant('application/json' as const),
    Body: fc
      .uniqueArray(fc.tuple(key, tree), { maxLength: 4, selector: ([name]) => name })
      .map((fields) => fields.map(([name, one]) => ({ ...one, key: name }))),
  }),
  fc.record({
    ContentType: fc.constantFrom(
      'application/x-www-form-urlencoded' as const,
      'multipart/form-data' as const,
    ),
    Body: someNamed(anyText, key),
  }),
  fc.record({
    ContentType: fc.constant('text/plain' as const),
    Body: anyText.map((text) => [row('text', text)]),
  }),
  fc.record({ ContentType: fc.constant('none' as const), Body: fc.constant<WebhookParam[]>([]) }),
)
const withValues = (scheme: 'Basic' | 'Digest' | 'Bearer' | 'Header', values: string[]) => {
  const auth = emptyAuth(scheme)
  return [{ ...auth, auth: auth.auth?.map((one, at) => ({ ...one, value: values[at] ?? '' })) ?? [] }]
}
const auth = fc.oneof(
  fc.constant<WebhookParam[]>([]),
  fc
    .tuple(fc.constantFrom('Basic' as const, 'Digest' as const), token, line)
    .map(([scheme, user, password]) => withValues(scheme, [user, password])),
  line.map((one) => withValues('Bearer', [one])),
  line.map((one) => withValues('Header', ['Authorization', `Key ${one}`])),
)

test('a request that is written as a curl command and imported again is the same', () => {
  fc.assert(
    fc.property(
      fc.record({
        Headers: named('X-', line),
        Cookies: named('', line),
        UrlVariables: named('', anyText),
        Auth: auth,
        body,
        path: fc.stringMatching(/^[a-z0-9/?=%20&]{0,8}$/).filter((text) => !text.includes('%')),
        Method: fc.constantFrom('POST' as const, 'PUT' as const, 'PATCH' as const, 'DELETE' as const),
      }),
      fc.constantFrom(...quotings),
      ({ body: given, path, ...rest }, how) => {
        const template: WebhookTemplate = { ...rest, ...given, Url: `https://a.example/${path}` }
        const before = sent(template)
        const after = sent(imported(curlText(template, before, how)).request)
        expect(after).toEqual(before)
      },
    ),
    { numRuns: 60 },
  )
})
