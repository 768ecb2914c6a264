import type { Named } from '@eot/contract/wire'
import { compareTexts } from '../../texts/lists.ts'

/** Sorts by name, ignoring case (spec 2). */
export function byName<Site extends Named>(sites: readonly Site[]): Site[] {
  return sites.toSorted((a, b) => compareTexts(a.Name, b.Name, { sensitivity: 'base' }))
}
