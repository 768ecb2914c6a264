import { expect, test } from 'vitest'
import { dayIntervals, isWithinWindow, type WeeklyWindow } from './weekly-window.ts'

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const windowOf = (startHour: number, endHour: number, on = days.join(' ')): WeeklyWindow => ({
  startHour,
  endHour,
  weekdays: days.map((day) => on.split(' ').includes(day)),
})
const chicago = 'America/Chicago'

test.each<[string, WeeklyWindow, string, boolean]>([
  ['its start', windowOf(7, 19, 'Wed'), '2026-11-18T07:00:00-06:00', true],
  ['just before its start', windowOf(7, 19, 'Wed'), '2026-11-18T06:59:59.999-06:00', false],
  ['just before its end', windowOf(7, 19, 'Wed'), '2026-11-18T18:59:59.999-06:00', true],
  ['its end', windowOf(7, 19, 'Wed'), '2026-11-18T19:00:00-06:00', false],
  ['another weekday', windowOf(7, 19, 'Tue Thu'), '2026-11-18T12:00:00-06:00', false],
  ['a fraction of an hour', windowOf(7.5, 8.25, 'Wed'), '2026-11-18T08:14:59-06:00', true],
  ['after a fraction of an hour', windowOf(7.5, 8.25, 'Wed'), '2026-11-18T08:15:00-06:00', false],
  ['the evening of an overnight window', windowOf(22, 6, 'Fri'), '2026-11-20T23:00:00-06:00', true],
  [
    'the morning after an overnight window started',
    windowOf(22, 6, 'Fri'),
    '2026-11-21T05:59:00-06:00',
    true,
  ],
  [
    'the morning before an overnight window starts',
    windowOf(22, 6, 'Fri'),
    '2026-11-20T05:00:00-06:00',
    false,
  ],
  ['the end of an overnight window', windowOf(22, 6, 'Fri'), '2026-11-21T06:00:00-06:00', false],
  ['Sunday morning after Saturday night', windowOf(22, 6, 'Sat'), '2026-11-22T01:00:00-06:00', true],
  ['midnight of a window to midnight', windowOf(20, 0, 'Fri'), '2026-11-21T00:00:00-06:00', false],
  ['before midnight of a window to midnight', windowOf(20, 0, 'Fri'), '2026-11-20T23:59:00-06:00', true],
  ['any hour of a day with equal hours', windowOf(9, 9, 'Wed'), '2026-11-18T00:00:00-06:00', true],
  ['the day after one with equal hours', windowOf(9, 9, 'Wed'), '2026-11-19T00:00:00-06:00', false],
  ['any hour of 0 to 24', windowOf(0, 24, 'Wed'), '2026-11-18T23:59:59-06:00', true],
  ['the first of two hours that the clocks repeat', windowOf(1, 2, 'Sun'), '2026-11-01T01:30:00-05:00', true],
  [
    'the second of two hours that the clocks repeat',
    windowOf(1, 2, 'Sun'),
    '2026-11-01T01:30:00-06:00',
    true,
  ],
  ['after an hour that the clocks skip', windowOf(2, 3, 'Sun'), '2026-03-08T03:00:00-05:00', false],
])('%s', (_, window, at, isWithin) => {
  expect(isWithinWindow(window, Date.parse(at), chicago)).toBe(isWithin)
})

test('hours and weekdays are those of the zone, not of UTC', () => {
  const monday = windowOf(0, 8, 'Mon')
  const at = Date.parse('2026-11-15T18:30:00Z') // Monday 7:30 in Auckland
  expect(isWithinWindow(monday, at, 'Pacific/Auckland')).toBe(true)
  expect(isWithinWindow(monday, at, 'UTC')).toBe(false)
})

test('a window without weekdays is never open', () => {
  const noon = Date.parse('2026-11-18T12:00:00-06:00')
  for (let day = 0; day < 7; day++)
    expect(isWithinWindow(windowOf(0, 24, ''), noon + day * 86_400_000, chicago)).toBe(false)
})

test('an overnight window is split at midnight, and Saturday night reaches into Sunday', () => {
  expect(dayIntervals(windowOf(22, 6, 'Fri Sat'))).toEqual([
    { weekday: 0, startHour: 0, endHour: 6, fromDayBefore: true },
    { weekday: 5, startHour: 22, endHour: 24, fromDayBefore: false },
    { weekday: 6, startHour: 0, endHour: 6, fromDayBefore: true },
    { weekday: 6, startHour: 22, endHour: 24, fromDayBefore: false },
  ])
})
