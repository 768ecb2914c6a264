import type { SiteOverview } from '@eot/contract/site-tree'
import { type Severity, severities } from '@eot/contract/vocabulary'
import { ownFields, type SiteLayer } from './inheritance.ts'

export interface PlacedSite extends SiteLayer {
  parent_id: string | null
  is_active: boolean
  time_zone: string
}

export interface CountAt {
  siteId: string
  count: number
}

interface Counted {
  devices: readonly CountAt[]
  /** undefined: the caller may not know. */
  users: readonly CountAt[] | undefined
  openAlerts: readonly (CountAt & { severity: string })[]
}

/** What the top site has from those above it. */
interface Above {
  organizationType: string
  isInactive: boolean
}

/**
 * The rows of the tree table in the order in which it shows them, each with sums over the site and everything below it.
 * Expects the sites of one parent in order.
 */
export function overviewOf(
  sites: readonly PlacedSite[],
  { devices, users, openAlerts }: Counted,
  above: Above,
): SiteOverview[] {
  const rows = new Map<string, SiteOverview>()
  for (const site of inTreeOrder(sites)) {
    const parent = rows.get(site.parent_id ?? '')
    const organizationType = site.organization_type ?? parent?.OrganizationType ?? above.organizationType
    const isInactive = !site.is_active || (parent?.IsInactive ?? above.isInactive)
    rows.set(site.id, rowOf(site, { parent, organizationType, isInactive, hasUsers: users !== undefined }))
  }
  for (const { siteId, count } of devices) add(rows.get(siteId), { Devices: count })
  for (const { siteId, count } of users ?? []) add(rows.get(siteId), { Users: count })
  for (const { siteId, count, severity } of openAlerts)
    add(rows.get(siteId), {
      OpenAlerts: count,
      Severity: severities.find((known) => known === severity) ?? null,
    })
  const ordered = [...rows.values()]
  for (const row of ordered.toReversed())
    if (row.ParentSite !== null) {
      const parent = rows.get(row.ParentSite)
      add(parent, row)
      if (parent) parent.SitesBelow += 1
    }
  return ordered
}

/** Each site before those below it. The top is the one whose parent is not among them. */
function inTreeOrder(sites: readonly PlacedSite[]): PlacedSite[] {
  const children = Map.groupBy(sites, ({ parent_id }) => parent_id)
  const ids = new Set(sites.map(({ id }) => id))
  const ordered: PlacedSite[] = []
  const waiting = sites.filter(({ parent_id }) => parent_id === null || !ids.has(parent_id))
  for (let site = waiting.pop(); site; site = waiting.pop()) {
    ordered.push(site)
    waiting.push(...(children.get(site.id) ?? []).toReversed())
  }
  return ordered
}

interface Placement extends Above {
  parent: SiteOverview | undefined
  hasUsers: boolean
}

function rowOf(
  site: PlacedSite,
  { parent, organizationType, isInactive, hasUsers }: Placement,
): SiteOverview {
  return {
    Id: site.id,
    Name: site.name,
    ParentSite: parent?.Id ?? null,
    IsActive: site.is_active,
    IsInactive: isInactive,
    TimeZone: site.time_zone,
    OrganizationType: organizationType,
    SitesBelow: 0,
    Devices: 0,
    ...(hasUsers && { Users: 0 }),
    OpenAlerts: 0,
    Severity: null,
    Own: ownFields(site),
  }
}

type Sums = Partial<Pick<SiteOverview, 'SitesBelow' | 'Devices' | 'Users' | 'OpenAlerts' | 'Severity'>>

function add(
  row: SiteOverview | undefined,
  { SitesBelow = 0, Devices = 0, Users = 0, OpenAlerts = 0, Severity }: Sums,
) {
  if (!row) return
  row.SitesBelow += SitesBelow
  row.Devices += Devices
  if (row.Users !== undefined) row.Users += Users
  row.OpenAlerts += OpenAlerts
  row.Severity = moreSevere(row.Severity, Severity ?? null)
}

function moreSevere(a: Severity | null, b: Severity | null): Severity | null {
  if (a === null || b === null) return a ?? b
  return severities.indexOf(a) <= severities.indexOf(b) ? a : b
}
