import { languageNames, languages } from '@eot/contract/languages'
import type { UserSettings } from '@eot/contract/settings'
import { useTranslation } from 'react-i18next'
import { type DashboardView, dashboardViews, shownSettings } from '../../session/shown-settings.ts'
import { useSaveSettings } from '../../session/use-save-settings.ts'
import { useSession } from '../../session/use-session.tsx'
import { localeClock } from '../../texts/date-format.ts'
import { Select } from '../../ui/select.tsx'

type Theme = NonNullable<UserSettings['Theme']>
type Measurement = NonNullable<UserSettings['Measurement']> | 'Default'
type View = DashboardView | 'Default'
type Language = NonNullable<UserSettings['Language']> | 'Default'
type Clock = NonNullable<UserSettings['Clock']> | 'Default'

/**
 * The user's display settings, which apply on every device. Each change takes effect at once and can be reset to the
 * default.
 */
export function DisplaySettings() {
  const { t } = useTranslation()
  const { user, siteSettings, dashboardDefault } = useSession()
  const save = useSaveSettings()
  const { Theme = 'Auto', Measurement = 'Default', Language = 'Default', Clock = 'Default' } = user.Settings
  const site = shownSettings({ Theme: 'Default' }, siteSettings)
  const view = user.Settings.DashboardDefault ? dashboardDefault : 'Default'
  const siteDefault = (text: string) => t('account.display.siteDefault', { text })
  return (
    <section className="card" aria-label={t('account.display.title')}>
      <header>
        <h2>{t('account.display.title')}</h2>
      </header>
      <div className="body account-form">
        <Select<Language>
          label={t('account.display.language')}
          value={Language}
          options={[
            { value: 'Default', text: siteDefault(languageNames[site.language]) },
            ...languages.map((value) => ({ value, text: languageNames[value] })),
          ]}
          onChange={(next) => void save({ Language: next === 'Default' ? undefined : next })}
        />
        <Select<Theme>
          label={t('account.display.theme')}
          value={Theme}
          options={[
            { value: 'Default', text: siteDefault(t(`account.display.themes.${site.theme}`)) },
            { value: 'Auto', text: t('account.display.themes.Auto') },
            { value: 'Dark', text: t('account.display.themes.Dark') },
            { value: 'Light', text: t('account.display.themes.Light') },
          ]}
          onChange={(next) => void save({ Theme: next })}
        />
        <Select<Measurement>
          label={t('account.display.measurement')}
          value={Measurement}
          options={[
            { value: 'Default', text: siteDefault(t(`account.display.measurements.${site.measurement}`)) },
            { value: 'Metric', text: t('account.display.measurements.Metric') },
            { value: 'Imperial', text: t('account.display.measurements.Imperial') },
          ]}
          onChange={(next) => void save({ Measurement: next === 'Default' ? undefined : next })}
        />
        <Select<View>
          label={t('account.display.dashboard')}
          value={view}
          options={[
            { value: 'Default', text: siteDefault(t(`account.display.dashboards.${site.dashboardDefault}`)) },
            ...dashboardViews.map((value) => ({ value, text: t(`account.display.dashboards.${value}`) })),
          ]}
          onChange={(next) => void save({ DashboardDefault: next === 'Default' ? undefined : next })}
        />
        <Select<Clock>
          label={t('account.display.clock')}
          value={Clock}
          options={[
            {
              value: 'Default',
              text: t('account.display.browserDefault', {
                text: t(`account.display.clocks.${localeClock()}`),
              }),
            },
            { value: '12h', text: t('account.display.clocks.12h') },
            { value: '24h', text: t('account.display.clocks.24h') },
          ]}
          onChange={(next) => void save({ Clock: next === 'Default' ? undefined : next })}
        />
      </div>
    </section>
  )
}
