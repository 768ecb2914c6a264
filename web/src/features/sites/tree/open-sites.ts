import type { SiteTree } from './site-tree.ts'
import { treeRows } from './site-tree.ts'

/** Rows that fit on a page without long scrolling. */
const mostRows = 30

/** Returns the sites that are open initially: those of the first levels that fit, and always the top. */
export function firstOpen(tree: SiteTree): ReadonlySet<string> {
  let open = new Set(tree.sites.slice(0, 1).map(({ Id }) => Id))
  const levels = Math.max(0, ...tree.depth.values())
  for (let level = 1; level < levels; level++) {
    const deeper = new Set([...open, ...parentsAt(tree, level)])
    if (treeRows(tree, { search: '', show: 'active', open: deeper }).length > mostRows) break
    open = deeper
  }
  return open
}

const parentsAt = ({ sites, depth }: SiteTree, level: number): string[] =>
  sites.flatMap(({ Id, SitesBelow }) => (SitesBelow > 0 && depth.get(Id) === level ? [Id] : []))

const keyOf = (topId: string) => `open sites below ${topId}`

/** Returns what the user has opened below a site, in this tab. undefined: nothing has been opened or closed yet. */
export function recallOpen(topId: string): ReadonlySet<string> | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(topId)) ?? 'null')
    return Array.isArray(stored) ? new Set(stored.map(String)) : undefined
  } catch {
    return undefined // not written by this program
  }
}

export function rememberOpen(topId: string, open: ReadonlySet<string>): void {
  sessionStorage.setItem(keyOf(topId), JSON.stringify([...open]))
}
