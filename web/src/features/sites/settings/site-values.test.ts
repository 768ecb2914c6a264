import type { Site } from '@eot/contract/site-fields'
import { expect, test } from 'vitest'
import { siteBody, siteValues } from './site-values.ts'

const id = '01900000-0000-7000-8000-000000000001'
const above = { Id: '01900000-0000-7000-8000-000000000002', Name: 'District' }
const site: Site = {
  Id: id,
  Name: 'School',
  Address: '',
  City: 'Bremen',
  State: '',
  Zip: '',
  Country: '',
  Point: '',
  TimeZone: 'Europe/Berlin',
  IsActive: true,
  Inactive: null,
  OrganizationType: 'School',
  SubscriptionType: 'Monthly',
  ParentSite: above,
  TenantId: null,
  Settings: { Theme: 'Dark', Measurement: 'Imperial' },
  Sources: { TimeZone: above, OrganizationType: { Id: id, Name: 'School' }, 'Settings.Theme': null },
}

test('the form has only the settings that the site sets itself; the others are inherited', () => {
  expect(siteValues(site)).toMatchObject({
    Name: 'School',
    TimeZone: null,
    OrganizationType: 'School',
    'Settings.Theme': null,
    TenantId: null,
  })
})

test('a chosen setting is sent, and one that is reset goes back to the inherited value', () => {
  const body = siteBody({ ...siteValues(site), 'Settings.Theme': 'Light', OrganizationType: null })
  expect(body.Settings).toEqual({ Theme: 'Light' })
  expect(body.OrganizationType).toBeUndefined()
  expect(body.Inherit).toContain('OrganizationType')
  expect(body.Inherit).not.toContain('Settings.Theme')
})
