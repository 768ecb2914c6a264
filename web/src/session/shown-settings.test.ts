import type { SiteSettings, UserSettings } from '@eot/contract/settings'
import { expect, test } from 'vitest'
import { type ShownSettings, shownSettings } from './shown-settings.ts'

test.each<[UserSettings, SiteSettings, ShownSettings['theme']]>([
  [{}, { Theme: 'Dark' }, 'Auto'],
  [{ Theme: 'Dark' }, { Theme: 'Light' }, 'Dark'],
  [{ Theme: 'Auto' }, { Theme: 'Dark' }, 'Auto'],
  [{ Theme: 'Default' }, { Theme: 'Dark' }, 'Dark'],
  [{ Theme: 'Default' }, { Theme: 'Default' }, 'Auto'],
  [{ Theme: 'Default' }, {}, 'Auto'],
  [{ Theme: 'Mauve' as 'Dark' }, { Theme: 'Dark' }, 'Auto'],
])('a user with %o at a site with %o sees the %s theme', (user, site, theme) => {
  expect(shownSettings(user, site).theme).toBe(theme)
})

test('without any settings the defaults of the specification apply', () => {
  expect(shownSettings({}, {})).toEqual({
    theme: 'Auto',
    measurement: 'Metric',
    ratingsDefault: 'AirQuality',
    dashboardDefault: 'Info',
    language: 'en',
    clock: undefined,
    singleKeys: true,
  })
})

const site = {
  Measurement: 'Imperial',
  RatingsDefault: 'Comfort',
  DashboardDefault: 'Alerts',
  Language: 'es',
} as const

test('a setting the user has not made comes from the site', () => {
  expect(shownSettings({}, site)).toMatchObject({
    measurement: 'Imperial',
    ratingsDefault: 'Comfort',
    dashboardDefault: 'Alerts',
    language: 'es',
  })
})

test('an unknown dashboard view becomes the default one', () => {
  expect(shownSettings({ DashboardDefault: 'Wall' }, site).dashboardDefault).toBe('Info')
})

test("the user's own settings override the site's", () => {
  const own = {
    Measurement: 'Metric',
    RatingsDefault: 'AirQuality',
    DashboardDefault: 'Info',
    Language: 'en',
  } as const
  expect(shownSettings({ ...own, Clock: '24h' }, site)).toMatchObject({
    measurement: 'Metric',
    ratingsDefault: 'AirQuality',
    dashboardDefault: 'Info',
    language: 'en',
    clock: '24h',
  })
})
