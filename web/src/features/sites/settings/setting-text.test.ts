import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { showLanguage } from '../../../texts/i18n.ts'
import { settingText } from './setting-text.ts'

describe('in Spanish', () => {
  beforeAll(() => showLanguage('es'))
  afterAll(() => showLanguage('en'))

  test.each([
    ['Settings.Measurement', 'Metric', 'Métricas'],
    ['Settings.RatingsDefault', 'AirQuality', 'Calidad del aire'],
    ['Settings.Language', 'en', 'English'],
    ['ForceRoleTwoFactorAuth', 'Site Staff, Viewer', 'Personal del sitio, Observador'],
    ['TimeZone', 'America/Denver', 'America/Denver'],
    // Typed by somebody, even if it reads like a choice.
    ['OrganizationType', 'Comfort', 'Comfort'],
  ] as const)('%s %s is shown as %s', (field, value, text) => {
    expect(settingText(field, value)).toBe(text)
  })
})

test('a choice that this version does not know is shown as it is', () => {
  expect(settingText('Settings.Theme', 'Sepia')).toBe('Sepia')
})
