import type { ScheduleEntry } from '@eot/contract/schedule'
import { weekdayFields } from '@eot/contract/weekdays'
import { expect, test } from 'vitest'
import { blocksOf, isAlways } from './calendar.ts'

type Window = readonly [day: number, start: number, end: number, fromDayBefore?: boolean]

function entry(name: string, StartTime: number, EndTime: number, windows: readonly Window[]): ScheduleEntry {
  const own = new Set(windows.filter(([, , , fromDayBefore]) => !fromDayBefore).map(([day]) => day))
  return {
    Subscription: { Id: name, Name: name },
    Site: { Id: 'site', Name: 'School' },
    Opens: true,
    When: 'AtOnce',
    ByName: true,
    Lists: [],
    AlertTypes: 'All',
    Events: ['AlertStarted'],
    StartTime,
    EndTime,
    ...(Object.fromEntries(weekdayFields.map((day, index) => [day, own.has(index)])) as Record<
      (typeof weekdayFields)[number],
      boolean
    >),
    PausedUntil: null,
    Windows: windows.map(([DayOfWeek, start, end, FromDayBefore = false]) => ({
      DayOfWeek,
      StartTime: start,
      EndTime: end,
      FromDayBefore,
    })),
  }
}

const shown = (entries: readonly ScheduleEntry[], day: number) =>
  blocksOf(entries, day).map(({ entry: { Subscription }, start, end, place, places }) => [
    Subscription.Name,
    start,
    end,
    `${place + 1}/${places}`,
  ])

test('windows that do not overlap take the whole width', () => {
  const day = entry('Day', 7, 17, [[1, 7, 17]])
  const evening = entry('Evening', 17, 20, [[1, 17, 20]])
  expect(shown([evening, day], 1)).toEqual([
    ['Day', 7, 17, '1/1'],
    ['Evening', 17, 20, '1/1'],
  ])
  expect(shown([day], 2)).toEqual([])
})

test('windows that overlap stand side by side, and a place that is free again is used again', () => {
  const entries = [
    entry('Long', 6, 18, [[1, 6, 18]]),
    entry('Early', 7, 9, [[1, 7, 9]]),
    entry('Late', 9, 12, [[1, 9, 12]]),
    entry('Night', 18, 20, [[1, 18, 20]]),
  ]
  expect(shown(entries, 1)).toEqual([
    ['Long', 6, 18, '1/2'],
    ['Early', 7, 9, '2/2'],
    ['Late', 9, 12, '2/2'],
    ['Night', 18, 20, '1/1'],
  ])
})

test('an overnight window continues past midnight in the evening, and in the morning belongs to the day before', () => {
  const night = entry('Night', 20, 6, [
    [1, 20, 24],
    [2, 0, 6, true],
  ])
  expect(blocksOf([night], 1)).toMatchObject([{ runsOn: true, fromDayBefore: false }])
  expect(blocksOf([night], 2)).toMatchObject([{ runsOn: false, fromDayBefore: true }])
  const evening = entry('Evening', 20, 0, [[1, 20, 24]])
  expect(blocksOf([evening], 1)).toMatchObject([{ runsOn: false }])
})

test('an entry that applies at all hours of every day is not a block', () => {
  const always = entry(
    'Always',
    0,
    24,
    [0, 1, 2, 3, 4, 5, 6].map((day) => [day, 0, 24] as const),
  )
  const sundays = entry('Sundays', 0, 24, [[0, 0, 24]])
  expect(isAlways(always)).toBe(true)
  expect(isAlways(sundays)).toBe(false)
  expect(shown([always, sundays], 0)).toEqual([['Sundays', 0, 24, '1/1']])
})
