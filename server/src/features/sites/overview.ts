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

/**
 * The rows of the tree table in the order in which it shows them, each with sums over the site and everything below it.
 * Expects parents before their children, and siblings in order.
 */
export function overviewOf(
  sites: readonly PlacedSite[],
  { devices, users, openAlerts }: Counted,
  organizationTypeAbove: string,
): SiteOverview[] {
  const rows = new Map(sites.map((site) => [site.id, rowOf(site)]))
  for (const { siteId, count } of devices) add(rows.get(siteId), { Devices: count })
  for (const { siteId, count } of users ?? []) add(rows.get(siteId), { Users: count })
  for (const { siteId, count, severity } of openAlerts)
    add(rows.get(siteId), {
      OpenAlerts: count,
      Severity: severities.find((known) => known === severity) ?? null,
    })
  const children = Map.groupBy(sites, ({ parent_id }) => parent_id)
  for (const site of sites) {
    const row = rows.get(site.id)
    const parent = rows.get(site.parent_id ?? '')
    if (!row) continue
    row.ParentSite = parent ? site.parent_id : null
    row.OrganizationType = site.organization_type ?? parent?.OrganizationType ?? organizationTypeAbove
    if (!users) delete row.Users
  }
  for (const site of sites.toReversed()) {
    const row = rows.get(site.id)
    if (row) add(rows.get(site.parent_id ?? ''), { ...row, SitesBelow: row.SitesBelow + 1 })
  }
  const ordered: SiteOverview[] = []
  const [top] = sites
  const waiting = top ? [top] : []
  for (let site = waiting.pop(); site; site = waiting.pop()) {
    const row = rows.get(site.id)
    if (row) ordered.push(row)
    waiting.push(...(children.get(site.id) ?? []).toReversed())
  }
  return ordered
}

function rowOf(site: PlacedSite): SiteOverview {
  return {
    Id: site.id,
    Name: site.name,
    ParentSite: null,
    IsActive: site.is_active,
    TimeZone: site.time_zone,
    OrganizationType: '',
    SitesBelow: 0,
    Devices: 0,
    Users: 0,
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
