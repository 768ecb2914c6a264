import { beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../../test/memory-storage.ts'
import { clearOwnPlace, readOwnPlace, storeOwnPlace } from './own-place.ts'

beforeEach(() => vi.stubGlobal('localStorage', memoryStorage()))

const place = { siteId: 'a', zone: 'Europe/Berlin', readsAlerts: true }

test('the own site is remembered until it is cleared', () => {
  storeOwnPlace(place)
  expect(readOwnPlace()).toEqual(place)
  clearOwnPlace()
  expect(readOwnPlace()).toBeUndefined()
})

test.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['no object', '7'],
  ['a place without a zone', JSON.stringify({ siteId: 'a', readsAlerts: true })],
])('%s in the storage is no place', (_, text) => {
  if (text !== null) localStorage.setItem('eot.place', text)
  expect(readOwnPlace()).toBeUndefined()
})
