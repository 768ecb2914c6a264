import { expect, test } from 'vitest'
import { parseHistoricalSearch } from './historical-search.ts'

test('valid values are kept, with sensors in their usual order', () => {
  const searchFilters = { range: 'today', sensors: ['TVOC', 'vape'], compare: 'before' }
  expect(parseHistoricalSearch({ deviceId: 'a', view: 'table', searchFilters })).toEqual({
    deviceId: 'a',
    view: 'table',
    searchFilters: { range: 'today', sensors: ['vape', 'TVOC'], compare: 'before' },
  })
})

test('up to six devices are kept, once each, and the second one of older addresses', () => {
  const deviceId = ['a', 'b', 'a', 'c', 4, 'd', 'e', 'f', 'g']
  expect(parseHistoricalSearch({ deviceId }).deviceId).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  expect(parseHistoricalSearch({ deviceId: ['a'] }).deviceId).toBe('a')
  expect(parseHistoricalSearch({ deviceId: 'a', searchFilters: { compare: 'b' } })).toEqual({
    deviceId: ['a', 'b'],
  })
})

test.each([
  [{ deviceId: 4, view: 'pie', searchFilters: 'x' }],
  [{ deviceId: '', searchFilters: { range: 'eternity', sensors: ['smell', 4], compare: 7 } }],
  [{ searchFilters: { range: 'custom', startTime: 'now' } }],
])('drops what is not: %j', (given) => {
  expect(parseHistoricalSearch(given)).toEqual({})
})

test('parsing the result again changes nothing', () => {
  const given = { deviceId: 'a', searchFilters: { dates: [1, 2], sensors: ['CO'], compare: 'before' } }
  const once = parseHistoricalSearch(given)
  expect(once.searchFilters).toMatchObject({ range: 'custom', startTime: 1, endTime: 2 })
  expect(parseHistoricalSearch({ ...once })).toEqual(once)
})
