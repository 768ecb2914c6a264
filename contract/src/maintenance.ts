import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { readableLine } from './text.ts'
import type { AlertTypeKey } from './vocabulary.ts'
import {
  givenInstant,
  IdParams,
  id,
  instant,
  Named,
  OnlyPage,
  pageOf,
  ScopeQuery,
  SitePageQuery,
  timeZone,
  version,
} from './wire.ts'

/** The longest maintenance window. */
export const longestMaintenanceDays = 14
export const maintenanceReasonLength = 200

/** People are notified of these alerts during maintenance too, unless its author decides otherwise. */
export const urgentAlertTypes: readonly AlertTypeKey[] = ['Tamper', 'CO', 'Gas']

const reason = readableLine.min(1, 'Please enter a reason').max(maintenanceReasonLength)

/** A period in which no messages or webhooks are sent about a site, a device group or a device. It ends automatically. */
export const MaintenanceWindow = z.strictObject({
  Id: id,
  /** The site, or that of the group or device. null: above the sites that the caller sees. */
  Site: Named.nullable(),
  /** Set if it covers only this group or device, rather than the whole site with its sub-sites. */
  Group: Named.nullable(),
  Device: Named.nullable(),
  /** Of the site. */
  TimeZone: timeZone,
  StartAt: instant,
  /** Exclusive. */
  EndAt: instant,
  Reason: z.string(),
  /** Whether people are still notified of tampering, CO and gas. */
  TellsUrgent: z.boolean(),
  /** null if above the users that the caller sees. */
  CreatedBy: Named.nullable(),
  /** Who ended it early; null if it ended as planned, or has not ended. */
  EndedBy: Named.nullable(),
  Version: version,
})
export type MaintenanceWindow = z.output<typeof MaintenanceWindow>

export const MaintenanceRow = MaintenanceWindow.extend({
  /** The number of devices that it covers now. Returned devices do not count. */
  DeviceCount: z.int(),
  /** How many alerts were raised in it so far, without those of which people are still notified. */
  AlertCount: z.int(),
})
export type MaintenanceRow = z.output<typeof MaintenanceRow>

export const MaintenanceInput = z.strictObject({
  /** A site with all its sub-sites. Defaults to the caller's own site. Not used with a group or device. */
  Site: id.optional(),
  /** Only this group. */
  Group: id.optional(),
  /** Only this device. */
  Device: id.optional(),
  /** Defaults to now, and so does a time in the past. */
  StartAt: givenInstant.optional(),
  /** After the start, by at most 14 days. */
  EndAt: givenInstant,
  Reason: reason,
  TellsUrgent: z.boolean().default(true),
})

/** Fields that are omitted or null are left unchanged. The start of a window that has begun cannot be changed. */
export const MaintenanceChange = z.strictObject({
  StartAt: givenInstant.nullish(),
  EndAt: givenInstant.nullish(),
  Reason: reason.nullish(),
  TellsUrgent: z.boolean().nullish(),
  Version: version.optional(),
})

/** Days for which a window stays in the list after its end. */
export const maintenanceDays = 28

export const maintenance = {
  list: endpoint({
    method: 'GET',
    path: '/maintenance',
    summary:
      'List the maintenance windows of a site and its sub-sites: those of now, then those to come, then those that ended within 28 days',
    access: 'ViewMaintenance',
    query: z.strictObject({
      ...SitePageQuery.shape,
      sortBy: z.enum(['Period']).default('Period'),
      Period: z.enum(['Now', 'Planned', 'Past']).optional(),
    }),
    answer: pageOf(MaintenanceRow),
  }),
  active: endpoint({
    method: 'GET',
    path: '/maintenance/active',
    summary:
      'List the maintenance windows of now that cover a site, a site below it or a device, those that end first at the top',
    access: 'ViewDevices',
    query: z.strictObject({ ...ScopeQuery.shape, ...OnlyPage.shape, DeviceId: id.optional() }),
    answer: z.array(MaintenanceWindow),
  }),
  get: endpoint({
    method: 'GET',
    path: '/maintenance/:id',
    summary: 'Get a maintenance window',
    access: 'ViewMaintenance',
    params: IdParams,
    answer: MaintenanceWindow,
  }),
  create: endpoint({
    method: 'POST',
    path: '/maintenance',
    summary: 'Plan a maintenance window, or start one now',
    access: 'EditMaintenance',
    status: 201,
    body: MaintenanceInput,
    answer: MaintenanceWindow,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/maintenance/:id',
    summary: 'Change or extend a maintenance window that has not ended',
    access: 'EditMaintenance',
    params: IdParams,
    body: MaintenanceChange,
    answer: MaintenanceWindow,
  }),
  end: endpoint({
    method: 'POST',
    path: '/maintenance/:id/end',
    summary: 'End a maintenance window that has begun',
    access: 'EditMaintenance',
    params: IdParams,
    answer: MaintenanceWindow,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/maintenance/:id',
    summary: 'Cancel a maintenance window that has not begun',
    access: 'EditMaintenance',
    status: 204,
    params: IdParams,
    answer: z.undefined(),
  }),
}
