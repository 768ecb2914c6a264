import type { SiteOverview } from '@eot/contract/site-tree'
import { expect, test } from 'vitest'
import { settingSources, siteTree, topmost, treeRows } from './site-tree.ts'

const site = (Id: string, ParentSite: string | null, given: Partial<SiteOverview> = {}): SiteOverview => ({
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
  ...given,
})
const tree = siteTree([
  site('district', null, { SitesBelow: 4, Own: ['TimeZone', 'Settings.Theme'] }),
  site('north', 'district', { SitesBelow: 2, Own: ['TimeZone'] }),
  site('lincoln', 'north', { SitesBelow: 1, Own: ['TenantId'] }),
  site('lincoln hall', 'lincoln'),
  site('south', 'district', { IsActive: false, IsInactive: true }),
])
const open = new Set(['district', 'north'])
const shown = (view: Partial<Parameters<typeof treeRows>[1]>) =>
  treeRows(tree, { search: '', show: 'all', open, ...view }).map(({ site: { Id }, depth, isAncestor }) => [
    Id,
    depth,
    isAncestor,
  ])

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

test('settings are counted by the nearest site that sets them', () => {
  const lincoln = tree.byId.get('lincoln') ?? site('', null)
  const seen = settingSources(tree, lincoln).map(({ site: source, fields }) => [source?.Id, fields.length])
  expect(seen).toEqual([
    ['lincoln', 1],
    ['north', 1],
    ['district', 1],
    [undefined, 6],
  ])
})

test('of a selection, the sites below another selected one move along with it', () => {
  expect(topmost(tree, new Set(['lincoln hall', 'north', 'south'])).map(({ Id }) => Id)).toEqual([
    'north',
    'south',
  ])
})
