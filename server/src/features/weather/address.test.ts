import { expect, test } from 'vitest'
import { addressKey, choosePlace, type Found, isSearchable, placeName, searchTerms } from './address.ts'

const place = (given: Partial<Found>): Found => ({
  name: 'Springfield',
  latitude: 1,
  longitude: 2,
  state: '',
  country: 'United States',
  countryCode: 'US',
  postcodes: [],
  ...given,
})
const missouri = place({ state: 'Missouri', postcodes: ['65802'] })
const illinois = place({ state: 'Illinois', postcodes: ['62701'] })
const bavaria = place({ name: 'Munich', state: 'Bavaria', country: 'Germany', countryCode: 'DE' })
const address = { city: 'Springfield', zip: '', state: '', country: '' }

test.each([
  ['the most relevant without more to go by', {}, missouri],
  ['the one in the state', { state: 'Illinois' }, illinois],
  ['the one in the state as letters', { state: 'il' }, illinois],
  ['the one with the postal code, whatever the state', { zip: '62701', state: 'Missouri' }, illinois],
  ['the most relevant in an unknown state', { state: 'Freedonia' }, missouri],
  ['one of the country', { country: 'USA' }, missouri],
  ['one of the country by its code', { country: 'us' }, missouri],
  ['one of the country in another language', { country: 'Vereinigte Staaten' }, missouri],
  ['the one in the country', { country: 'Deutschland' }, bavaria],
  ['none in another country', { country: 'France' }, undefined],
])('an address means %s', (_title, given, expected) => {
  expect(choosePlace({ ...address, ...given }, [missouri, illinois, bavaria])).toBe(expected)
})

test('an address without results means no place', () => {
  expect(choosePlace(address, [])).toBeUndefined()
})

test('addresses that differ only in spelling are equal', () => {
  const key = addressKey({ city: 'Zürich', zip: '8001', state: 'St. Gallen', country: 'Schweiz' })
  expect(addressKey({ city: ' ZURICH ', zip: '8001', state: 'st  gallen', country: 'schweiz' })).toBe(key)
  expect(addressKey({ city: 'Zürich', zip: '8002', state: 'St. Gallen', country: 'Schweiz' })).not.toBe(key)
})

test.each([
  [{ city: 'Northfield', zip: '55057' }, ['Northfield', '55057']],
  [{ city: '', zip: '55057' }, ['55057']],
  [{ city: ' ', zip: '' }, []],
  [{ city: 'Å', zip: '' }, []],
])('%j is searched for by %j', (given, terms) => {
  expect(searchTerms(given)).toEqual(terms)
  expect(isSearchable({ ...address, ...given })).toBe(terms.length > 0)
})

test('a place is named with its state and country, each once', () => {
  expect(placeName(illinois)).toBe('Springfield, Illinois, United States')
  expect(placeName(place({ name: 'Singapore', country: 'Singapore' }))).toBe('Singapore')
})
