import type { ListedSite } from '@eot/contract/site-fields'
import type { SiteTreeNode } from '@eot/contract/sites'

/** A site with its place in the tree. Its other details are read when its row comes into view. */
export interface TreeSite extends ListedSite {
  /** null for the top. */
  ParentSite: string | null
  /** Number of sites below, at any depth. */
  SitesBelow: number
}

/** The sites below a site with their places. Built once for each response. */
export interface SiteTree {
  /** In the order of the tree: each site before those below it. */
  sites: readonly TreeSite[]
  byId: ReadonlyMap<string, TreeSite>
  /** 0 for the top. */
  depth: ReadonlyMap<string, number>
}

export function siteTree(nodes: readonly SiteTreeNode[]): SiteTree {
  const sites: TreeSite[] = []
  const depth = new Map<string, number>()
  function add({ Id, Name, IsInactive, SubSites }: SiteTreeNode, ParentSite: string | null, level: number) {
    const site = { Id, Name, IsInactive, ParentSite, SitesBelow: 0 }
    const before = sites.push(site)
    depth.set(Id, level)
    for (const below of SubSites) add(below, Id, level + 1)
    site.SitesBelow = sites.length - before
  }
  for (const node of nodes) add(node, null, 0)
  return { sites, byId: new Map(sites.map((site) => [site.Id, site])), depth }
}

export interface TreeRow {
  site: TreeSite
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

/** Returns the rows to show. A search or filter keeps the sites above each match. */
export function treeRows(tree: SiteTree, { search, show, open }: TreeView): TreeRow[] {
  const words = search.trim().toLowerCase()
  const isShown = ({ IsInactive }: TreeSite) => show === 'all' || IsInactive === (show === 'inactive')
  const matches = (site: TreeSite) => isShown(site) && site.Name.toLowerCase().includes(words)
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
  isShown: (site: TreeSite) => boolean,
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

/** Returns the sites from the top down to this one. */
export function pathTo(tree: SiteTree, site: TreeSite): TreeSite[] {
  const path: TreeSite[] = []
  for (let at: TreeSite | undefined = site; at; at = tree.byId.get(at.ParentSite ?? '')) path.unshift(at)
  return path
}

/** Returns the sites of a selection that are not below another selected site. */
export function topmost(tree: SiteTree, ids: ReadonlySet<string>): TreeSite[] {
  return tree.sites.filter(
    (site) => ids.has(site.Id) && !pathTo(tree, site).some(({ Id }) => Id !== site.Id && ids.has(Id)),
  )
}
