import { webhookEvents } from '@eot/contract/webhook-events'
import { noParams } from '@eot/contract/webhook-params'
import { type WebhookRequestInput, webhookRequests } from '@eot/contract/webhooks'
import { afterAll, expect, test } from 'vitest'
import { makeTemporaryDirectory } from '../../../test/temporary-directory.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'
import { startReceiver, untrustedCertificates } from '../../../test/web-receiver.ts'
import { createEgress } from '../../platform/egress/egress.ts'
import { createWebhookSeal } from './index.ts'

const app = await testApp({ egress: createEgress(['127.0.0.1']) })
const { call, db, make, signIn } = app
const receiver = await startReceiver()
const certificates = untrustedCertificates(await makeTemporaryDirectory())
const secure = await startReceiver(certificates.selfSigned)
afterAll(() => Promise.all([receiver.stop(), secure.stop()]))

const row = (key: string, value: string, more: object = {}) =>
  ({ key, paramType: 'specified', type: 'string', value, ...more }) as const
const bearer = (token: object) => [
  {
    ...row('Authorization', 'Bearer', { auth: [{ ...row('token', ''), ...token }] }),
    type: 'authorization' as const,
  },
]
type Body = Partial<WebhookRequestInput> & { Name: string }
const add = async (as: Awaited<ReturnType<typeof signIn>>, body: Body) =>
  call(webhookRequests.create, { body: { Url: `${receiver.origin}/hook`, ...body } as never }, { as })

test('secrets are stored sealed, never returned, and kept unless the address goes to another server', async () => {
  const as = await signIn()
  const { data, status } = await add(as, { Name: 'Desk', Auth: bearer({ value: 'canary-4711' }) as never })
  expect(status).toBe(201)
  expect(data.SigningSecret).toMatch(/^whsec_/)
  const { data: read, text } = await call(webhookRequests.get, { params: { id: data.Id } }, { as })
  expect(text).not.toContain('canary-4711')
  expect(read.Auth[0]?.auth?.[0]).toMatchObject({ key: 'token', value: '', isSet: true })
  const stored = await db
    .selectFrom('webhook_request')
    .where('id', '=', data.Id)
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(stored)).not.toContain('canary-4711')
  const change = { Url: `${receiver.origin}/other`, Auth: read.Auth }
  expect((await call(webhookRequests.update, { params: { id: data.Id }, body: change }, { as })).status).toBe(
    200,
  )
  const elsewhere = { Url: 'https://example.org/', Auth: read.Auth }
  const refused = await call(webhookRequests.update, { params: { id: data.Id }, body: elsewhere }, { as })
  expect(problemOf(refused).Errors).toEqual([
    { Path: 'Auth.0.auth.0.value', Message: 'Please enter a value' },
  ])
})

