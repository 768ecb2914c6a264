import type { SiteSettings } from '@eot/contract/settings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { effectiveValue, forcedRoles, ownFields, type SiteLayer, valueFields } from './inheritance.ts'

const plain: SiteLayer = {
  id: 'site',
  name: 'Site',
  is_active: true,
  own_time_zone: null,
  organization_type: null,
  subscription_type: null,
  tenant_id: null,
  force_role_two_factor: [],
  settings: {},
}
const root = { ...plain, id: 'root', own_time_zone: 'UTC', settings: { Theme: 'Dark' } as SiteSettings }
const campus = {
  ...plain,
  id: 'campus',
  own_time_zone: 'Europe/Berlin',
  tenant_id: 'contoso',
  settings: { Language: 'es' } as SiteSettings,
}
const school = { ...plain, id: 'school', settings: { Theme: 'Default' } as SiteSettings }

test.each([
  ['TimeZone', 'Europe/Berlin', 'campus'],
  ['TenantId', 'contoso', 'campus'],
  ['Settings.Theme', 'Dark', 'root'],
  ['OrganizationType', 'Office', undefined],
  ['SubscriptionType', 'Monthly', undefined],
  ['Settings.Language', 'es', 'campus'],
  ['Settings.Measurement', undefined, undefined],
] as const)('a site that does not set %s has %s from %s', (field, value, source) => {
  const effective = effectiveValue([root, campus, school], field)
  expect([effective.value, effective.source?.id]).toEqual([value, source])
})

test('a role requires a second factor if any site above requires it, and the topmost such site is its source', () => {
  const forced = (Id: string) => [
    { Id, Value: true },
    { Id: 'viewer', Value: false },
  ]
  const path = [
    { ...root, force_role_two_factor: forced('administrator') },
    { ...campus, force_role_two_factor: [...forced('administrator'), ...forced('manager')] },
    school,
  ]
  expect([...forcedRoles(path)].map(([role, { id }]) => [role, id])).toEqual([
    ['administrator', 'root'],
    ['manager', 'campus'],
  ])
})

test('a theme of Default and roles set to false are not values of the site', () => {
  expect(ownFields({ ...school, force_role_two_factor: [{ Id: 'viewer', Value: false }] })).toEqual([])
  expect(ownFields(campus)).toEqual(['TimeZone', 'TenantId', 'Settings.Language'])
})

test('for any path of sites, a site that sets a value has it, and one that does not has the value of the site above', () => {
  const layer = fc.record({
    own_time_zone: fc.constantFrom(null, 'UTC', 'Europe/Berlin'),
    organization_type: fc.constantFrom(null, 'School', 'Office'),
    tenant_id: fc.constantFrom(null, 'contoso'),
    settings: fc.constantFrom<SiteSettings>({}, { Theme: 'Dark' }, { Measurement: 'Imperial' }),
  })
  fc.assert(
    fc.property(fc.array(layer, { minLength: 2, maxLength: 6 }), (layers) => {
      const path = layers.map((own, index) => ({ ...plain, ...own, id: `site ${index}` }))
      const last = path.at(-1) ?? plain
      for (const field of valueFields) {
        const here = effectiveValue(path, field)
        const above = effectiveValue(path.slice(0, -1), field)
        if (ownFields(last).includes(field)) expect(here.source).toBe(last)
        else expect(here).toEqual(above)
      }
    }),
  )
})
