import { roles } from '@eot/contract/permissions'
import { expect, test } from 'vitest'
import { actionOf, featuresAt, hasFeature, opensPage, rightsOf } from './rights.ts'

const permission = (Url: string, Key: string, ActionName: string) => ({ Url, Key, ActionName })
const rights = rightsOf({
  Priority: 60,
  Permissions: [
    permission('/alerts', 'ViewAlerts', 'View'),
    permission('/alerts', 'ConfirmAlerts', 'Confirm alerts'),
    permission('/alerts', 'EditAlerts', 'Edit'),
    permission('/site', 'ViewSite', 'View'),
    permission('/site/sub-sites', 'ViewSubSites', 'View'),
    permission('/site/sub-sites', 'AddSubSites', 'Add'),
    permission('/site/sub-sites', 'DeleteSubSites', 'Delete'),
    permission('/reports/alerts', 'ViewReportAlerts', 'View'),
    permission('/help', 'ViewQuarantine', 'View quarantine'),
    permission('/users', 'AddUsers', 'Add'),
    permission('/future', 'PaintWalls', 'Paint walls'),
  ],
})

test.each([
  ['ViewAlerts', 'View', 'View'],
  ['AddUsers', 'Add', 'Add'],
  ['EditUsers', 'Edit', 'Edit'],
  ['DeleteUsers', 'Delete', 'Delete'],
  ['ConfirmAlerts', 'Confirm alerts', 'Custom'],
  ['ViewQuarantine', 'View quarantine', 'Custom'],
  ['ManageThresholds', 'Edit', 'Custom'],
])('%s with the name "%s" is the action %s', (Key, ActionName, action) => {
  expect(actionOf(permission('/any', Key, ActionName))).toBe(action)
})

test('the priority is kept', () => {
  expect(rights.priority).toBe(60)
})

test('allowed URLs are those with a View permission', () => {
  expect([...rights.allowedUrls]).toEqual(['/alerts', '/site', '/site/sub-sites', '/reports/alerts'])
})

test('pages come from View keys with slashes turned into hyphens, and include those that are always allowed', () => {
  expect([...rights.allowedPages]).toEqual([
    'dashboard',
    'my-schedule',
    'account-info',
    'announcements',
    'change-password',
    'multi-factor-auth',
    'alerts',
    'site',
    'site-sub-sites',
    'reports-alerts',
  ])
})

test.each([
  ['/alerts', true],
  ['/site/sub-sites', true],
  ['/dashboard', true],
  ['/users', false],
  ['/help', false],
  ['/reports/alerts', false],
])('whether the page %s is permitted: %s', (path, opens) => {
  expect(opensPage(rights, path)).toBe(opens)
})

test.each([
  [
    '/alerts',
    { add: false, edit: true, delete: false, custom: new Map([['ConfirmAlerts', 'Confirm alerts']]) },
  ],
  ['/site/sub-sites', { add: true, edit: false, delete: true, custom: new Map() }],
  ['/future', { add: false, edit: false, delete: false, custom: new Map([['PaintWalls', 'Paint walls']]) }],
  ['/devices', { add: false, edit: false, delete: false, custom: new Map() }],
])('the features at %s', (url, features) => {
  expect(featuresAt(rights, url)).toEqual(features)
})

test('each key is a flag', () => {
  expect(hasFeature(rights, 'ConfirmAlerts')).toBe(true)
  expect(hasFeature(rights, 'ViewQuarantine')).toBe(true)
  expect(hasFeature(rights, 'EndAlerts')).toBe(false)
})

test('an empty list permits only the pages that are always allowed', () => {
  const none = rightsOf({ Priority: roles[0].priority, Permissions: [] })
  expect(none.allowedUrls.size).toBe(0)
  expect(opensPage(none, '/dashboard')).toBe(true)
  expect(opensPage(none, '/alerts')).toBe(false)
  expect(featuresAt(none, '/alerts').edit).toBe(false)
})
