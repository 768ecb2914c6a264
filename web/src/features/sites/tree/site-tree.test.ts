import type { SiteTreeNode } from '@eot/contract/sites'
import { expect, test } from 'vitest'
import { siteTree, topmost, treeRows } from './site-tree.ts'
import { blocksOf } from './use-site-details.ts'

const site = (Id: string, SubSites: SiteTreeNode[] = [], IsInactive = false): SiteTreeNode => ({
  Id,
  Name: Id,
  IsInactive,
  SubSites,
})
const tree = siteTree([
  site('district', [site('north', [site('lincoln', [site('lincoln hall')])]), site('south', [], true)]),
])
const open = new Set(['district', 'north'])
const shown = (view: Partial<Parameters<typeof treeRows>[1]>) =>
  treeRows(tree, { search: '', show: 'all', open, ...view }).map(({ site: { Id }, depth, isAncestor }) => [
    Id,
    depth,
    isAncestor,
  ])

test('a tree lists its sites top down, each with its parent and the number of sites below it', () => {
  expect(tree.sites.map(({ Id, ParentSite, SitesBelow }) => [Id, ParentSite, SitesBelow])).toEqual([
    ['district', null, 4],
    ['north', 'district', 2],
    ['lincoln', 'north', 1],
    ['lincoln hall', 'lincoln', 0],
    ['south', 'district', 0],
  ])
})

test('a tree shows the sites below open ones', () => {
  expect(shown({})).toEqual([
    ['district', 0, false],
    ['north', 1, false],
    ['lincoln', 2, false],
    ['south', 1, false],
  ])
  expect(shown({ open: new Set() })).toEqual([['district', 0, false]])
})

test('a search shows every match with the sites above it, which are marked', () => {
  expect(shown({ search: ' HALL ', open: new Set() })).toEqual([
    ['district', 0, true],
    ['north', 1, true],
    ['lincoln', 2, true],
    ['lincoln hall', 3, false],
  ])
})

test('inactive sites are shown on their own, with the sites above them', () => {
  expect(shown({ show: 'active' }).map(([id]) => id)).toEqual(['district', 'north', 'lincoln'])
  expect(shown({ show: 'inactive' })).toEqual([
    ['district', 0, true],
    ['south', 1, false],
  ])
})

test('selected sites below another selected site move along with it', () => {
  expect(topmost(tree, new Set(['lincoln hall', 'north', 'south'])).map(({ Id }) => Id)).toEqual([
    'north',
    'south',
  ])
})

test('the details of rows in view are read in blocks, which do not change when scrolling by a few rows', () => {
  const flat = siteTree([
    site(
      'top',
      Array.from({ length: 119 }, (_, n) => site(`site ${n}`)),
    ),
  ])
  const rows = treeRows(flat, { search: '', show: 'all', open: new Set(['top']) })
  const sizes = (first: number, last: number) => blocksOf(rows, first, last).map(({ length }) => length)
  expect(sizes(0, 40)).toEqual([50])
  expect(blocksOf(rows, 12, 45)).toEqual(blocksOf(rows, 0, 40))
  expect(sizes(24, 70)).toEqual([50, 50])
  expect(sizes(60, 120)).toEqual([50, 20])
  expect(sizes(0, 0)).toEqual([])
})
