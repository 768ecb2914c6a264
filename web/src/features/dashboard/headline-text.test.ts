import type { Alert } from '@eot/contract/alerts'
import type { DeviceState } from '@eot/contract/devices'
import { describe, expect, test } from 'vitest'
import { openAlert } from '../../../test/open-alert.ts'
import { devicesText, headlineText, latestAlertText, noneTodayText } from './headline-text.ts'

const alerts = (...confirmed: boolean[]) => confirmed.map((Confirmed) => ({ Confirmed }) as Alert) // no other field is used
const none = { count: 0, since: undefined }

test.each([
  ['nothing is open and all is confirmed', [], none, 'All quiet at School'],
  [
    'nothing is open and two are unconfirmed',
    [],
    { count: 2, since: '2026-11-13T10:00:00Z' },
    'No open alerts. 2 unconfirmed since Friday.',
  ],
  [
    'nothing is open and it is not known how many are unconfirmed',
    [],
    { count: undefined, since: undefined },
    '0 open alerts',
  ],
  ['one is open and confirmed', [true], { count: 5, since: '2026-11-13T10:00:00Z' }, '1 open alert'],
  ['three are open, two of them unconfirmed', [true, false, false], none, '3 open alerts. 2 unconfirmed.'],
] as const)('the headline when %s', (_, open, unconfirmed, text) => {
  const openAlerts = alerts(...open)
  const known = {
    siteId: 's',
    siteName: 'School',
    isOff: false,
    inactiveSites: [],
    rows: [],
    hasSubSites: false,
    open: { total: open.length },
  }
  expect(headlineText({ ...known, openAlerts, unconfirmed }, () => 'Friday')).toBe(text)
})

test.each([
  [true, 'All quiet across School'],
  [false, 'All quiet at School'],
])('the headline of a quiet site with sub-sites (%s): %s', (hasSubSites, text) => {
  const quiet = {
    siteId: 's',
    siteName: 'School',
    isOff: false,
    inactiveSites: [],
    rows: [],
    open: { total: 0 },
    openAlerts: [],
    unconfirmed: none,
  }
  expect(headlineText({ ...quiet, hasSubSites }, () => 'Friday')).toBe(text)
})

describe('a site without open alerts', () => {
  const quiet = { siteName: 'School', rows: [], open: { total: 0 }, openAlerts: [], unconfirmed: none }
  const known = { ...quiet, isOff: false, inactiveSites: [], hasSubSites: true }

  test('is not called quiet if no alerts are raised there', () => {
    expect(headlineText({ ...known, isOff: true }, () => 'Friday')).toBe('Alerts are off at School')
  })

  test.each([
    [['Gym'], 'All quiet across School. Alerts are off at Gym.'],
    [['Gym', 'Hall'], 'All quiet across School. Alerts are off at 2 sites.'],
  ])('names the sites below, %j, where none are raised', (inactiveSites, text) => {
    expect(headlineText({ ...known, inactiveSites }, () => 'Friday')).toBe(text)
  })

  test('says so also if some alerts are unconfirmed', () => {
    const unconfirmed = { count: 2, since: '2026-11-13T10:00:00Z' }
    expect(headlineText({ ...known, inactiveSites: ['Gym'], unconfirmed }, () => 'Friday')).toBe(
      'No open alerts. 2 unconfirmed since Friday. Alerts are off at Gym.',
    )
  })
})

const named = { Id: 'u', Name: 'R. Vance' }

test.each([
  ['open', openAlert(), ', School, still unconfirmed.'],
  [
    'open and confirmed',
    openAlert({ Confirmed: true, ConfirmedBy: named }),
    ', School, confirmed by R. Vance.',
  ],
])('the latest alert, if it is %s', (_, alert, after) => {
  expect(latestAlertText({ openAlerts: [alert], recentAlerts: [] }, 0)).toEqual({
    before: 'The latest is ',
    strong: 'Vape in Restroom',
    after,
  })
})

test('without open alerts, the latest alert is named, with its end', () => {
  const ended = openAlert({ EndAt: '2026-11-17T11:00:00.000Z' })
  const now = Date.parse('2026-11-17T11:05:00.000Z')
  expect(latestAlertText({ openAlerts: [], recentAlerts: [ended] }, now)).toEqual({
    before: 'The last alert was ',
    strong: 'Vape in Restroom',
    after: ', School; it ended 5 min ago.',
  })
})

test('without any alert, no alert is named', () => {
  expect(latestAlertText({ openAlerts: [], recentAlerts: [] }, 0)).toBeUndefined()
})

test('the last day is said to have had none only once its alerts have been read', () => {
  expect(noneTodayText({ data: { Total: 0, Items: [] } })).toBe('No alerts in the last 24 hours.')
  expect(noneTodayText({ data: undefined })).toBe('')
})

test.each([
  [[null, null], '1 of 2 devices online.'],
  [[null, 'SiteInactive'], '1 of 2 devices online. Alerts are off for 1 device.'],
  [['Inactive', 'Expired'], '1 of 2 devices online. Alerts are off for 2 devices.'],
] as const)('the line about devices whose alerts are off for %j', (unwatched, text) => {
  const Items = unwatched.map((Unwatched) => ({ Unwatched }) as DeviceState) // no other field is used
  expect(devicesText({ Items, Online: 1, Total: 2 })).toBe(text)
})
