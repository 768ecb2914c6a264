import type { Outage } from '@eot/contract/outages'
import { expect, test } from 'vitest'
import { openAlert } from '../../../test/open-alert.ts'
import { noticesOf } from './notices.ts'

const outage = (Id: string): Outage => ({
  Id,
  Site: null,
  StartAt: '2026-11-17T10:00:00.000Z',
  Devices: 3,
  Silent: 3,
})

test.each<
  [title: string, alerts: [id: string, outage: string | null][], outages: string[], notices: string[]]
>([
  [
    'alerts without an outage stay as they are',
    [
      ['a', null],
      ['b', null],
    ],
    [],
    ['a', 'b'],
  ],
  [
    'an outage takes the place of its first alert',
    [
      ['a', null],
      ['b', 'x'],
      ['c', null],
      ['d', 'x'],
    ],
    ['x'],
    ['a', 'x', 'c'],
  ],
  [
    'two outages are two notices',
    [
      ['a', 'x'],
      ['b', 'y'],
      ['c', 'x'],
    ],
    ['x', 'y'],
    ['x', 'y'],
  ],
  [
    'devices that are still offline after their outage are shown one by one',
    [
      ['a', 'x'],
      ['b', 'x'],
    ],
    [],
    ['a', 'b'],
  ],
  ['an outage of which no alert is open is not shown', [['a', null]], ['x'], ['a']],
])('%s', (_title, alerts, outages, notices) => {
  const open = alerts.map(([Id, Outage]) => openAlert({ Id, Outage }))
  expect(noticesOf(open, outages.map(outage)).map((notice) => (notice.alert ?? notice.outage).Id)).toEqual(
    notices,
  )
})
