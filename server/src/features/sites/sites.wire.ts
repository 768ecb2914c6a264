import { pointText } from '@eot/contract/point'
import type { SiteSettings } from '@eot/contract/settings'
import type { InheritedField, Site } from '@eot/contract/site-fields'
import type { SitePath, SiteTreeNode } from '@eot/contract/sites'
import type { Named } from '@eot/contract/wire'
import { isWithin } from '../../access/site-path.ts'
import {
  effectiveValue,
  forcedRoles,
  inactiveAt,
  type SiteLayer,
  type ValueField,
  valueFields,
} from './inheritance.ts'
import type { SiteRow, SubtreeRow } from './sites.queries.ts'

export interface SiteSurroundings {
  /** From the root down to the site itself. */
  layers: readonly SiteLayer[]
  /** Undefined if they are not requested. */
  parents?: readonly Named[]
  children?: readonly (Named & { isActive: boolean })[]
  /** Role names by id, highest priority first. */
  roles?: ReadonlyMap<string, string>
}

/** Converts a site. The parent is named only if the caller may see it; a user's own site shows none. */
export function siteToWire(site: SiteRow, callerPath: string, around: SiteSurroundings): Site {
  const { layers, parents, children } = around
  const parentVisible = site.parent_path !== null && isWithin(site.parent_path, callerPath)
  const value = (field: ValueField) => effectiveValue(layers, field).value
  return {
    Id: site.id,
    Name: site.name,
    Address: site.address,
    City: site.city,
    State: site.state,
    Zip: site.zip,
    Country: site.country,
    Point: pointOf(site),
    TimeZone: site.time_zone,
    IsActive: site.is_active,
    Inactive: inactiveToWire(layers, callerPath),
    OrganizationType: value('OrganizationType') ?? '',
    SubscriptionType: value('SubscriptionType') ?? '',
    ParentSite:
      parentVisible && site.parent_id !== null && site.parent_name !== null
        ? { Id: site.parent_id, Name: site.parent_name }
        : null,
    ...(parents && { ParentSites: [...parents] }),
    ...(children && { SubSites: children.map(({ Id, Name }) => ({ Id, Name })) }),
    Settings: settingsInEffect(layers),
  }
}

/** Returns the point that was set manually, or an empty text. */
export const pointOf = ({ latitude, longitude }: Pick<SiteRow, 'latitude' | 'longitude'>): string =>
  latitude === null || longitude === null ? '' : pointText({ latitude, longitude })

/** Returns the inactive site that stops the alerts at the last of these, named unless it is above the caller's own. */
export function inactiveToWire(layers: readonly SiteLayer[], callerPath: string): Site['Inactive'] {
  const inactive = inactiveAt(layers)
  return inactive ? { Site: isAbove(inactive, callerPath) ? null : namedSite(inactive) } : null
}

const isAbove = ({ id }: SiteLayer, callerPath: string) =>
  callerPath.includes(`${id}/`) && !callerPath.endsWith(`${id}/`)
const namedSite = ({ id, name }: SiteLayer): Named => ({ Id: id, Name: name })

/** Returns a site's position in the tree, with the state of each site in it. */
export function pathToWire(site: SiteRow, callerPath: string, around: SiteSurroundings): SitePath {
  const { layers, parents = [], children = [] } = around
  const isInactive = (count: number) => inactiveAt(layers.slice(0, count)) !== undefined
  const firstParent = layers.length - 1 - parents.length
  return {
    siteId: site.id,
    name: site.name,
    parentSites: parents.map((parent, index) => ({
      ...parent,
      IsInactive: isInactive(firstParent + index + 1),
    })),
    subSites: children.map(({ Id, Name, isActive }) => ({
      Id,
      Name,
      IsInactive: !isActive || isInactive(layers.length),
    })),
    timeZone: site.time_zone,
    inactive: inactiveToWire(layers, callerPath),
  }
}

/** Returns the settings in effect without the alert rules. */
function settingsInEffect(layers: readonly SiteLayer[]): SiteSettings {
  const names = [
    'Theme',
    'Measurement',
    'RatingsDefault',
    'DashboardDefault',
    'Language',
    'RatingStandard',
  ] as const
  const known = names.flatMap((name) => {
    const { value } = effectiveValue(layers, `Settings.${name}`)
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(known) as SiteSettings // each value comes from stored settings
}

/** Returns the fields for users who may view sites. Sources above the caller's own site are not named. */
export function administrativeFields(
  site: SiteRow,
  callerPath: string,
  { layers, roles }: SiteSurroundings,
): Partial<Site> {
  const { Rules } = site.settings
  return {
    TenantId: effectiveValue(layers, 'TenantId').value ?? null,
    ForceRoleTwoFactorAuth: [...forcedRoles(layers).keys()].map((Id) => ({ Id, Value: true })),
    Settings: { ...settingsInEffect(layers), ...(Rules && { Rules }) },
    ...(roles && sourcesOf(layers, callerPath, roles)),
    CreatedAt: site.created_at.toISOString(),
    Version: site.version,
  }
}

function sourcesOf(
  layers: readonly SiteLayer[],
  callerPath: string,
  roles: ReadonlyMap<string, string>,
): Pick<Site, 'Sources' | 'TwoFactorRoles'> {
  const named = (layer: SiteLayer) => (isAbove(layer, callerPath) ? null : namedSite(layer))
  const sources: Partial<Record<InheritedField, Named | null>> = {}
  for (const field of valueFields) {
    const { source } = effectiveValue(layers, field)
    if (source) sources[field] = named(source)
  }
  const forced = forcedRoles(layers)
  const roleOf = ([Id, Name]: [string, string]) => {
    const source = forced.get(Id)
    return { Id, Name, IsRequired: source !== undefined, Source: source ? named(source) : null }
  }
  return { Sources: sources, TwoFactorRoles: [...roles].map(roleOf) }
}

/** Returns the tree whose top site is `topId`, below the sites `above`; siblings stay in the order of `rows`. */
export function treeToWire(
  rows: readonly SubtreeRow[],
  topId: string,
  above: readonly SiteLayer[],
): SiteTreeNode | undefined {
  const nodes = new Map<string, SiteTreeNode>()
  for (const { id, name, isActive } of rows)
    nodes.set(id, { Id: id, Name: name, IsInactive: !isActive, SubSites: [] })
  for (const { id, parentId } of rows) {
    const node = nodes.get(id)
    if (node && parentId !== null) nodes.get(parentId)?.SubSites.push(node)
  }
  const top = nodes.get(topId)
  if (top) spreadInactive(top, inactiveAt(above) !== undefined)
  return top
}

function spreadInactive(node: SiteTreeNode, isInactiveAbove: boolean): void {
  node.IsInactive ||= isInactiveAbove
  for (const below of node.SubSites) spreadInactive(below, node.IsInactive)
}
