import type { Alert } from '@eot/contract/alerts'
import type { DeviceState } from '@eot/contract/devices'
import type { SiteTreeNode } from '@eot/contract/sites'
import { expect, test } from 'vitest'
import { inactiveSites } from '../../domain/inactive-sites.ts'
import { deviceRows, openTypes, placesWithOpen, siteRows, worstOf } from './site-health.ts'

const node = (Id: string, ...SubSites: SiteTreeNode[]) => ({ ...leaf(Id), SubSites })
const leaf = (Id: string): SiteTreeNode => ({ Id, Name: Id, IsInactive: false, SubSites: [] })

const alert = (Id: string, site: string, Severity: Alert['Severity'], StartAt = '2026-11-17T10:00:00Z') =>
  ({
    Id,
    Site: { Id: site, Name: site },
    Device: { Id: `device of ${site}`, Name: '' },
    Severity,
    StartAt,
  }) as Alert // no other field is used

const device = (Id: string, site: string, Status: DeviceState['Status'] = 'ONLINE'): DeviceState => ({
  Id,
  Name: Id,
  Site: { Id: site, Name: site },
  Status,
  LastSeenAt: null,
  StatusSince: null,
  Unwatched: null,
})

const site = {
  id: 'top',
  name: 'Top',
  isInactive: false,
  subSites: [node('high', leaf('gym')), node('low'), node('depot')],
}
const nothing = { open: [], recent: [], devices: [] }

test('alerts and devices of a deeper site count toward the sub-site above them', () => {
  const rows = siteRows(site, {
    ...nothing,
    open: [alert('a', 'gym', 'Serious')],
    devices: [device('d1', 'gym'), device('d2', 'high', 'OFFLINE')],
  })
  expect(rows[0]).toMatchObject({ id: 'high', level: 'serious', online: 1, total: 2 })
  expect(rows[0]?.open).toHaveLength(1)
})

test('rows are sorted worst first: by severity, number of alerts, offline devices, then name', () => {
  const rows = siteRows(
    { id: 'top', name: 'Top', isInactive: false, subSites: ['a', 'b', 'c', 'd', 'e'].map(leaf) },
    {
      ...nothing,
      open: [
        alert('1', 'b', 'Caution'),
        alert('2', 'c', 'Caution'),
        alert('3', 'c', 'Info'),
        alert('4', 'e', 'Critical'),
      ],
      devices: [device('d', 'd', 'OFFLINE')],
    },
  )
  expect(rows.map((row) => row.id)).toEqual(['e', 'c', 'b', 'd', 'a'])
})

test('the site itself has a row only when it has alerts or devices', () => {
  expect(siteRows(site, nothing).map((row) => row.kind)).toEqual(['subSite', 'subSite', 'subSite'])
  const rows = siteRows(site, { ...nothing, devices: [device('d', 'top')] })
  expect(rows.map((row) => row.kind)).toContain('ownSite')
})

test('the headline counts sub-sites only', () => {
  const rows = siteRows(site, {
    ...nothing,
    open: [alert('a', 'gym', 'Serious'), alert('b', 'high', 'Info'), alert('c', 'top', 'Info')],
  })
  expect(placesWithOpen(rows)).toEqual({ places: 1, of: 3 })
})

test('a single sub-site is replaced by its own sub-sites, at any depth', () => {
  const chain = {
    id: 'root',
    name: 'Root',
    isInactive: false,
    subSites: [node('org', node('campus', leaf('high'), leaf('low')))],
  }
  const known = { ...nothing, open: [alert('a', 'high', 'Info'), alert('b', 'campus', 'Info')] }
  const rows = siteRows(chain, { ...known, devices: [device('d', 'org')] })
  expect(rows.map((row) => [row.id, row.kind, row.open.length, row.total])).toEqual([
    ['campus', 'subSite', 1, 0],
    ['high', 'subSite', 1, 0],
    ['low', 'subSite', 0, 0],
    ['org', 'subSite', 0, 1],
  ])
  expect(placesWithOpen(rows)).toEqual({ places: 1, of: 2 })
})

test('a single sub-site without sub-sites keeps its row', () => {
  expect(
    siteRows({ id: 'top', name: 'Top', isInactive: false, subSites: [leaf('one')] }, nothing).map(
      (row) => row.id,
    ),
  ).toEqual(['one'])
})

test('a site without sub-sites lists its devices', () => {
  const rows = deviceRows({
    open: [alert('a', 'low', 'Caution')],
    recent: [alert('a', 'low', 'Caution')],
    devices: [device('quiet', 'low'), device('device of low', 'low'), device('gone', 'low', 'OFFLINE')],
  })
  expect(rows.map((row) => [row.name, row.level])).toEqual([
    ['device of low', 'caution'],
    ['gone', 'idle'],
    ['quiet', 'ok'],
  ])
})

test('a site or device for which no alerts are raised is never shown as quiet', () => {
  const off = { ...device('d', 'low'), Unwatched: 'SiteInactive' as const }
  expect(deviceRows({ ...nothing, devices: [off] })[0]).toMatchObject({ level: 'idle' })
  const rows = siteRows(site, { ...nothing, devices: [off, device('e', 'high')] })
  expect(rows.map(({ id, level }) => [id, level])).toEqual(
    expect.arrayContaining([
      ['low', 'idle'],
      ['high', 'ok'],
    ]),
  )
})

test('a sub-site without devices is not shown as quiet while it, or a site that it covers, is inactive', () => {
  const off = (Id: string): SiteTreeNode => ({ ...leaf(Id), IsInactive: true })
  const subSites = [off('closed'), node('partly', off('wing'), leaf('hall')), leaf('open')]
  const rows = siteRows({ id: 'top', name: 'Top', isInactive: false, subSites }, nothing)
  expect(rows.map(({ id, level, sites, inactive }) => [id, level, sites, inactive])).toEqual([
    ['closed', 'idle', 1, 1],
    ['partly', 'idle', 3, 1],
    ['open', 'ok', 1, 0],
  ])
  expect(inactiveSites(subSites).map(({ Id }) => Id)).toEqual(['closed', 'wing'])
})

test('the row of an inactive site itself is not shown as quiet', () => {
  const own = { ...site, isInactive: true }
  const rows = siteRows(own, { ...nothing, devices: [device('d', 'top')] })
  expect(rows.find(({ id }) => id === 'top')).toMatchObject({ level: 'idle', sites: 1, inactive: 1 })
})

test('the alert that a row names is the newest of the most severe', () => {
  const alerts = [
    alert('old', 's', 'Critical', '2026-11-17T08:00:00Z'),
    alert('new', 's', 'Critical', '2026-11-17T09:00:00Z'),
    alert('newest', 's', 'Info', '2026-11-17T10:00:00Z'),
  ]
  expect(worstOf(alerts)?.Id).toBe('new')
  expect(worstOf([])).toBeUndefined()
})

test('open alerts are named by type, worst first, then most frequent, each type once', () => {
  const typed = (Key: string, Severity: Alert['Severity']) =>
    ({ ...alert(Key, 's', Severity), Type: { Key } }) as Alert
  const types = openTypes([
    typed('Sound', 'Serious'),
    typed('CO', 'Serious'),
    typed('CO', 'Serious'),
    typed('Vape', 'Critical'),
    typed('Vape', 'Critical'),
  ])
  expect(types.map(({ Key }) => Key)).toEqual(['Vape', 'CO', 'Sound'])
  expect(openTypes([])).toEqual([])
})
