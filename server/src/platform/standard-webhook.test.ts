import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createWebhookSecret, isSignedWebhook, signWebhook, webhookKey } from './standard-webhook.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const key = webhookKey(secret) ?? Buffer.alloc(0)
const body = Buffer.from('{"test": 2432232314}')
/** The example of the specification. */
const headers = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: '1614265330',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
const at = (seconds: number) => new Date((1_614_265_330 + seconds) * 1000)
const signed = (timestamp: string) =>
  `v1,${createHmac('sha256', key).update(`${headers.id}.${timestamp}.`).update(body).digest('base64')}`

test.each([
  ['the example of the specification', {}, 0, true],
  ['one of several signatures', { signature: `v1,AAAA v1a,xyz ${headers.signature}` }, 0, true],
  ['a request of five minutes ago', {}, 300, true],
  ['a request of more than five minutes ago', {}, 301, false],
  ['a request from the future', {}, -301, false],
  ['another id', { id: 'msg_other' }, 0, false],
  ['another timestamp', { timestamp: '1614265331' }, 0, false],
  ['no signature', { signature: '' }, 0, false],
  ['a signature of another version', { signature: headers.signature.replace('v1', 'v2') }, 0, false],
  ['a signature cut short', { signature: headers.signature.slice(0, 20) }, 0, false],
  ['a timestamp that is no number', { timestamp: 'soon', signature: signed('soon') }, 0, false],
  ['a negative timestamp', { timestamp: '-1', signature: signed('-1') }, 0, false],
])('%s: accepted %3$s', (_title, change, seconds, expected) => {
  expect(isSignedWebhook(key, { ...headers, ...change }, body, at(seconds))).toBe(expected)
})

test('a changed body is not accepted', () => {
  expect(isSignedWebhook(key, headers, Buffer.from('{"test": 2432232315}'), at(0))).toBe(false)
})

test.each([
  [secret, 24],
  [secret.replace('whsec_', ''), 24],
  ['whsec_', undefined],
  ['whsec_short', undefined],
  ['not base64!', undefined],
])('%s is a key of %s bytes', (given, length) => {
  expect(webhookKey(given)?.length).toBe(length)
})

test('a request is signed like the examples of the specification', () => {
  const [, , signature] = signWebhook([key], { id: headers.id, at: at(0), body })
  expect(signature).toEqual(['webhook-signature', headers.signature])
})

test('while a secret is replaced, both the new and the old one verify a request', () => {
  const keys = [createWebhookSecret(), createWebhookSecret()].map(
    (text) => webhookKey(text) ?? Buffer.alloc(0),
  )
  const signed = Object.fromEntries(signWebhook(keys, { id: 'a', at: at(0), body }))
  for (const one of keys)
    expect(
      isSignedWebhook(
        one,
        {
          id: 'a',
          timestamp: signed['webhook-timestamp'] ?? '',
          signature: signed['webhook-signature'] ?? '',
        },
        body,
        at(0),
      ),
    ).toBe(true)
})
