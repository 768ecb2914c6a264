/** The data that the requests of a page depend on. */
export interface Place {
  siteId: string
  /** IANA time zone of the site. */
  zone: string
  readsAlerts: boolean
}

const key = 'eot.place'

/**
 * Remembers the user's own site, so that the next page load can request its data at once. Only a guess: the next
 * session asks the server again, and what was requested for a wrong site is not used.
 */
export const storeOwnPlace = (place: Place): void => localStorage.setItem(key, JSON.stringify(place))

export const clearOwnPlace = (): void => localStorage.removeItem(key)

/** undefined: nothing usable is stored. */
export function readOwnPlace(): Place | undefined {
  try {
    const place: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isPlace(place) ? place : undefined
  } catch {
    return undefined
  }
}

const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' &&
  value !== null &&
  'siteId' in value &&
  typeof value.siteId === 'string' &&
  'zone' in value &&
  typeof value.zone === 'string' &&
  'readsAlerts' in value &&
  typeof value.readsAlerts === 'boolean'
