import type { SiteSettings } from '@eot/contract/settings'
import { defaultSubscription, type InheritedField, inheritedFields } from '@eot/contract/site-fields'

/** The stored values that a site sets itself. null: inherited. Being active is not inherited; see `inactiveAt`. */
export interface SiteLayer {
  id: string
  name: string
  is_active: boolean
  own_time_zone: string | null
  organization_type: string | null
  subscription_type: string | null
  tenant_id: string | null
  force_role_two_factor: readonly { Id: string; Value: boolean }[]
  settings: SiteSettings
}

/** The inherited fields with a single value. Two-factor roles add up instead. */
export type ValueField = Exclude<InheritedField, 'ForceRoleTwoFactorAuth'>
export const valueFields = inheritedFields.filter(
  (field): field is ValueField => field !== 'ForceRoleTwoFactorAuth',
)

/** The values if no site sets any (spec 3: a new site is an office with a monthly subscription). */
const defaults: Partial<Record<ValueField, string>> = {
  TimeZone: 'UTC',
  OrganizationType: 'Office',
  SubscriptionType: defaultSubscription,
}

/** Returns the site's own value of a field; undefined if it inherits. */
export function ownValue(layer: SiteLayer, field: ValueField): string | undefined {
  switch (field) {
    case 'TimeZone':
      return layer.own_time_zone ?? undefined
    case 'OrganizationType':
      return layer.organization_type ?? undefined
    case 'SubscriptionType':
      return layer.subscription_type ?? undefined
    case 'TenantId':
      return layer.tenant_id ?? undefined
    case 'Settings.Theme':
      return layer.settings.Theme === 'Default' ? undefined : layer.settings.Theme
    case 'Settings.Measurement':
      return layer.settings.Measurement
    case 'Settings.RatingsDefault':
      return layer.settings.RatingsDefault
    case 'Settings.DashboardDefault':
      return layer.settings.DashboardDefault
    case 'Settings.Language':
      return layer.settings.Language
    case 'Settings.RatingStandard':
      return layer.settings.RatingStandard
  }
}

export interface Effective {
  /** undefined: set nowhere, and the product has no default. */
  value: string | undefined
  /** The site that sets it; undefined for a default of the product. */
  source: SiteLayer | undefined
}

/** Returns the value in effect at the last of these sites, which are a path from the root down. */
export function effectiveValue(path: readonly SiteLayer[], field: ValueField): Effective {
  const source = path.findLast((layer) => ownValue(layer, field) !== undefined)
  return { value: source ? ownValue(source, field) : defaults[field], source }
}

/** Returns the site that stops alerts at the last of these sites: the topmost inactive one. */
export const inactiveAt = (path: readonly SiteLayer[]): SiteLayer | undefined =>
  path.find((layer) => !layer.is_active)

/** Returns the roles that require a second factor at the last of these sites, each with the topmost site that requires it. */
export function forcedRoles(path: readonly SiteLayer[]): Map<string, SiteLayer> {
  const forced = new Map<string, SiteLayer>()
  for (const layer of path)
    for (const { Id, Value } of layer.force_role_two_factor)
      if (Value && !forced.has(Id)) forced.set(Id, layer)
  return forced
}

export interface SettingSource {
  /** undefined: the default of the product. */
  site: SiteLayer | undefined
  fields: InheritedField[]
}

/** Returns the sites from which the last of these has its settings, nearest first. */
export function settingSources(path: readonly SiteLayer[]): SettingSource[] {
  const sources: SettingSource[] = []
  const left = new Set(inheritedFields)
  for (const site of path.toReversed()) {
    const fields = ownFields(site).filter((field) => left.delete(field))
    if (fields.length > 0) sources.push({ site, fields })
  }
  return left.size > 0 ? [...sources, { site: undefined, fields: [...left] }] : sources
}

/** Returns the inherited fields that a site sets itself. */
export function ownFields(layer: SiteLayer): InheritedField[] {
  return inheritedFields.filter((field) =>
    field === 'ForceRoleTwoFactorAuth'
      ? layer.force_role_two_factor.some(({ Value }) => Value)
      : ownValue(layer, field) !== undefined,
  )
}
