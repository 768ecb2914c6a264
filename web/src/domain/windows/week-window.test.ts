import { expect, test } from 'vitest'
import {
  dayParts,
  drawnWindow,
  type Hours,
  isSameWindow,
  moveEnd,
  moveStart,
  presets,
  weekHours,
} from './week-window.ts'

const on = (...days: number[]) => [0, 1, 2, 3, 4, 5, 6].map((day) => days.includes(day))
const hours = (StartTime: number, EndTime: number): Hours => ({ StartTime, EndTime })

test.each([
  ['by day', 7, 19, [[1, 7, 19]]],
  ['until midnight', 19, 24, [[1, 19, 24]]],
  ['until midnight as hour 0', 19, 0, [[1, 19, 24]]],
  ['from midnight', 0, 6, [[1, 0, 6]]],
  [
    'overnight',
    22,
    6,
    [
      [1, 22, 24],
      [2, 0, 6],
    ],
  ],
  ['the whole day', 0, 24, [[1, 0, 24]]],
  ['the whole day as equal hours', 9, 9, [[1, 0, 24]]],
])('a window %s is split at midnight', (_, StartTime, EndTime, wanted) => {
  const parts = dayParts({ StartTime, EndTime, Days: on(1) })
  expect(parts.map(({ day, start, end }) => [day, start, end])).toEqual(wanted)
})

test('the morning of an overnight window belongs to the next day, from Saturday to Sunday too', () => {
  expect(dayParts({ ...hours(22, 6), Days: on(6) })).toEqual([
    { day: 6, start: 22, end: 24, fromDayBefore: false, runsOn: true },
    { day: 0, start: 0, end: 6, fromDayBefore: true, runsOn: false },
  ])
})

test.each([
  [hours(7, 19), on(1, 2, 3, 4, 5), 60],
  [hours(22, 6), on(1), 8],
  [hours(0, 24), on(0, 6), 48],
  [hours(7, 7), on(1), 24],
  [hours(19, 0), on(1), 5],
  [hours(7, 19), on(), 0],
])('%j on %j is open %d hours a week', (window, Days, wanted) => {
  expect(weekHours({ ...window, Days })).toBe(wanted)
})

test.each([
  ['moves in half hours', hours(7, 19), 8.2, hours(8, 19)],
  ['stays before the end', hours(7, 19), 22, hours(18.5, 19)],
  ['stays within the day', hours(7, 19), -3, hours(0, 19)],
  ['of an overnight window stays in the evening', hours(20, 6), 3, hours(6.5, 6)],
  ['of an overnight window stays before midnight', hours(20, 6), 26, hours(23.5, 6)],
  ['of a whole day keeps its end', hours(9, 9), 8, hours(8, 24)],
])('the start %s', (_, window, to, wanted) => {
  expect(moveStart(window, to)).toEqual(wanted)
})

test.each([
  ['moves in half hours', hours(7, 19), 17.3, hours(7, 17.5)],
  ['stays after the start', hours(7, 19), 2, hours(7, 7.5)],
  ['goes on past midnight', hours(20, 23), 30, hours(20, 6)],
  ['comes back from the next morning', hours(20, 6), 23, hours(20, 23)],
  ['reaches midnight', hours(7, 19), 24, hours(7, 24)],
  ['never makes the window a whole day long by accident', hours(7, 19), 40, hours(7, 6.5)],
  ['of a window from midnight stays within the day', hours(0, 6), 30, hours(0, 24)],
])('the end %s', (_, window, to, wanted) => {
  expect(moveEnd(window, to)).toEqual(wanted)
})

test('a rectangle over days and hours becomes a window, in whichever direction it is drawn', () => {
  const wanted = { ...hours(8, 15.5), Days: on(1, 2, 3, 4, 5) }
  const [monday, friday] = [
    { day: 1, hour: 8.3 },
    { day: 5, hour: 15.2 },
  ]
  expect(drawnWindow(monday, friday)).toEqual(wanted)
  expect(drawnWindow(friday, monday)).toEqual(wanted)
})

test('a rectangle of less than half an hour becomes half an hour, at the end of the day too', () => {
  expect(drawnWindow({ day: 0, hour: 10 }, { day: 0, hour: 10 })).toEqual({ ...hours(10, 10.5), Days: on(0) })
  expect(drawnWindow({ day: 0, hour: 24 }, { day: 0, hour: 24 })).toEqual({ ...hours(23.5, 24), Days: on(0) })
})

test('a common week is recognized however its whole day is written', () => {
  expect(isSameWindow(presets.always, { ...hours(5, 5), Days: presets.always.Days })).toBe(true)
  expect(isSameWindow(presets.always, presets.nights)).toBe(false)
})
