import type { Site, SiteTreeNode } from '@eot/contract/sites'
import type { Named } from '@eot/contract/wire'
import { isWithin } from '../../access/site-path.ts'
import type { SiteRow, SubtreeRow } from './sites.queries.ts'

export interface SiteSurroundings {
  parents: readonly Named[]
  children: readonly Named[]
}

/** The parent is named only if the caller may see it; a user's own site shows none. */
export function siteToWire(site: SiteRow, callerPath: string, { parents, children }: SiteSurroundings): Site {
  const { Rules: _rules, ...Settings } = site.settings
  const parentVisible = site.parent_path !== null && isWithin(site.parent_path, callerPath)
  return {
    Id: site.id,
    Name: site.name,
    Address: site.address,
    City: site.city,
    State: site.state,
    Zip: site.zip,
    Country: site.country,
    TimeZone: site.time_zone,
    IsActive: site.is_active,
    OrganizationType: site.organization_type,
    SubscriptionType: site.subscription_type,
    ParentSite:
      parentVisible && site.parent_id !== null && site.parent_name !== null
        ? { Id: site.parent_id, Name: site.parent_name }
        : null,
    ParentSites: [...parents],
    SubSites: [...children],
    Settings,
  }
}

/** Fields only for users who may view sites. */
export function administrativeFields(
  site: SiteRow,
): Pick<Site, 'TenantId' | 'ForceRoleTwoFactorAuth' | 'Settings'> {
  return {
    TenantId: site.tenant_id,
    ForceRoleTwoFactorAuth: site.force_role_two_factor,
    Settings: site.settings,
  }
}

/** Expects parents before children in `rows`; returns the tree whose top site is `topId`. */
export function treeToWire(rows: readonly SubtreeRow[], topId: string): SiteTreeNode | undefined {
  const nodes = new Map<string, SiteTreeNode>()
  for (const { id, parentId, name } of rows) {
    const node: SiteTreeNode = { Id: id, Name: name, SubSites: [] }
    nodes.set(id, node)
    if (parentId !== null) nodes.get(parentId)?.SubSites.push(node)
  }
  return nodes.get(topId)
}
