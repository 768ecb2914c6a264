import type { Language } from '@eot/contract/languages'
import type { SiteSettings, UserSettings } from '@eot/contract/settings'
import type { Measurement } from '../lib/units.ts'
import type { Clock } from '../texts/date-format.ts'

/** `Info`: the states of sites and devices. */
export const dashboardViews = ['Info', 'Alerts', 'Devices'] as const
export type DashboardView = (typeof dashboardViews)[number]

export interface ShownSettings {
  theme: 'Dark' | 'Light' | 'Auto'
  measurement: Measurement
  ratingsDefault: NonNullable<UserSettings['RatingsDefault']>
  /** What the dashboard shows first. */
  dashboardDefault: DashboardView
  language: Language
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
    dashboardDefault: shownView(user.DashboardDefault ?? site.DashboardDefault),
    language: user.Language ?? site.Language ?? 'en',
    clock: user.Clock,
    singleKeys: user.SingleKeys !== 'Off',
  }
}

/** A missing or unknown theme is Auto (spec 4). */
const shownTheme = (theme: UserSettings['Theme']): ShownSettings['theme'] =>
  theme === 'Dark' || theme === 'Light' ? theme : 'Auto'

/** The API takes any text, since the specification names no views. Unknown ones show the default view. */
const shownView = (view: string | undefined): DashboardView =>
  dashboardViews.find((known) => known === view) ?? 'Info'
