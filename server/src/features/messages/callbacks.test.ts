import { createHmac } from 'node:crypto'
import { callbacks } from '@eot/contract/callbacks'
import { logs } from '@eot/contract/logs'
import { beforeEach, describe, expect, test } from 'vitest'
import { problemOf, publicUrl, testApp } from '../../../test/test-app.ts'
import { softBounceLimit } from '../blacklist/block-rule.ts'

const emailKey = Buffer.alloc(32, 5)
const textToken = 'a token of Twilio'
const { call, clock, db, make, server, signIn } = await testApp({
  callbacks: { emailKey, textToken, publicUrl },
})
const as = await signIn({ role: 'System Administrator' })

let count = 0
beforeEach(() => void count++)
const nextId = () => `id-${++count}`

interface Signing {
  id?: string
  timestamp?: number
  key?: Buffer
  /** Sent in place of the body that was signed. */
  sent?: string
}

async function reportEmail(type: string, data: object, signing: Signing = {}) {
  const { id = nextId(), timestamp = Math.floor(clock().getTime() / 1000), key = emailKey } = signing
  const body = JSON.stringify({ type, timestamp: clock().toISOString(), data })
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const { statusCode, body: text } = await server.inject({
    method: 'POST',
    url: '/api/callbacks/emails',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${signature}`,
    },
    payload: signing.sent ?? body,
  })
  return { status: statusCode, code: text === '' ? undefined : JSON.parse(text).ErrorCode }
}

async function reportText(fields: Record<string, string>, { query = '', token = textToken } = {}) {
  const path = `/api/callbacks/texts${query}`
  const signed = Object.keys(fields)
    .sort()
    .reduce((text, name) => text + name + fields[name], publicUrl + path)
  const { statusCode, body } = await server.inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': createHmac('sha1', token).update(signed).digest('base64'),
    },
    payload: new URLSearchParams(fields).toString(),
  })
  return { status: statusCode, code: body === '' ? undefined : JSON.parse(body).ErrorCode }
}

async function blockOf(receiver: string) {
  const row = await db
    .selectFrom('blacklist_entry')
    .where('receiver', '=', receiver)
    .select(['is_blocked', 'reason', 'failures'])
    .executeTakeFirst()
  return row && `${row.is_blocked ? row.reason : 'open'} ${row.failures}`
}

test('a report about an email with another system’s Message-ID counts for its address', async () => {
  const { email } = await make.user()
  const bounce = { type: 'Permanent', message: 'no such\u0000 user' }
  const message_id = `<${'-'.repeat(36)}@elsewhere.example>`
  expect(await reportEmail('email.bounced', { to: email, message_id, bounce })).toEqual({ status: 204 })
  expect(await blockOf(email)).toBe('HardBounce 1')
})

describe('a report about an email', () => {
  const sentEmail = async () => {
    const { id, user } = await make.mail({ user: await make.user({ site: as.user.site }), status: 'sent' })
    return { id, email: user.email, message_id: `<${id}@portal.example.org>` }
  }

  test("of a permanent bounce blocks the address, and the log shows the provider's reason", async () => {
    const { id, email, message_id } = await sentEmail()
    const bounce = { type: 'Permanent', message: '550 5.1.1 no such user' }
    expect(
      await reportEmail('email.bounced', {
        to: [`Dana Whitfield <${email.toUpperCase()}>`],
        message_id,
        bounce,
      }),
    ).toEqual({ status: 204 })
    expect(await blockOf(email)).toBe('HardBounce 1')
    const { data } = await call(logs.getEmail, { params: { id } }, { as })
    expect(data).toMatchObject({
      Status: 'Failed',
      Error: bounce.message,
      History: [{ Outcome: 'Undelivered', Answer: bounce.message }],
    })
  })

  test('of a spam complaint blocks the address', async () => {
    const { id, email, message_id } = await sentEmail()
    await reportEmail('email.complained', { to: email, message_id })
    expect(await blockOf(email)).toBe('Complaint 1')
    const { data } = await call(logs.getEmail, { params: { id } }, { as })
    expect(data).toMatchObject({ Status: 'Sent', History: [{ Outcome: 'Complaint' }] })
  })

  test('of a temporary bounce blocks the address only after several in a row, and a delivery ends the row', async () => {
    const { email } = await sentEmail()
    const bounced = () => reportEmail('email.bounced', { to: [email], bounce: { type: 'Transient' } })
    for (let n = 1; n < softBounceLimit; n++) await bounced()
    expect(await blockOf(email)).toBe(`open ${softBounceLimit - 1}`)
    await reportEmail('email.delivered', { to: [email] })
    expect(await blockOf(email)).toBeUndefined()
    for (let n = 0; n < softBounceLimit; n++) await bounced()
    expect(await blockOf(email)).toBe(`SoftBounces ${softBounceLimit}`)
  })

  test('of a delivery is recorded in the log', async () => {
    const { id, email, message_id } = await sentEmail()
    await reportEmail('email.delivered', { to: [email], message_id })
    const { data } = await call(logs.getEmail, { params: { id } }, { as })
    expect(data).toMatchObject({ Status: 'Sent', DeliveredAt: expect.any(String) })
  })

  test('that is repeated counts once', async () => {
    const { email } = await sentEmail()
    const id = nextId()
    for (let n = 0; n < 3; n++) await reportEmail('email.bounced', { to: [email] }, { id })
    expect(await blockOf(email)).toBe('open 1')
  })

  test.each<[title: string, signing: Signing]>([
    ['by another key', { key: Buffer.alloc(32, 6) }],
    ['six minutes ago', { timestamp: Math.floor(Date.now() / 1000) - 360 }],
    [
      'for another body',
      { sent: JSON.stringify({ type: 'email.bounced', data: { to: ['forged@example.org'] } }) },
    ],
    ['without an id', { id: '' }],
  ])('signed %s is refused, and blocks no address', async (_title, signing) => {
    const { email } = await sentEmail()
    const data = { to: [email], bounce: { type: 'Permanent' } }
    expect(await reportEmail('email.bounced', data, signing)).toEqual({
      status: 401,
      code: 'invalid_signature',
    })
    expect(await blockOf(email)).toBeUndefined()
    expect(await blockOf('forged@example.org')).toBeUndefined()
  })

  test('of another type is ignored', async () => {
    const { email } = await sentEmail()
    expect(await reportEmail('email.opened', { to: [email] })).toEqual({ status: 204 })
    expect(await blockOf(email)).toBeUndefined()
  })

  test('without an address is refused as invalid', async () => {
    expect(await reportEmail('email.bounced', {})).toEqual({ status: 400, code: 'invalid_request' })
  })
})

describe('a report about a text message', () => {
  const sentText = async (columns: object = {}) => {
    const receiver = `+1507556${String(++count).padStart(4, '0')}`
    const { id } = await make.mail({
      user: await make.user({ site: as.user.site }),
      channel: 'Text',
      kind: 'Notification',
      status: 'sent',
      receiver,
      ...columns,
    })
    return { id, receiver, query: `?id=${id}` }
  }

  test.each([
    ['30005', 'InvalidNumber 1'],
    ['21610', 'Stop 1'],
    ['30003', 'open 1'],
  ])('of a failure with code %s leaves its number %s', async (ErrorCode, expected) => {
    const { id, receiver, query } = await sentText()
    const fields = { MessageSid: nextId(), MessageStatus: 'undelivered', ErrorCode, To: receiver }
    expect(await reportText(fields, { query })).toEqual({ status: 204 })
    await reportText(fields, { query })
    expect(await blockOf(receiver)).toBe(expected)
    const { data } = await call(logs.getText, { params: { id } }, { as })
    expect(data).toMatchObject({
      Status: 'Failed',
      Error: `${ErrorCode} undelivered`,
      History: [{ Outcome: 'Undelivered', Answer: `${ErrorCode} undelivered` }],
    })
  })

  test('of a delivery is recorded in the log, also by the id of the provider', async () => {
    const { id } = await sentText({ provider_id: 'SM77' })
    await reportText({ MessageSid: 'SM77', MessageStatus: 'sent' })
    await reportText({ MessageSid: 'SM77', MessageStatus: 'delivered' })
    const { data } = await call(logs.getText, { params: { id } }, { as })
    expect(data).toMatchObject({ DeliveredAt: expect.any(String), History: [{ Outcome: 'Delivered' }] })
  })

  test.each([
    ['arrived', 'delivered', 'sent'],
    ['did not arrive', 'undelivered', 'failed'],
  ])(
    'of status %s while the message is still being retried ends the attempts',
    async (_title, MessageStatus, status) => {
      const { id, query } = await sentText({ status: 'composed', sealed_body: 'v1:sealed' })
      await reportText({ MessageSid: nextId(), MessageStatus }, { query })
      const row = await db.selectFrom('message').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
      expect(row).toMatchObject({ status, sealed_body: null, finished_at: expect.any(Date) })
    },
  )

  test('answered with STOP blocks its number, until the owner answers START', async () => {
    const { receiver } = await sentText()
    await reportText({ MessageSid: nextId(), From: receiver, Body: ' stop ' })
    expect(await blockOf(receiver)).toBe('Stop 1')
    await reportText({ MessageSid: nextId(), From: receiver, Body: 'Start' })
    expect(await blockOf(receiver)).toBe('open 0')
  })

  test('answered with START does not unblock a number that is blocked for another reason', async () => {
    const { receiver } = await sentText()
    await make.blacklistEntry({ type: 'Text', receiver, reason: 'InvalidNumber' })
    await reportText({ MessageSid: nextId(), From: receiver, Body: 'START' })
    expect(await blockOf(receiver)).toMatch(/^InvalidNumber/)
  })

  test('answered with other words blocks no number', async () => {
    const { receiver } = await sentText()
    await reportText({ MessageSid: nextId(), From: receiver, Body: 'Stop by at noon, thanks' })
    expect(await blockOf(receiver)).toBeUndefined()
  })

  test('signed by another token or for another address is refused, and blocks no number', async () => {
    const { receiver } = await sentText()
    const fields = { MessageSid: nextId(), From: receiver, Body: 'STOP' }
    const refused = { status: 401, code: 'invalid_signature' }
    expect(await reportText(fields, { token: 'another' })).toEqual(refused)
    expect(await reportText({ ...fields, 'Body\n': '' }, { token: '' })).toEqual(refused)
    expect(await blockOf(receiver)).toBeUndefined()
  })
})

test.each([callbacks.emails, callbacks.texts])(
  'without a secret, $path refuses everything',
  async (endpoint) => {
    const { call: callBare } = await testApp()
    const answer = await callBare(endpoint, {}, { headers: { 'content-type': endpoint.streams ?? '' } })
    expect(problemOf(answer)).toMatchObject({ status: 404, ErrorCode: 'callbacks_not_configured' })
  },
)
