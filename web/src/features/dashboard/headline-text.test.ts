import type { Alert } from '@eot/contract/alerts'
import { expect, test } from 'vitest'
import { headlineText } from './headline-text.ts'

const alerts = (...confirmed: boolean[]) => confirmed.map((Confirmed) => ({ Confirmed }) as Alert) // no other field is used
const none = { count: 0, since: undefined }

test.each([
  ['nothing is open and all is confirmed', [], none, 'All quiet at School'],
  [
    'nothing is open and two are not confirmed',
    [],
    { count: 2, since: '2026-11-13T10:00:00Z' },
    'No open alerts. 2 not confirmed since Friday.',
  ],
  ['one is open and confirmed', [true], { count: 5, since: '2026-11-13T10:00:00Z' }, '1 open alert'],
  [
    'three are open, two of them not confirmed',
    [true, false, false],
    none,
    '3 open alerts. 2 not confirmed.',
  ],
] as const)('the headline when %s', (_, open, unconfirmed, text) => {
  const openAlerts = alerts(...open)
  const known = {
    siteName: 'School',
    isOwnSite: true,
    rows: [],
    hasSubSites: false,
    open: { total: open.length },
  }
  expect(headlineText({ ...known, openAlerts, unconfirmed }, () => 'Friday')).toBe(text)
})

test.each([
  [true, true, 'All quiet across all sites'],
  [true, false, 'All quiet at School'],
  [false, true, 'All quiet at School'],
] as const)(
  "a quiet site that is the user's own (%s) and has sub-sites (%s): %s",
  (isOwnSite, hasSubSites, text) => {
    const quiet = { siteName: 'School', rows: [], open: { total: 0 }, openAlerts: [], unconfirmed: none }
    expect(headlineText({ ...quiet, isOwnSite, hasSubSites }, () => 'Friday')).toBe(text)
  },
)
