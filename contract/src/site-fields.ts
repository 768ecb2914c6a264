import { z } from 'zod'
import { pointField } from './point.ts'
import { SiteSettings, SiteSettingsChange } from './settings.ts'
import { readableLine } from './text.ts'
import { id, Named, timeZone, version } from './wire.ts'

export const siteText = (length: number) => readableLine.max(length)

/** Whether a role requires a second factor. Only true values of known roles are stored. */
const RoleFlag = z.strictObject({ Id: id, Value: z.boolean() })

/** Fields that a site without a value of its own inherits from the nearest site above that has one. */
export const inheritedFields = [
  'TimeZone',
  'OrganizationType',
  'SubscriptionType',
  'TenantId',
  'ForceRoleTwoFactorAuth',
  'Settings.Measurement',
  'Settings.Theme',
  'Settings.RatingsDefault',
  'Settings.DashboardDefault',
  'Settings.Language',
  'Settings.RatingStandard',
] as const
export const InheritedField = z.enum(inheritedFields)
export type InheritedField = z.output<typeof InheritedField>

/**
 * Why no alerts are raised at a site: the topmost inactive site among it and those above; Site is null for one above the
 * caller's. null if alerts are raised.
 */
export const Inactive = z.strictObject({ Site: Named.nullable() }).nullable()

/** A site in a list. IsInactive: it or a site above it is inactive, so no alerts are raised there. */
export const ListedSite = z.strictObject({ ...Named.shape, IsInactive: z.boolean() })
export type ListedSite = z.output<typeof ListedSite>

/** Values of inherited fields are those in effect, wherever they are set. */
export const Site = z.strictObject({
  Id: id,
  Name: z.string(),
  Address: z.string(),
  City: z.string(),
  State: z.string(),
  Zip: z.string(),
  Country: z.string(),
  /**
   * The position of the site, if set manually: latitude and longitude in degrees, such as `44.4583, -93.1616`. Empty: not set.
   */
  Point: z.string(),
  TimeZone: z.string(),
  /** Whether the site itself is active. */
  IsActive: z.boolean(),
  Inactive,
  OrganizationType: z.string(),
  SubscriptionType: z.string(),
  ParentSite: Named.nullable(),
  /** From the caller's own site down to the direct parent. */
  ParentSites: z.array(Named).optional(),
  /** The sites directly below, sorted by name. */
  SubSites: z.array(Named).optional(),
  /** Tenant at the identity provider, or null. Only for callers who may view sites. */
  TenantId: z.string().nullable().optional(),
  /** Roles that require a second factor at this site. Only for callers who may view sites. */
  ForceRoleTwoFactorAuth: z.array(RoleFlag).optional(),
  /** Rules are the site's own; the other settings are those in effect. */
  Settings: SiteSettings,
  /**
   * Where the value of an inherited field is set: the site itself or one above it; null for a site above the caller's.
   * A field without an entry has the default of the product. Only for callers who may view sites.
   */
  Sources: z.partialRecord(InheritedField, Named.nullable()).optional(),
  /**
   * All roles, highest first: whether a second factor is required, and the topmost site that requires it; null for a site
   * above the caller's, or none. Only for callers who may view sites.
   */
  TwoFactorRoles: z
    .array(z.strictObject({ Id: id, Name: z.string(), IsRequired: z.boolean(), Source: Named.nullable() }))
    .optional(),
  CreatedAt: z.iso.datetime().optional(),
  Version: version.optional(),
})
export type Site = z.output<typeof Site>

/** The subscription of a new site. Others are set by system administrators. */
export const defaultSubscription = 'Monthly'

const plainFields = {
  Name: siteText(120).min(1, 'Please enter a name'),
  ParentSite: id,
  Address: siteText(200),
  City: siteText(120),
  State: siteText(120),
  Zip: siteText(20),
  Country: siteText(120),
  Point: pointField,
  TimeZone: timeZone,
  OrganizationType: siteText(60).min(1),
  SubscriptionType: siteText(60).min(1),
  TenantId: siteText(200).min(1),
  ForceRoleTwoFactorAuth: z.array(RoleFlag).max(200),
}

/** A value equal to the one the site would inherit is not stored: the field stays inherited. */
export const SiteInput = z.strictObject({
  ...plainFields,
  ParentSite: plainFields.ParentSite.optional(),
  Address: plainFields.Address.default(''),
  City: plainFields.City.default(''),
  State: plainFields.State.default(''),
  Zip: plainFields.Zip.default(''),
  Country: plainFields.Country.default(''),
  Point: plainFields.Point.default(''),
  /** Defaults to that of the parent. */
  TimeZone: timeZone.optional(),
  OrganizationType: plainFields.OrganizationType.default('Office'),
  /** Only System Administrators of the root site may choose another than the default or that of the parent. */
  SubscriptionType: plainFields.SubscriptionType.default(defaultSubscription),
  TenantId: plainFields.TenantId.nullable().optional(),
  ForceRoleTwoFactorAuth: plainFields.ForceRoleTwoFactorAuth.optional(),
  Settings: SiteSettings.default({}),
})

/**
 * A field that is absent or null stays as it is, and so does an inherited field sent with the value in effect. Therefore the
 * response of GET can be sent back without turning inherited values into own ones.
 */
export const SiteUpdate = z.strictObject({
  Name: plainFields.Name.nullish(),
  /** Another parent moves the site with everything below it. */
  ParentSite: plainFields.ParentSite.nullish(),
  Address: plainFields.Address.nullish(),
  City: plainFields.City.nullish(),
  State: plainFields.State.nullish(),
  Zip: plainFields.Zip.nullish(),
  Country: plainFields.Country.nullish(),
  Point: plainFields.Point.nullish(),
  TimeZone: plainFields.TimeZone.nullish(),
  OrganizationType: plainFields.OrganizationType.nullish(),
  /** Only System Administrators of the root site may change it. */
  SubscriptionType: plainFields.SubscriptionType.nullish(),
  TenantId: plainFields.TenantId.nullish(),
  /** Replaces the roles of this site. A role that a site above requires cannot be set to false. */
  ForceRoleTwoFactorAuth: plainFields.ForceRoleTwoFactorAuth.nullish(),
  /** false stops alerts at the site and everything below it, and ends the open ones. */
  IsActive: z.boolean().nullish(),
  Settings: SiteSettingsChange.nullish(),
  /** Fields that lose their own value, so that the inherited one applies again. */
  Inherit: z.array(InheritedField).max(inheritedFields.length).nullish(),
  Version: version.nullish(),
})
