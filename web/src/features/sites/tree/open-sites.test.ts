import type { SiteTreeNode } from '@eot/contract/sites'
import { expect, test } from 'vitest'
import { firstOpen } from './open-sites.ts'
import { siteTree, treeRows } from './site-tree.ts'

/** Creates a tree; each number is the count of sub-sites of each site at that level. */
function treeOf(...breadths: number[]) {
  let count = 0
  const node = (level: number): SiteTreeNode => {
    const Id = `site ${count++}`
    const SubSites = Array.from({ length: breadths[level] ?? 0 }, () => node(level + 1))
    return { Id, Name: Id, IsInactive: false, SubSites }
  }
  return siteTree([node(0)])
}
const rowsOf = (tree: ReturnType<typeof siteTree>) =>
  treeRows(tree, { search: '', show: 'active', open: firstOpen(tree) }).length

test.each([
  ['a single site', [], 1],
  ['a root with one district of eight campuses', [1, 8, 5], 10],
  ['all levels of a small tree', [2, 3, 2], 21],
  ['the top, however many sites are right below it', [200, 2], 201],
  ['as many levels as fit', [3, 3, 3, 3], 13],
])('the tree opens with %s', (_name, breadths, rows) => {
  expect(rowsOf(treeOf(...breadths))).toBe(rows)
})
