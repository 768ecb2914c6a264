import type { SiteOverview } from '@eot/contract/site-tree'
import { type Severity, severities } from '@eot/contract/vocabulary'
import { siteIdsOf } from '../../access/site-path.ts'
import { effectiveValue, inactiveAt, type SiteLayer, settingSources } from './inheritance.ts'
import type { SiteTotal } from './site-totals.ts'

export interface PlacedSite {
  id: string
  path: string
  timeZone: string
}

export interface OpenAlerts {
  sitePath: string
  severity: string
  count: number
}

interface Around {
  /** The values that each of the sites and those above them set. */
  layers: readonly SiteLayer[]
  /** The total of each site, including everything below it. */
  totals: ReadonlyMap<string, SiteTotal>
  /** Open alerts raised at any of the sites. */
  openAlerts: readonly OpenAlerts[]
  /** Sites above it are not named. */
  callerPath: string
  /** Whether the caller may know the number of users. */
  hasUsers: boolean
}

/** Returns sites as the tree table shows them, each with sums over the site and everything below it. */
export function overviewOf(
  sites: readonly PlacedSite[],
  { layers, totals, openAlerts, callerPath, hasUsers }: Around,
): SiteOverview[] {
  const layerById = new Map(layers.map((layer) => [layer.id, layer]))
  const alerts = alertsBelow(new Set(sites.map(({ id }) => id)), openAlerts)
  return sites.flatMap((site) => {
    const path = siteIdsOf(site.path).flatMap((id) => layerById.get(id) ?? [])
    const own = path.at(-1)
    if (own?.id !== site.id) return [] // deleted in the meantime
    return {
      Id: site.id,
      Name: own.name,
      IsActive: own.is_active,
      IsInactive: inactiveAt(path) !== undefined,
      TimeZone: site.timeZone,
      OrganizationType: effectiveValue(path, 'OrganizationType').value ?? '',
      Devices: totals.get(site.id)?.devices ?? 0,
      ...(hasUsers && { Users: totals.get(site.id)?.users ?? 0 }),
      OpenAlerts: alerts.get(site.id)?.count ?? 0,
      Severity: alerts.get(site.id)?.severity ?? null,
      Sources: sourcesOf(path, callerPath),
    }
  })
}

function sourcesOf(path: readonly SiteLayer[], callerPath: string): SiteOverview['Sources'] {
  const above = new Set(siteIdsOf(callerPath).slice(0, -1))
  const sources: SiteOverview['Sources'] = []
  for (const { site, fields } of settingSources(path)) {
    const Site = site && !above.has(site.id) ? { Id: site.id, Name: site.name } : null
    const last = sources.at(-1)
    // Values from above the caller's own site look the same as values that are set nowhere.
    if (Site === null && last?.Site === null) last.Fields.push(...fields)
    else sources.push({ Site, Fields: fields })
  }
  return sources
}

interface AlertsBelow {
  count: number
  /** The highest one. */
  severity: Severity | null
}

function alertsBelow(
  siteIds: ReadonlySet<string>,
  openAlerts: readonly OpenAlerts[],
): ReadonlyMap<string, AlertsBelow> {
  const below = new Map<string, AlertsBelow>()
  for (const { sitePath, severity, count } of openAlerts)
    for (const id of siteIdsOf(sitePath)) {
      if (!siteIds.has(id)) continue
      const known = below.get(id) ?? { count: 0, severity: null }
      below.set(id, { count: known.count + count, severity: moreSevere(known.severity, severity) })
    }
  return below
}

const moreSevere = (known: Severity | null, other: string): Severity | null =>
  severities.find((severity) => severity === known || severity === other) ?? null
