import { expect, test } from 'vitest'
import { sharedSearch } from './shared-search.ts'

const range = { startTime: 5, endTime: 9 }

test('a preset becomes the times that are shown, beside the other filters, and the site is named', () => {
  const search = { view: 'table', searchFilters: { range: 'today', sensors: ['CO'] } } as const
  expect(sharedSearch(search, range, 'a')).toEqual({
    siteId: 'a',
    view: 'table',
    searchFilters: { range: 'custom', ...range, sensors: ['CO'] },
  })
  expect(sharedSearch({}, range, 'a').searchFilters).toEqual({ range: 'custom', ...range })
})

test('all time has no start to name', () => {
  const search = { searchFilters: { range: 'alltime' } } as const
  expect(sharedSearch(search, { startTime: 0, endTime: 9 }, 'a').searchFilters).toEqual({ range: 'alltime' })
})
