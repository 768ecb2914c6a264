import type { Named } from '@eot/contract/wire'

/** Sorts by name, ignoring case (spec 2). */
export function byName<Site extends Named>(sites: readonly Site[]): Site[] {
  return sites.toSorted((a, b) => a.Name.localeCompare(b.Name, undefined, { sensitivity: 'base' }))
}
