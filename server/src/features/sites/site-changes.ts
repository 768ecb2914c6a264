import type { SiteSettings, SiteSettingsChange } from '@eot/contract/settings'
import type { InheritedField } from '@eot/contract/site-fields'
import { effectiveValue, forcedRoles, ownValue, type SiteLayer, type ValueField } from './inheritance.ts'

/** The fields of a request. A field that is absent or null stays as it is. */
export interface InheritableInput {
  TimeZone?: string | null | undefined
  OrganizationType?: string | null | undefined
  SubscriptionType?: string | null | undefined
  TenantId?: string | null | undefined
  ForceRoleTwoFactorAuth?: readonly { Id: string; Value: boolean }[] | null | undefined
  Settings?: SiteSettingsChange | null | undefined
  Inherit?: readonly InheritedField[] | null | undefined
}

export type OwnColumns = Omit<SiteLayer, 'id' | 'name' | 'is_active'>

/** Thrown because a role that a site above requires cannot be exempted. */
export class RequiredAbove extends Error {}

/**
 * Returns what the last site of a path sets itself after a request. A value equal to the one in effect changes nothing, so that
 * a record sent back unchanged does not turn inherited values into own ones.
 */
export function ownAfter(path: readonly SiteLayer[], input: InheritableInput): OwnColumns {
  const own = path.at(-1)
  if (!own) throw new Error('a path ends with its site')
  const given: Record<ValueField, string | null | undefined> = {
    TimeZone: input.TimeZone,
    OrganizationType: input.OrganizationType,
    SubscriptionType: input.SubscriptionType,
    TenantId: input.TenantId,
    'Settings.Theme': input.Settings?.Theme,
    'Settings.Measurement': input.Settings?.Measurement,
    'Settings.RatingsDefault': input.Settings?.RatingsDefault,
    'Settings.DashboardDefault': input.Settings?.DashboardDefault,
    'Settings.Language': input.Settings?.Language,
    'Settings.RatingStandard': input.Settings?.RatingStandard,
  }
  const after = (field: ValueField): string | undefined => {
    if (input.Inherit?.includes(field)) return undefined
    const value = given[field]
    if (field.startsWith('Settings.') && (value === 'Default' || value === '')) return undefined
    const isKept = value == null || value === effectiveValue(path, field).value
    return isKept ? ownValue(own, field) : value
  }
  const settings = {
    Theme: after('Settings.Theme'),
    Measurement: after('Settings.Measurement'),
    RatingsDefault: after('Settings.RatingsDefault'),
    DashboardDefault: after('Settings.DashboardDefault'),
    Language: after('Settings.Language'),
    RatingStandard: after('Settings.RatingStandard'),
    Rules: input.Settings?.Rules ?? own.settings.Rules,
  }
  return {
    own_time_zone: after('TimeZone') ?? null,
    organization_type: after('OrganizationType') ?? null,
    subscription_type: after('SubscriptionType') ?? null,
    tenant_id: after('TenantId') ?? null,
    force_role_two_factor: rolesAfter(path, own, input),
    // The values come from the request or the stored settings, which have these types.
    settings: Object.fromEntries(
      Object.entries(settings).filter(([, value]) => value !== undefined),
    ) as SiteSettings,
  }
}

/** Stores only roles that the sites above do not require. */
function rolesAfter(path: readonly SiteLayer[], own: SiteLayer, input: InheritableInput) {
  if (input.Inherit?.includes('ForceRoleTwoFactorAuth')) return []
  const asked = input.ForceRoleTwoFactorAuth
  if (!asked) return own.force_role_two_factor
  const above = forcedRoles(path.slice(0, -1))
  if (asked.some(({ Id, Value }) => !Value && above.has(Id))) throw new RequiredAbove()
  const ids = new Set(asked.filter(({ Id, Value }) => Value && !above.has(Id)).map(({ Id }) => Id))
  return [...ids].map((Id) => ({ Id, Value: true }))
}
