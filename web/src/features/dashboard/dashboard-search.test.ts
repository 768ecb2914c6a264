import { expect, test } from 'vitest'
import { parseDashboardSearch } from './dashboard-search.ts'

test('the range of the cards is read from the address, and reading again changes nothing', () => {
  for (const searchFilters of [{ range: 'thisyear' }, { range: 'custom', startTime: 1000, endTime: 2000 }]) {
    const read = parseDashboardSearch({ searchFilters })
    expect(read).toEqual({ searchFilters })
    expect(parseDashboardSearch({ ...read })).toEqual(read)
  }
})

test('a range that does not exist is dropped, so that the page shows its default', () => {
  // With the key, since the router keeps what the address has if it is missing.
  for (const searchFilters of [{ range: 'soon', startTime: 'now' }, 'text', undefined])
    expect(parseDashboardSearch({ searchFilters })).toStrictEqual({ searchFilters: undefined })
})