test('secrets that were lost with the former key are shown as lost until they are entered and replaced', async () => {
  const as = await signIn()
  const { seal } = createWebhookSeal(Buffer.alloc(32, 8))
  const header = { ...row('X-Api-Key', seal('pepper')), secret: true, isSet: true }
  const signing_secret = seal('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  const parts = JSON.stringify({ ...noParams(), Headers: [header] })
  const { id } = await make.webhookRequest({
    site: as.user.site,
    url: `${receiver.origin}/hook`,
    parts,
    signing_secret,
  })
  const params = { id }
  const read = async () => (await call(webhookRequests.get, { params }, { as })).data
  const before = await read()
  expect(before.LostSecrets).toEqual(['Values', 'SigningSecret'])
  const listed = await call(webhookRequests.list, { query: { sortBy: 'Name' } }, { as })
  expect(listed.data.Items?.find(({ Id }) => Id === id)?.LostSecrets).toEqual(['Values', 'SigningSecret'])
  const Request = { Name: before.Name, Url: before.Url, Headers: before.Headers }
  const tried = await call(webhookRequests.test, { body: { Id: id, Request } as never }, { as })
  expect(tried.data.Message).toBe('A stored secret cannot be read. Please enter it again.')
  const kept = await call(webhookRequests.update, { params, body: { Headers: before.Headers } }, { as })
  expect(problemOf(kept).Errors).toEqual([{ Path: 'Headers.0.value', Message: 'Please enter a value' }])
  const entered = before.Headers.map((one) => ({ ...one, value: 'salt' }))
  expect((await call(webhookRequests.update, { params, body: { Headers: entered } }, { as })).status).toBe(
    200,
  )
  expect((await read()).LostSecrets).toEqual(['SigningSecret'])
  const rotated = await call(webhookRequests.rotateSecret, { params }, { as })
  expect(rotated.data.PreviousSecretUntil).toBeNull()
  expect((await read()).LostSecrets).toEqual([])
})

test('rows are refused with the texts of the specification, at their place', async () => {
  const as = await signIn()
  const bad = { key: '', paramType: '', type: '', value: '' } as const
  const list = { ...row('list', ''), type: 'array' as const, items: [row('0', 'a'), row('1', '')] }
  const refused = await add(as, { Name: 'Bad', Body: [bad, list] as never })
  expect(problemOf(refused).Errors).toEqual([
    { Path: 'Body.0.key', Message: 'Please enter a key' },
    { Path: 'Body.0.paramType', Message: 'Please select a paramType' },
    { Path: 'Body.0.type', Message: 'Please select a type' },
    { Path: 'Body.1.items.1.value', Message: 'Please enter a value' },
  ])
})

/** A row with this many nested rows, as text, since `JSON.stringify` cannot write so many. */
const nestedRows = (levels: number) =>
  `[${'{"key":"a","paramType":"specified","type":"object","children":['.repeat(levels)}${']}'.repeat(levels)}]`

test.each([
  ['21 levels', `{"Body":${nestedRows(21)}}`, 400, 'Nested too deeply'],
  ['1,000 levels', `{"Body":${nestedRows(1000)}}`, 400, 'invalid_request'],
  ['as many levels as fit', `{"Body":[${'{"children":['.repeat(16_000)}${']}'.repeat(16_000)}]}`, 400, ''],
  ['1 MB', JSON.stringify({ Body: [row('a', 'x'.repeat(1_000_000))] }), 413, ''],
  ['600 rows', JSON.stringify({ Body: Array.from({ length: 600 }, (_, n) => row(`k${n}`, 'x')) }), 400, ''],
  [
    'a line break in a header',
    JSON.stringify({ Headers: [row('X-A', 'a\r\nX-B: c')] }),
    400,
    'Contains line breaks or control characters',
  ],
  ['a control character in a header', JSON.stringify({ Headers: [row('X-A', 'a\u0001')] }), 400, 'Contains'],
  ['a line break in the name of a cookie', JSON.stringify({ Cookies: [row('a\r\nb', 'c')] }), 400, 'letters'],
  [
    'a control character in the address',
    JSON.stringify({ Url: 'https://a.example/\u0007' }),
    400,
    'Contains',
  ],
  ['a NUL in a value', JSON.stringify({ Body: [row('a', 'b\u0000')] }), 400, 'cannot be stored'],
])('a template with %s is refused', async (_what, text, status, message) => {
  const as = await signIn()
  const answer = await app.server.inject({
    method: 'POST',
    url: '/api/webhookrequests',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${as.AccessToken}` },
    payload: `{"Name":"Desk","Url":"https://desk.example/",${text.slice(1)}`,
  })
  expect(answer.statusCode).toBe(status)
  expect(answer.body).toContain(message)
})

test.each([
  ['accepted', {}, 200, 1, '200 OK'],
  ['answered with an error', {}, 500, 0, '500 Internal Server Error'],
  [
    'with a missing value',
    { Body: [row('a', '')] },
    200,
    -1,
    'Validation error in Body.0.value of Desk: Please enter a value',
  ],
  ['without its token', { Auth: bearer({}) }, 200, -2, 'Authentication Error: Please enter a value (token)'],
  ['to a server that does not answer', { Url: 'http://127.0.0.1:1/' }, 200, -4, 'no answer: ECONNREFUSED'],
  ['to the network of the server', { Url: 'https://10.0.0.1/' }, 200, -4, '10.0.0.1 is not on the internet'],
] as const)('a test %s', async (_what, change, status, code, message) => {
  const as = await signIn()
  receiver.answer = (response) => response.writeHead(status).end('internal')
  const body = { Request: { Name: 'Desk', Url: `${receiver.origin}/`, ...change } } as never
  const { data } = await call(webhookRequests.test, { body }, { as })
  expect(data).toMatchObject({ ResultCode: code, Message: message, Response: null })
})

test('a test of a missing request has its own code', async () => {
  const as = await signIn()
  const foreign = await make.webhookRequest()
  const one = await call(webhookEvents.test, { body: { webhookConfigId: foreign.id } }, { as })
  expect(one.data).toMatchObject({ ResultCode: -3, Message: 'Webhook Request was not found' })
})

test('stored secrets are sent, and never shown', async () => {
  const as = await signIn()
  receiver.answer = (response, request) => response.end(request.headers.authorization)
  const { data } = await add(as, {
    Name: 'Desk',
    Auth: bearer({ value: 'canary-4712' }) as never,
    Headers: [row('X-Api-Key', 'canary-4713')] as never,
  })
  const { data: read } = await call(webhookRequests.get, { params: { id: data.Id } }, { as })
  const { Name, Url, Auth, Headers } = read
  const tested = await call(
    webhookRequests.test,
    { body: { Id: data.Id, Request: { Name, Url, Auth, Headers } } },
    { as },
  )
  expect(receiver.received.at(-1)?.headers).toMatchObject({
    authorization: 'Bearer canary-4712',
    'x-api-key': 'canary-4713',
  })
  expect(tested.data).toMatchObject({ ResultCode: 1 })
  expect(tested.data.Request).toContain('Authorization: Bearer ••••••')
  expect(tested.text).not.toContain('canary')
  // The same secrets for another server are not sent.
  const other = await startReceiver()
  const moved = { Id: data.Id, Request: { Name, Url: other.origin, Auth, Headers } }
  expect((await call(webhookRequests.test, { body: moved }, { as })).data).toMatchObject({ ResultCode: -2 })
  expect(other.received).toEqual([])
  await other.stop()
})

test('a self-signed certificate is shown, and trusted once it has been seen', async () => {
  const as = await signIn()
  const Request = { Name: 'Lan', Url: `${secure.origin}/` }
  const untrusted = await call(webhookRequests.test, { body: { Request } }, { as })
  expect(untrusted.data).toMatchObject({ ResultCode: -4, Message: 'no answer: DEPTH_ZERO_SELF_SIGNED_CERT' })
  const seen = untrusted.data.Certificate?.Fingerprint ?? ''
  const trusting = { ...Request, TrustSelfSignedCert: true, CertificateFingerprint: seen }
  const other = {
    ...trusting,
    CertificateFingerprint: seen.replace(/^../, seen.startsWith('00') ? '01' : '00'),
  }
  expect((await add(as, other as never)).status).toBe(400)
  const { data } = await add(as, trusting as never)
  expect(data.Certificate).toMatchObject({ Fingerprint: seen })
  const tested = await call(webhookEvents.test, { body: { webhookConfigId: data.Id } }, { as })
  expect(tested.data).toMatchObject({ ResultCode: 1 })
})

test('a request is deleted only when no event uses it', async () => {
  const as = await signIn()
  const { data } = await add(as, { Name: 'Used' })
  const event = await make.webhookEvent({ site: as.user.site, request: { id: data.Id }, name: 'Nights' })
  const refused = await call(webhookRequests.remove, { params: { id: data.Id } }, { as })
  expect(problemOf(refused)).toMatchObject({
    ErrorCode: 'webhook_request_in_use',
    Errors: [{ Message: 'Nights' }],
  })
  await call(webhookEvents.remove, { params: { id: event.id } }, { as })
  expect((await call(webhookRequests.remove, { params: { id: data.Id } }, { as })).status).toBe(204)
})

test('an event is added as the alert rule of the specification, and fills in the config rows of its request', async () => {
  const as = await signIn()
  const config = { ...row('room', ''), paramType: 'config' as const }
  const { data } = await add(as, { Name: 'Config', Body: [config] as never })
  const params = await call(webhookRequests.params, { params: { id: data.Id } }, { as })
  expect(params.data.Body).toMatchObject([{ key: 'room', paramType: 'config' }])
  const rule = {
    isActive: true, name: 'Vape', siteId: as.user.site.id, webhookConfigId: data.Id, devices: ['All'], sites: [], groups: [],
    events: ['AlertStarted'], startTime: 20, endTime: 6, sunday: true, monday: false, tuesday: false, wednesday: false,
    thursday: false, friday: false, saturday: false, alertTypes: ['All'],
  } // biome-ignore format: the rule as the specification has it
  const missing = await call(webhookEvents.create, { body: { ...rule, params: {} } as never }, { as })
  expect(problemOf(missing).Errors).toEqual([
    { Path: 'params.Body.0.value', Message: 'Please enter a value' },
  ])
  const body = { ...rule, params: { Body: [row('room', '{{device.name}}')] } } as never
  const made = await call(webhookEvents.create, { body }, { as })
  expect(made.data).toMatchObject({
    Name: 'Vape',
    Devices: 'All',
    AlertTypes: 'All',
    Sunday: true,
    StartTime: 20,
    WebhookRequest: { Name: 'Config' },
  })
  const days = await call(webhookEvents.byDay, { query: {} }, { as })
  expect(days.data).toMatchObject([
    { DayOfWeek: 0, StartTime: 20, EndTime: 24 },
    { DayOfWeek: 1, StartTime: 0, EndTime: 6, FromDayBefore: true },
  ])
  expect((await call(webhookEvents.count, { query: {} }, { as })).data).toEqual({ Total: 1 })
})

test('an event uses a request of its own site or of one above, and of no other', async () => {
  const district = await make.site()
  const school = await make.site({ parent: district })
  const as = await signIn({ site: district })
  const [above, below] = [
    await make.webhookRequest({ site: district }),
    await make.webhookRequest({ site: school }),
  ]
  const create = (siteId: string, webhookConfigId: string, name: string) =>
    call(webhookEvents.create, { body: { name, siteId, webhookConfigId, devices: 'All' } }, { as })
  expect((await create(school.id, above.id, 'A')).status).toBe(201)
  expect(problemOf(await create(district.id, below.id, 'B')).ErrorCode).toBe('webhook_request_not_found')
})

test('each variable has a sample value', async () => {
  const as = await signIn()
  const { data } = await call(webhookRequests.variables, { query: {} }, { as })
  expect(data.length).toBeGreaterThan(25)
  expect(data).toContainEqual(expect.objectContaining({ Name: 'alert.value', Type: 'number', Sample: 72 }))
  expect(data.find(({ Name }) => Name === 'site.name')?.Sample).toBe(as.user.site.name)
})

test('requests are counted, found by part of their name, and listed by name', async () => {
  const as = await signIn()
  const { data } = await add(as, { Name: 'Security desk' })
  await add(as, { Name: 'Pager' })
  expect((await call(webhookRequests.count, { query: {} }, { as })).data).toEqual({ Total: 2 })
  const found = await call(webhookRequests.lookup, { query: { search: 'desk' } }, { as })
  expect(found.data).toMatchObject([{ Id: data.Id, Name: 'Security desk' }])
  const named = await call(webhookRequests.name, { params: { id: data.Id } }, { as })
  expect(named.data).toMatchObject({ Name: 'Security desk' })
})
