import type { Point } from '@eot/contract/point'
import { usStates } from './us-states.ts'

/** The location of a site as entered. A street is too precise for the weather, and is never sent. */
export interface Address {
  city: string
  zip: string
  state: string
  country: string
}

/** A place that the weather service found by name. */
export interface Found extends Point {
  name: string
  state: string
  country: string
  countryCode: string
  postcodes: readonly string[]
}

/** Normalizes insignificant differences in spelling: case, accents, periods, repeated spaces. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}|\./gu, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase()

/** Returns whether the address can be searched for. */
export const isSearchable = ({ city, zip }: Address): boolean => searchTerms({ city, zip }).length > 0

/** Returns the search terms, best first. Services find nothing by a single character. */
export const searchTerms = ({ city, zip }: Pick<Address, 'city' | 'zip'>): string[] =>
  [city, zip].map((term) => term.trim()).filter((term) => term.length > 1)

/** Returns a key that is equal for all spellings of an address that find the same place. */
export const addressKey = ({ city, zip, state, country }: Address): string =>
  [city, zip, state, country].map(plain).join('|')

/**
 * Returns the place that an address means, among those found by its city or postal code, most relevant first. A given country
 * must match: the weather of another continent is worse than none. The postal code and the state are only used to choose
 * between several.
 */
export function choosePlace(address: Address, found: readonly Found[]): Found | undefined {
  const { zip, state, country } = address
  const inCountry = found.filter((place) => country.trim() === '' || isCountry(country, place))
  const rank = (place: Found) =>
    (zip.trim() !== '' && place.postcodes.some((code) => plain(code) === plain(zip)) ? 2 : 0) +
    (state.trim() !== '' && isState(state, place) ? 1 : 0)
  return inCountry.toSorted((a, b) => rank(b) - rank(a))[0]
}

/** "Northfield, Minnesota, United States" */
export const placeName = ({ name, state, country }: Found): string =>
  [...new Set([name, state, country])].filter((part) => part !== '').join(', ')

function isState(given: string, { state, countryCode }: Found): boolean {
  const full = countryCode === 'US' ? usStates[given.trim().toUpperCase().replaceAll('.', '')] : undefined
  return plain(full ?? given) === plain(state)
}

/** Common names of countries besides their official names and codes. */
const otherNames: Readonly<Record<string, string>> = {
  usa: 'US',
  'united states of america': 'US',
  america: 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  holland: 'NL',
}
const languages = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt']

function isCountry(given: string, { country, countryCode }: Found): boolean {
  const wanted = plain(given)
  if (wanted === plain(country) || wanted === countryCode.toLowerCase()) return true
  return otherNames[wanted] === countryCode || namesOf(countryCode).has(wanted)
}

const knownNames = new Map<string, ReadonlySet<string>>()

function namesOf(countryCode: string): ReadonlySet<string> {
  const known = knownNames.get(countryCode)
  if (known || !/^[A-Z]{2}$/.test(countryCode)) return known ?? new Set()
  const names = languages.map((language) =>
    plain(new Intl.DisplayNames([language], { type: 'region' }).of(countryCode) ?? ''),
  )
  const set = new Set(names)
  knownNames.set(countryCode, set)
  return set
}
