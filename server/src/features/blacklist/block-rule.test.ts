import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  afterFailure,
  type BlockState,
  bounceOf,
  isBlockedAt,
  softBlockMs,
  softBounceLimit,
} from './block-rule.ts'

const start = Date.UTC(2026, 4, 12, 8)
const hourMs = 3_600_000
const after = (hours: number) => new Date(start + hours * hourMs)

/** The state after soft bounces at these hours. */
const soft = (hours: readonly number[]) =>
  hours.reduce<BlockState | undefined>(
    (state, hour) => afterFailure(state, 'SoftBounce', after(hour)),
    undefined,
  )

test.each(['HardBounce', 'Complaint', 'Stop', 'InvalidNumber'] as const)(
  'a first failure by %s blocks at once and permanently',
  (kind) => {
    const state = afterFailure(undefined, kind, after(0))
    expect(state).toMatchObject({ isBlocked: true, reason: kind, blockedUntil: null, failures: 1 })
    expect(isBlockedAt(state, after(24 * 365))).toBe(true)
  },
)

test('temporary failures block only after several in a row, and for a day', () => {
  expect(soft([0, 1, 2, 3])?.isBlocked).toBe(false)
  const state = soft([0, 1, 2, 3, 4]) as BlockState
  expect(state).toMatchObject({ isBlocked: true, reason: 'SoftBounces', failures: softBounceLimit })
  expect(isBlockedAt(state, new Date(after(4).getTime() + softBlockMs - 1))).toBe(true)
  expect(isBlockedAt(state, new Date(after(4).getTime() + softBlockMs))).toBe(false)
})

test('failures spread over weeks do not add up', () => {
  expect(soft([0, 200, 400, 600, 800])).toMatchObject({ isBlocked: false, failures: 1 })
})

test('after a block of a day, the next failure blocks again', () => {
  const state = afterFailure(soft([0, 1, 2, 3, 4]), 'SoftBounce', after(40))
  expect(isBlockedAt(state, after(41))).toBe(true)
})

test('a complaint replaces a temporary block, and a soft bounce does not replace a complaint', () => {
  const complained = afterFailure(soft([0, 1, 2, 3, 4]), 'Complaint', after(5))
  expect(complained).toMatchObject({ reason: 'Complaint', blockedUntil: null })
  expect(afterFailure(complained, 'SoftBounce', after(6))).toMatchObject({
    reason: 'Complaint',
    blockedUntil: null,
  })
})

test('no sequence of failures unblocks a permanently blocked address', () => {
  const kinds = fc.constantFrom('HardBounce', 'Complaint', 'Stop', 'InvalidNumber', 'SoftBounce')
  fc.assert(
    fc.property(fc.array(fc.tuple(kinds, fc.integer({ min: 0, max: 500 }))), (failures) => {
      let state = afterFailure(undefined, 'Stop', after(0))
      let hour = 0
      for (const [kind, gap] of failures) {
        hour += gap
        state = afterFailure(state, kind, after(hour))
      }
      expect(isBlockedAt(state, after(hour + 1))).toBe(true)
      expect(state.reason).toBe('Stop')
    }),
  )
})

test.each([
  ['RCPT TO', '550 5.1.1 No such user here', 'HardBounce'],
  ['RCPT TO', '550-5.1.1 The email account does not exist', 'HardBounce'],
  ['RCPT TO', '550 5.2.1 Mailbox disabled', 'HardBounce'],
  ['DATA', '550 5.1.1 No such user here', 'HardBounce'],
  ['RCPT TO', '552 5.2.2 Mailbox full', 'SoftBounce'],
  ['RCPT TO', '550 No such user', 'SoftBounce'],
  ['RCPT TO', '553 Mailbox name not allowed', 'SoftBounce'],
  ['RCPT TO', '550 5.1.8 Sender address rejected', undefined],
  ['RCPT TO', '554 5.7.1 Relay access denied', undefined],
  ['RCPT TO', '550 rejected, 5.1.66.20 is listed', 'SoftBounce'],
  ['DATA', '554 5.7.1 Message rejected as spam', undefined],
  ['DATA', '550 Content refused', undefined],
  ['MAIL FROM', '550 5.1.8 Sender unknown', undefined],
  [undefined, 'not a valid email address', undefined],
])('a mail server that answers to %s with “%s” means %s', (command, answer, kind) => {
  expect(bounceOf(answer, command)).toBe(kind)
})
