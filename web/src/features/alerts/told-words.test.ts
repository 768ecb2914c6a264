import type { AlertNotice } from '@eot/contract/told'
import { expect, test } from 'vitest'
import { whySentence } from './told-words.ts'

const ann = { Id: 'ann', FullName: 'Ann' }
const alert = { device: 'Restroom', type: 'Vape', at: 'Tue 10:36', timeText: (instant: string) => instant }

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
