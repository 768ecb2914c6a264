import type { SiteSettings, UserSettings } from '@eot/contract/settings'
import type { Measurement } from '../lib/units.ts'
import type { Clock } from '../texts/date-format.ts'

export interface ShownSettings {
  theme: 'Dark' | 'Light' | 'Auto'
  measurement: Measurement
  ratingsDefault: NonNullable<UserSettings['RatingsDefault']>
  dashboardDefault: string
  /** undefined: as in the browser's locale. */
  clock: Clock | undefined
  /** Whether shortcuts of a single character work. */
  singleKeys: boolean
}

/** The settings in effect: the user's, or else the site's, or else the specification's defaults (spec 3, 4). */
export function shownSettings(user: UserSettings, site: SiteSettings): ShownSettings {
  return {
    theme: shownTheme(user.Theme === 'Default' ? site.Theme : user.Theme),
    measurement: user.Measurement ?? site.Measurement ?? 'Metric',
    ratingsDefault: user.RatingsDefault ?? site.RatingsDefault ?? 'AirQuality',
    dashboardDefault: user.DashboardDefault ?? site.DashboardDefault ?? 'Info',
    clock: user.Clock,
    singleKeys: user.SingleKeys !== 'Off',
  }
}

/** A missing or unknown theme is Auto (spec 4). */
const shownTheme = (theme: UserSettings['Theme']): ShownSettings['theme'] =>
  theme === 'Dark' || theme === 'Light' ? theme : 'Auto'
