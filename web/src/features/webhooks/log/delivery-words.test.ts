import { beforeAll, expect, test } from 'vitest'
import { loadLaterTexts } from '../../../texts/i18n.ts'
import { formerName, resultWords, squaresOf, statusWords, targetName } from './delivery-words.ts'

beforeAll(loadLaterTexts)

test.each([
  [1, '201 Created', { code: '201', text: 'Created' }],
  [0, '503 Service Unavailable', { code: '503', text: 'Service Unavailable' }],
  [-4, 'no answer: ECONNREFUSED', { code: '−4', text: 'no answer: ECONNREFUSED' }],
  [-3, null, { code: '−3', text: 'Webhook Request was not found' }],
  [-2, null, { code: '−2', text: 'Authentication Error' }],
  [null, null, undefined],
] as const)('the result %s with “%s” in words', (ResultCode, Message, wanted) => {
  expect(resultWords({ ResultCode, Message })).toEqual(wanted)
})

test.each([
  ['Waiting', 0, 'Waiting'],
  ['Waiting', 3, 'Retrying, 3 tries'],
  ['Sent', 1, 'Delivered'],
  ['Sent', 2, 'Delivered in 2 attempts'],
  ['Stopped', 4, 'Stopped'],
] as const)('%s after %i attempts is called so', (Status, Attempts, wanted) => {
  expect(statusWords({ Status, Attempts })).toBe(wanted)
})

test.each([
  ['Desk', 'Desk', 'Desk, deleted since'],
  ['', 'no request', 'no request'],
  [null, 'a receiver of a site above', null],
] as const)('the request %o is called %s, and %s once it has been deleted', (Name, target, former) => {
  expect(targetName({ WebhookRequest: { Id: null, Name } })).toBe(target)
  expect(formerName(Name)).toBe(former)
})

test('attempts are shown as squares, the last one with its result', () => {
  expect(squaresOf({ Status: 'Sent', Attempts: 3, ResultCode: 1 })).toEqual(['idle', 'idle', 'ok'])
  expect(squaresOf({ Status: 'Failed', Attempts: 20, ResultCode: 0 })).toHaveLength(8)
})
