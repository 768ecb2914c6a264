import type { Point } from '@eot/contract/point'
import { type Address, addressKey, isSearchable } from './address.ts'

/** A site with the address and coordinates that determine its location. */
export interface PlacedSite extends Address {
  id: string
  name: string
  path: string
  latitude: number | null
  longitude: number | null
}

/** The stored result for an address. */
export interface KnownAddress {
  address: string
  latitude: number | null
  longitude: number | null
  name: string | null
  /** null: the service has never answered. */
  answeredAt: Date | null
  failures: number
}

export type SitePlace =
  | { kind: 'found'; site: PlacedSite; point: Point; name: string | null }
  /** This address must be looked up at the service first. */
  | { kind: 'unknown'; site: PlacedSite; address: string; failures: number }
  | { kind: 'none'; hasAddress: boolean }

/** Services learn new places, so an address that was not found is searched for again. */
const searchAgainMs = 7 * 86_400_000

/** Returns the addresses that may have to be looked up at the service. */
export const addressesOf = (sites: readonly PlacedSite[]): string[] => [
  ...new Set(sites.filter(isSearchable).map(addressKey)),
]

/**
 * Returns the place of the first of these sites; the others are those above it, nearest first. A point set manually takes
 * precedence over the address of the same site. A site with neither, or whose address is not found, has the place of the site
 * above.
 */
export function placeOf(
  sites: readonly PlacedSite[],
  known: ReadonlyMap<string, KnownAddress>,
  now: Date,
): SitePlace {
  let hasAddress = false
  for (const site of sites) {
    const own = pointOf(site)
    if (own) return { kind: 'found', site, point: own, name: null }
    if (!isSearchable(site)) continue
    hasAddress = true
    const address = addressKey(site)
    const answer = known.get(address)
    const found = answer && pointOf(answer)
    if (found) return { kind: 'found', site, point: found, name: answer.name }
    const answeredAt = answer?.answeredAt?.getTime()
    if (answeredAt === undefined || now.getTime() - answeredAt >= searchAgainMs)
      return { kind: 'unknown', site, address, failures: answer?.failures ?? 0 }
  }
  return { kind: 'none', hasAddress }
}

function pointOf({ latitude, longitude }: { latitude: number | null; longitude: number | null }) {
  return latitude === null || longitude === null ? undefined : { latitude, longitude }
}

/** Degrees, about 5 km from south to north. */
const cellSize = 0.05

/**
 * Returns the center of the square that contains a point. All sites in it share one request, and the service learns no address.
 */
export function cellOf({ latitude, longitude }: Point): Point {
  const round = (degrees: number) => Number((Math.round(degrees / cellSize) * cellSize).toFixed(2)) + 0 // turns -0 into 0
  const east = round(longitude)
  return { latitude: round(latitude), longitude: east === -180 ? 180 : east }
}
