import type { SearchHits } from '@eot/contract/search'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { hitGroups, matchingGroups } from './palette-items.ts'

const campus = { Id: 'site-1', Name: 'North Campus' }
const hits: SearchHits = {
  Sites: [{ ...campus, Path: [], IsInactive: false }],
  Devices: [
    {
      Id: 'device-1',
      Name: 'Gym',
      Mac: 'A4:CF:12:4E:00:1F',
      Site: campus,
      Path: [campus],
      Status: 'ONLINE',
      Unwatched: null,
    },
  ],
  Users: [],
}
const key = ((name: string) => name) as unknown as TFunction // the names of texts are enough here
const titles = (text: string) =>
  hitGroups(key, hits, { text, canOpenUsers: true, overviews: [] }).map(({ title }) => title)

test.each([
  ['campus', ['palette.sites', 'palette.devices']],
  ['gym', ['palette.devices', 'palette.sites']],
  ['a4:cf', ['palette.devices', 'palette.sites']],
])('a search for %s lists first the kinds whose names match', (text, order) => {
  expect(titles(text)).toEqual(order)
})

test('of the hits of an earlier search, those that a longer text does not match are left out', () => {
  const groups = hitGroups(key, hits, { text: 'north', canOpenUsers: true, overviews: [] })
  const names = (text: string) =>
    matchingGroups(groups, text).flatMap(({ items }) => items.map(({ name }) => name))
  expect(names('north campus')).toEqual(['North Campus', 'Gym'])
  expect(names('north gym')).toEqual(['Gym'])
  expect(names('north hall')).toEqual([])
})
