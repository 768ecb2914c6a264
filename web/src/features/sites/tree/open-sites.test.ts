import type { SiteOverview } from '@eot/contract/site-tree'
import { expect, test } from 'vitest'
import { firstOpen } from './open-sites.ts'
import { siteTree, treeRows } from './site-tree.ts'

/** A tree in which each site of a level has as many sub-sites as the next number says. */
function treeOf(...breadths: number[]) {
  const sites: SiteOverview[] = []
  function add(ParentSite: string | null, level: number): number {
    const Id = `site ${sites.length}`
    const site = {
      Id,
      Name: Id,
      ParentSite,
      IsActive: true,
      IsInactive: false,
      TimeZone: 'UTC',
      OrganizationType: 'School',
      SitesBelow: 0,
      Devices: 0,
      Users: 0,
      OpenAlerts: 0,
      Severity: null,
      Own: [],
    } satisfies SiteOverview
    sites.push(site)
    for (let count = 0; count < (breadths[level] ?? 0); count++) site.SitesBelow += add(Id, level + 1)
    return site.SitesBelow + 1
  }
  add(null, 0)
  return siteTree(sites)
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
