import type { InheritedField } from '@eot/contract/site-fields'
import { inheritedFields } from '@eot/contract/site-fields'
import type { SiteOverview } from '@eot/contract/site-tree'

/** The sites of an overview with their places in the tree. Built once for each answer. */
export interface SiteTree {
  /** In the order of the tree: each site before those below it. */
  sites: readonly SiteOverview[]
  byId: ReadonlyMap<string, SiteOverview>
  /** 0 for the top. */
  depth: ReadonlyMap<string, number>
}

export function siteTree(sites: readonly SiteOverview[]): SiteTree {
  const depth = new Map<string, number>()
  for (const { Id, ParentSite } of sites)
    depth.set(Id, ParentSite === null ? 0 : (depth.get(ParentSite) ?? 0) + 1)
  return { sites, byId: new Map(sites.map((site) => [site.Id, site])), depth }
}

export interface TreeRow {
  site: SiteOverview
  depth: number
  /** Shown only because a match is below it. */
  isAncestor: boolean
  /** undefined: nothing is below it. */
  isOpen: boolean | undefined
}

export interface TreeView {
  search: string
  show: 'active' | 'inactive' | 'all'
  /** Sites whose sub-sites are shown. While searching, all matches are shown. */
  open: ReadonlySet<string>
}

/** The rows to show. A search or filter keeps the sites above each match. */
export function treeRows(tree: SiteTree, { search, show, open }: TreeView): TreeRow[] {
  const words = search.trim().toLowerCase()
  const isShown = ({ IsInactive }: SiteOverview) => show === 'all' || IsInactive === (show === 'inactive')
  const matches = (site: SiteOverview) => isShown(site) && site.Name.toLowerCase().includes(words)
  if (words === '' && show !== 'inactive') return openRows(tree, open, isShown)
  const kept = new Set<string>()
  for (const site of tree.sites) if (matches(site)) for (const { Id } of pathTo(tree, site)) kept.add(Id)
  return tree.sites
    .filter(({ Id }) => kept.has(Id))
    .map((site) => ({
      site,
      depth: tree.depth.get(site.Id) ?? 0,
      isAncestor: !matches(site),
      isOpen: site.SitesBelow > 0 ? true : undefined,
    }))
}

function openRows(
  tree: SiteTree,
  open: ReadonlySet<string>,
  isShown: (site: SiteOverview) => boolean,
): TreeRow[] {
  const visible = new Set<string>()
  const rows: TreeRow[] = []
  for (const site of tree.sites) {
    const { Id, ParentSite, SitesBelow } = site
    const isTop = ParentSite === null
    if (!isTop && !(visible.has(ParentSite) && open.has(ParentSite))) continue
    if (!isTop && !isShown(site)) continue
    visible.add(Id)
    const isOpen = SitesBelow > 0 ? open.has(Id) : undefined
    rows.push({ site, depth: tree.depth.get(Id) ?? 0, isAncestor: false, isOpen })
  }
  return rows
}

/** The sites from the top down to this one. */
export function pathTo(tree: SiteTree, site: SiteOverview): SiteOverview[] {
  const path: SiteOverview[] = []
  for (let at: SiteOverview | undefined = site; at; at = tree.byId.get(at.ParentSite ?? '')) path.unshift(at)
  return path
}

export interface SettingSource {
  /** The site that sets them; undefined: a site above the top, or the default. */
  site: SiteOverview | undefined
  fields: InheritedField[]
}

/** The sites from which a site has its settings, nearest first. */
export function settingSources(tree: SiteTree, site: SiteOverview): SettingSource[] {
  const path = pathTo(tree, site).toReversed()
  const bySite = new Map<SiteOverview | undefined, InheritedField[]>()
  for (const field of inheritedFields) {
    const source = path.find(({ Own }) => Own.includes(field))
    bySite.set(source, [...(bySite.get(source) ?? []), field])
  }
  const near = ({ site: source }: SettingSource) => (source ? path.indexOf(source) : path.length)
  return [...bySite].map(([source, fields]) => ({ site: source, fields })).sort((a, b) => near(a) - near(b))
}

/** The sites of a selection that are not below another one of it. */
export function topmost(tree: SiteTree, ids: ReadonlySet<string>): SiteOverview[] {
  return tree.sites.filter(
    (site) => ids.has(site.Id) && !pathTo(tree, site).some(({ Id }) => Id !== site.Id && ids.has(Id)),
  )
}
