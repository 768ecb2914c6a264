import type { DeviceConnection } from '@eot/contract/connections'
import { expect, test } from 'vitest'
import { connectionDaysOf, onlinePercent } from './connection-days.ts'

const zone = 'America/Chicago'
/** Clocks go forward on 8 March: that day has 23 hours. */
const connection = (periods: [string, string, boolean][]): DeviceConnection => ({
  StartAt: periods[0]?.[0] ?? '2026-03-10T05:00:00Z',
  EndAt: '2026-03-10T17:00:00Z',
  Periods: periods.map(([StartAt, EndAt, IsOnline]) => ({ StartAt, EndAt, IsOnline })),
})

test('a week has seven local days, and each span is at the right position within its day', () => {
  const days = connectionDaysOf(
    connection([
      ['2026-03-08T06:00:00Z', '2026-03-08T17:30:00Z', true],
      ['2026-03-08T17:30:00Z', '2026-03-09T05:00:00Z', false],
      ['2026-03-09T05:00:00Z', '2026-03-10T17:00:00Z', true],
    ]),
    zone,
  )
  expect(days.map(({ at }) => new Date(at).toISOString().slice(0, 13))).toEqual([
    '2026-03-04T06',
    '2026-03-05T06',
    '2026-03-06T06',
    '2026-03-07T06',
    '2026-03-08T06',
    '2026-03-09T05',
    '2026-03-10T05',
  ])
  const spans = days.map((day) => day.spans.map(({ left, width, isOnline }) => [left, width, isOnline]))
  expect(spans).toEqual([
    [],
    [],
    [],
    [],
    [
      [0, 50, true],
      [50, 50, false],
    ],
    [[0, 100, true]],
    [[0, 50, true]],
  ])
})

test.each<[string, [string, string, boolean][], number | undefined]>([
  ['nothing is known', [], undefined],
  ['always online', [['2026-03-10T05:00:00Z', '2026-03-10T17:00:00Z', true]], 100],
  [
    'offline for a second',
    [
      ['2026-03-10T05:00:00Z', '2026-03-10T16:59:59Z', true],
      ['2026-03-10T16:59:59Z', '2026-03-10T17:00:00Z', false],
    ],
    99.9,
  ],
])('%s', (_, periods, percent) => {
  expect(onlinePercent(connection(periods))).toBe(percent)
})
