import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ConnectionChange, connectionPeriods } from './connection-periods.ts'

const hour = (hours: number) => new Date(Date.UTC(2026, 0, 5, hours))
const [from, now] = [hour(0), hour(24)]
const change = (hours: number, isOnline: boolean, isVisible = true): ConnectionChange => ({
  at: hour(hours),
  isOnline,
  isVisible,
})
const said = (changes: ConnectionChange[], isOnline: boolean, isNew = false) =>
  connectionPeriods(changes, { from, now, isOnline, isNew }).map(
    ({ startAt, endAt, isOnline: state }) =>
      `${startAt.getUTCHours()}-${endAt.getTime() === now.getTime() ? 24 : endAt.getUTCHours()} ${state ? 'on' : 'off'}`,
  )

test.each<[string, ConnectionChange[], boolean, string[]]>([
  ['a device without changes was as it is now', [], true, ['0-24 on']],
  ['before its first change it was what it changed from', [change(8, false)], false, ['0-8 on', '8-24 off']],
  ['an outage is a period', [change(8, false), change(9, true)], true, ['0-8 on', '8-9 off', '9-24 on']],
  [
    'a state that is stored twice is one period',
    [change(8, false), change(9, false)],
    false,
    ['0-8 on', '8-24 off'],
  ],
  ['what happened elsewhere is left out', [change(5, false, false), change(8, true)], true, ['8-24 on']],
  ['nothing is known of a device that came from elsewhere', [change(5, true, false)], true, []],
])('%s', (_, changes, isOnline, expected) => {
  expect(said(changes, isOnline)).toEqual(expected)
})

test('a new device is not called offline before it was first online', () => {
  expect(said([change(8, true)], true, true)).toEqual(['8-24 on'])
  expect(said([change(8, true), change(9, false)], false, true)).toEqual(['8-9 on', '9-24 off'])
})

test('periods follow each other without gap or overlap, and alternate', () => {
  const anyChange = fc.record({
    at: fc.integer({ min: -2, max: 26 }).map(hour),
    isOnline: fc.boolean(),
    isVisible: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(anyChange), fc.boolean(), fc.boolean(), (changes, isOnline, isNew) => {
      const periods = connectionPeriods(changes, { from, now, isOnline, isNew })
      periods.forEach((period, index) => {
        expect(period.endAt.getTime()).toBeGreaterThan(period.startAt.getTime())
        const next = periods[index + 1]
        expect(period.endAt).toEqual(next ? next.startAt : now)
      })
    }),
  )
})
