import { expect, test } from 'vitest'
import { hoursCovered, parseAlertSearch } from './alert-search.ts'

const read = (searchFilters: unknown) => parseAlertSearch({ searchFilters }).searchFilters

test('an empty address means the default list', () => {
  expect(parseAlertSearch({})).toEqual({ searchFilters: undefined, page: undefined, alert: undefined })
})

test('every filter is parsed', () => {
  const searchFilters = {
    range: 'last7days',
    rangeBy: 'Start',
    type: ['Vape', 'CO'],
    device: ['d1'],
    group: ['g1'],
    site: ['s1'],
    severity: ['Critical'],
    days: [1, 5],
    hours: [6, 18],
    timeZone: 'America/St_Johns',
    confirmed: false,
    ongoing: true,
    search: 'gym',
    sortBy: 'Duration',
    order: 'asc',
  }
  expect(parseAlertSearch({ searchFilters, page: 2, alert: 'a1' })).toEqual({
    searchFilters,
    page: 2,
    alert: 'a1',
  })
})

test('parsing the result again changes nothing', () => {
  const once = parseAlertSearch({
    searchFilters: { dates: [5, 9], type: ['Vape', 'Nonsense'] },
    page: '3',
    alert: 7,
  })
  expect(parseAlertSearch({ ...once })).toEqual(once)
})

test.each([
  ['a preset', { range: 'last7days' }, { range: 'last7days' }],
  [
    'a preset with its times',
    { range: 'last7days', startTime: 5, endTime: 9 },
    { range: 'last7days', startTime: 5, endTime: 9 },
  ],
  [
    'a preset beside a pair of dates',
    { range: 'today', dates: [5, 9] },
    { range: 'today', startTime: 5, endTime: 9 },
  ],
  ['a start that is not before its end', { startTime: 9, endTime: 9 }, undefined],
  ['a reversed pair of dates', { dates: [9, 5] }, undefined],
  ['a start and an end', { startTime: 5, endTime: 9 }, { range: 'custom', startTime: 5, endTime: 9 }],
  ['a pair of dates', { dates: [5, 9] }, { range: 'custom', startTime: 5, endTime: 9 }],
  [
    'a pair of dates beside a start',
    { startTime: 7, dates: [5, 9] },
    { range: 'custom', startTime: 7, endTime: 9 },
  ],
])('the range of %s', (_, given, expected) => {
  expect(read(given)).toEqual(expected)
})

test.each([
  { type: ['Nonsense'] },
  { severity: 'Critical' },
  { days: [7, -1, 1.5] },
  { hours: [6] },
  { hours: [6, 6] },
  { hours: [24, 2] },
  { timeZone: 'Mars/Olympus' },
  { timeZone: '+05:00' },
  { timeZone: 5 },
  { confirmed: 'yes' },
  { search: '  ' },
  { sortBy: 'password' },
  { range: 'lastcentury' },
  { startTime: Number.NaN },
  'text',
  null,
])('%o sets no filter', (given) => {
  expect(read(given)).toBeUndefined()
})

test('a device in the address becomes a device filter', () => {
  expect(parseAlertSearch({ deviceId: 'd1' })).toMatchObject({ searchFilters: { device: ['d1'] } })
  expect(parseAlertSearch({ deviceId: ['d1', 'd2'] })).toMatchObject({
    searchFilters: { device: ['d1', 'd2'] },
  })
})

test('hours exclude the end and may span midnight', () => {
  expect(hoursCovered([6, 9])).toEqual([6, 7, 8])
  expect(hoursCovered([22, 2])).toEqual([22, 23, 0, 1])
  expect(hoursCovered([0, 24])).toHaveLength(24)
})
