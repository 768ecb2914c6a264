import type { BodyOf } from '@eot/contract/endpoint'
import type { InheritedField, Site } from '@eot/contract/site-fields'
import type { sites } from '@eot/contract/sites'

/** The settings of a site that are chosen on its page, each with a single value. */
export const settingFields = [
  'TimeZone',
  'OrganizationType',
  'SubscriptionType',
  'Settings.Measurement',
  'Settings.Theme',
  'Settings.RatingsDefault',
  'Settings.DashboardDefault',
  'Settings.Language',
  'Settings.RatingStandard',
  'TenantId',
] as const satisfies readonly InheritedField[]
export type SettingField = (typeof settingFields)[number]

export interface SiteValues extends Record<SettingField, string | null> {
  Name: string
  Address: string
  City: string
  State: string
  Zip: string
  Country: string
  /** Latitude and longitude, or empty. */
  Point: string
  /** Ids of the roles for which the site requires a second factor, beyond those of the sites above. */
  roles: readonly string[]
}

/** The value in effect, wherever it is set. null: none. */
export function effectiveSetting(site: Site, field: SettingField): string | null {
  switch (field) {
    case 'TimeZone':
    case 'OrganizationType':
    case 'SubscriptionType':
      return site[field]
    case 'TenantId':
      return site.TenantId ?? null
    case 'Settings.Measurement':
      return site.Settings.Measurement ?? null
    case 'Settings.Theme':
      return site.Settings.Theme ?? null
    case 'Settings.RatingsDefault':
      return site.Settings.RatingsDefault ?? null
    case 'Settings.DashboardDefault':
      return site.Settings.DashboardDefault ?? null
    case 'Settings.Language':
      return site.Settings.Language ?? null
    case 'Settings.RatingStandard':
      return site.Settings.RatingStandard ?? null
  }
}

/** Whether the site sets the field itself. */
export const isSetHere = (site: Site, field: InheritedField): boolean => site.Sources?.[field]?.Id === site.Id

/** Returns the form values of a site. A setting that the site inherits is null. */
export function siteValues(site: Site): SiteValues {
  const own = (field: SettingField) => (isSetHere(site, field) ? effectiveSetting(site, field) : null)
  const { Name, Address, City, State, Zip, Country, Point } = site
  return {
    ...{ Name, Address, City, State, Zip, Country, Point },
    TimeZone: own('TimeZone'),
    OrganizationType: own('OrganizationType'),
    SubscriptionType: own('SubscriptionType'),
    'Settings.Measurement': own('Settings.Measurement'),
    'Settings.Theme': own('Settings.Theme'),
    'Settings.RatingsDefault': own('Settings.RatingsDefault'),
    'Settings.DashboardDefault': own('Settings.DashboardDefault'),
    'Settings.Language': own('Settings.Language'),
    'Settings.RatingStandard': own('Settings.RatingStandard'),
    TenantId: own('TenantId'),
    roles: (site.TwoFactorRoles ?? []).filter(({ Source }) => Source?.Id === site.Id).map(({ Id }) => Id),
  }
}

/** The request that stores the values. */
export function siteBody(values: SiteValues): BodyOf<typeof sites.update> {
  const { Name, Address, City, State, Zip, Country, Point } = values
  const chosen = (field: SettingField) => values[field] ?? undefined
  const settings = {
    Measurement: chosen('Settings.Measurement'),
    Theme: chosen('Settings.Theme'),
    RatingsDefault: chosen('Settings.RatingsDefault'),
    DashboardDefault: chosen('Settings.DashboardDefault'),
    Language: chosen('Settings.Language'),
    RatingStandard: chosen('Settings.RatingStandard'),
  }
  return {
    ...{ Name, Address, City, State, Zip, Country, Point },
    TimeZone: chosen('TimeZone'),
    OrganizationType: chosen('OrganizationType'),
    SubscriptionType: chosen('SubscriptionType'),
    TenantId: chosen('TenantId'),
    // The choices of the form are the values of the contract.
    Settings: settings as BodyOf<typeof sites.update>['Settings'],
    ForceRoleTwoFactorAuth: values.roles.map((Id) => ({ Id, Value: true })),
    Inherit: settingFields.filter((field) => values[field] === null),
  }
}
