import type { DeviceState } from '@eot/contract/devices'
import { expect, test } from 'vitest'
import { dashboardFacts } from './dashboard-facts.ts'

const site = { siteId: 's', siteName: 'School', subSites: [], open: [], recent: [] }
const device = (Unwatched: DeviceState['Unwatched']) =>
  ({ Id: 'd', Name: 'D', Site: { Id: 's', Name: 'School' }, Status: 'ONLINE', Unwatched }) as DeviceState // all the fields used

test.each([
  ['it is inactive', { inactive: { Site: { Id: 's', Name: 'School' } }, devices: [device(null)] }, true],
  ['a site above the own one is inactive', { inactive: { Site: null }, devices: [] }, true],
  [
    'alerts are off for each of its devices',
    { inactive: null, devices: [device('Inactive'), device('Expired')] },
    true,
  ],
  [
    'alerts are off for one of its devices',
    { inactive: null, devices: [device('Inactive'), device(null)] },
    false,
  ],
  ['it has no devices', { inactive: null, devices: [] }, false],
] as const)('whether a site is off if %s', (_, known, isOff) => {
  expect(dashboardFacts({ ...site, ...known }, 0).isOff).toBe(isOff)
})
