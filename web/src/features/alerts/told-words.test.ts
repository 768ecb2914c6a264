import type { AlertNotice, SubscriptionAnswer } from '@eot/contract/told'
import { expect, test } from 'vitest'
import { whySentence } from './told-words.ts'

const ann = { Id: 'ann', FullName: 'Ann' }
const alert = {
  device: 'Restroom',
  type: 'Vape',
  at: 'Tue 10:36',
  timeText: (instant: string) => instant,
  isForgotten: false,
}

const startBy = (
  Channel: AlertNotice['Channel'],
  Outcome: AlertNotice['Outcome'],
  Reason: AlertNotice['Reason'] = null,
) =>
  ({
    Kind: 'AlertStarted',
    Channel,
    Outcome,
    Reason,
    Subscriptions: [{ Id: 'day', Name: 'Day' }],
  }) as unknown as AlertNotice // the texts use no other field

test.each<[what: string, notices: AlertNotice[], sentence: string]>([
  ['by email', [startBy('Email', 'Sent')], '“Day” told Ann of the start.'],
  [
    'by text, while the email is blocked',
    [startBy('Email', 'Blocked'), startBy('Text', 'Sent')],
    '“Day” told Ann of the start.',
  ],
  [
    'by nobody, since no server is set up',
    [startBy('Email', 'Kept'), startBy('Text', 'Suppressed', 'ChannelOff')],
    '“Day” matched, but nothing was sent to Ann: no server is set up.',
  ],
  [
    'by text in a moment, while there is no email',
    [startBy('Email', 'Suppressed', 'ChannelOff'), startBy('Text', 'Waiting')],
    '“Day” tells Ann. The notification is on its way.',
  ],
])('someone who was told %s', (_what, Notices, sentence) => {
  expect(whySentence({ User: ann, Subscriptions: [], Channels: [], Notices }, alert)).toBe(sentence)
})

test('whether someone was told of an alert whose notifications have been deleted is not known', () => {
  const matched = {
    Subscription: { Id: 'day', Name: 'Day' },
    When: 'AtOnce',
    IsNewer: false,
    Gates: [{ Gate: 'Target', Passed: true }],
  } as unknown as SubscriptionAnswer // the texts use no other field
  const answer = { User: ann, Subscriptions: [matched], Channels: [], Notices: [] }
  expect(whySentence(answer, { ...alert, isForgotten: true })).toBe(
    '“Day” matched, but whether Ann was told is no longer known: notifications are deleted after 90 days.',
  )
  expect(whySentence(answer, alert)).toBe(
    '“Day” would notify Ann now. Its recipients or events have changed since.',
  )
})
