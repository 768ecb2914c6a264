import { expect, test } from 'vitest'
import { parseActivitySearch } from './activity-search.ts'

const id = '0199a0f0-1c1b-7d3e-8a52-2f6c9b1d4e77'

test('sites, groups, devices and types are read from the address, and reading again changes nothing', () => {
  const searchFilters = { range: 'last7days', site: [id], group: [id], device: [id], type: ['Vape'] }
  const read = parseActivitySearch({ searchFilters, cell: [4, 11] })
  expect(read).toMatchObject({ searchFilters, cell: [4, 11] })
  expect(parseActivitySearch({ ...read })).toEqual(read)
})

test('values that are no ids, types, ranges or cells are dropped, so that no request is refused for them', () => {
  const invalid = { site: ['x', 3], group: id, type: ['Nonsense'], range: 'soon' }
  // With the keys, since the router keeps what the address has for those that are missing.
  const nothing = { searchFilters: undefined, cell: undefined }
  for (const searchFilters of [invalid, 'text', null])
    expect(parseActivitySearch({ searchFilters, cell: 'noon' })).toStrictEqual(nothing)
  expect(parseActivitySearch({ searchFilters: { device: ['x', id] }, cell: [7, 0] })).toEqual({
    searchFilters: { device: [id] },
  })
})
