import { z } from 'zod'
import { InheritedField } from './site-fields.ts'
import { severities } from './vocabulary.ts'
import { id, many, Named, OnlyPage, timeZone } from './wire.ts'

/** A site as the tree table shows it. Counts cover the site and everything below it. */
export const SiteOverview = z.strictObject({
  Id: id,
  Name: z.string(),
  /** Whether the site itself is active. */
  IsActive: z.boolean(),
  /** Whether it or a site above it is inactive. */
  IsInactive: z.boolean(),
  TimeZone: z.string(),
  OrganizationType: z.string(),
  /** Returned devices do not count. */
  Devices: z.int(),
  /** Only for callers who may view users. */
  Users: z.int().optional(),
  OpenAlerts: z.int(),
  /** The highest severity among the open alerts; null if there are none. */
  Severity: z.enum(severities).nullable(),
  /**
   * The sites from which its settings come, nearest first, starting with itself. null: a site above the caller's own, or the
   * default.
   */
  Sources: z.array(z.strictObject({ Site: Named.nullable(), Fields: z.array(InheritedField) })),
})
export type SiteOverview = z.output<typeof SiteOverview>

export const SiteAction = z.enum(['Move', 'Deactivate', 'Delete', 'TimeZone'])
export type SiteAction = z.output<typeof SiteAction>

const siteIds = z.array(id).min(1).max(200)

export const SiteConsequencesQuery = z.strictObject({
  ...OnlyPage.shape,
  Action: SiteAction,
  /** One or more for Move and Deactivate; one for every other action. */
  SiteIds: many(id),
  /** The new parent, for Move. */
  ParentSite: id.optional(),
  /** The new time zone, for TimeZone; without it, the inherited one. */
  TimeZone: timeZone.optional(),
})

/** The effects of an action. Counts cover the sites and everything below them. */
export const SiteConsequences = z.strictObject({
  Sites: z.int(),
  /** The first sites below the given ones, by name. */
  Below: z.array(Named),
  Devices: z.int(),
  /** Only for Delete: nothing else stops a device. */
  DevicesOnline: z.int().optional(),
  Users: z.int(),
  OpenAlerts: z.int(),
  /** The first open alerts, most severe first. */
  Alerts: z.array(
    z.strictObject({
      Id: id,
      /** The English name of the type. */
      Type: z.string(),
      /** Key of the type. */
      AlertType: z.string(),
      Severity: z.enum(severities),
      Device: z.string(),
    }),
  ),
  EndedAlerts: z.int(),
  DeviceGroups: z.int(),
  UserLists: z.int(),
  SystemMessages: z.int(),
  Subscriptions: z.int(),
  WebhookRequests: z.int(),
  WebhookEvents: z.int(),
  OwnReports: z.int(),
  /** Made reports. */
  Reports: z.int(),
  ClosedDays: z.int(),
  /** Subscriptions, webhook events and system messages of other sites that name one of these. */
  NamedElsewhere: z.int(),
  /** Current or planned. */
  MaintenanceWindows: z.int(),
  GatewayTokens: z.int(),
  /** Devices and users that would leave groups and lists of sites above (Move). */
  DevicesLeaving: z.int(),
  PeopleLeaving: z.int(),
  /** Devices that would go to another customer, who does not see their earlier measurements (Move). */
  DevicesToOtherCustomer: z.int(),
  /** Active users of other sites who would no longer see the sites, and who would see them for the first time (Move). */
  UsersLosing: z.int(),
  UsersGaining: z.int(),
  /** Values in effect that would change (Move, TimeZone), with the number of sites they change at. */
  Changes: z.array(
    z.strictObject({
      Field: InheritedField,
      Before: z.string().nullable(),
      After: z.string().nullable(),
      Sites: z.int(),
    }),
  ),
  /** The first sites below that would get the new time zone because they inherit it (TimeZone). */
  Followers: z.array(Named),
})
export type SiteConsequences = z.output<typeof SiteConsequences>

export const MoveSites = z.strictObject({
  /** A site below another one in the list moves with it. */
  SiteIds: siteIds,
  ParentSite: id,
})

export const MovedSites = z.strictObject({
  /** The former parents of the sites. */
  From: z.array(z.strictObject({ SiteId: id, ParentSite: id })),
  /** Sites moved, including those below. */
  Sites: z.int(),
  EndedAlerts: z.int(),
})
export type MovedSites = z.output<typeof MovedSites>

export const AlertTypeChoice = z.strictObject({
  Id: id,
  Key: z.string(),
  Name: z.string(),
  Category: z.string(),
  Icon: z.string(),
  Severity: z.enum(severities),
})

export const SiteModel = z.strictObject({ Id: id, Name: z.string(), Kinds: z.array(z.string()) })

export const StreamingType = z.strictObject({
  Key: z.string(),
  Name: z.string(),
  Category: z.string(),
  Unit: z.string(),
  /** 1 is the most important. */
  Priority: z.int(),
})
