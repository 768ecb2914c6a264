import { defaultStandard, type RatingStandard } from '@eot/contract/rating-standards'
import { pathBelow, siteIdsOf } from '../../access/site-path.ts'

/** Returns the standard in effect at a site: its own, or else that of the nearest site above that sets one. */
export function standardAt(path: string, own: ReadonlyMap<string, RatingStandard>): RatingStandard {
  let [above, found]: [string, RatingStandard] = ['', defaultStandard]
  if (own.size === 0) return found
  for (const id of siteIdsOf(path)) {
    above = pathBelow(above, id)
    found = own.get(above) ?? found
  }
  return found
}
