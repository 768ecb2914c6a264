import { z } from 'zod'
import { DeviceChange, DeviceInput } from './device-input.ts'
import { endpoint } from './endpoint.ts'
import { latestValues } from './latest-values.ts'
import { Mac } from './mac.ts'
import { DeviceSettings } from './settings.ts'
import { readableLine, searchText } from './text.ts'
import { AlertTypeInfo, SensorCategory } from './types.ts'
import { deviceStatuses } from './vocabulary.ts'
import {
  flag,
  IdParams,
  id,
  many,
  Named,
  OnlyPage,
  pageOf,
  SiteAllQuery,
  SitePageQuery,
  version,
} from './wire.ts'

/** Why a device raises no alerts. SiteInactive: its site, or one above that, is inactive. */
export const unwatchedReasons = ['Returned', 'Inactive', 'Expired', 'SiteInactive'] as const
export type UnwatchedReason = (typeof unwatchedReasons)[number]

/** null if alerts are raised for the device, or it is in the inventory. */
export const unwatched = z.enum(unwatchedReasons).nullable()

export const Device = z.strictObject({
  Id: id,
  Name: z.string(),
  Mac: z.string(),
  /** null if the device is in the inventory, not yet claimed by a site. */
  SiteId: id.nullable(),
  Site: Named.nullable(),
  Model: Named,
  IsActive: z.boolean(),
  Settings: DeviceSettings,
  Status: z.enum(deviceStatuses),
  LastSeenAt: z.iso.datetime().nullable(),
  /** Firmware as last reported. */
  Firmware: z.string().nullable(),
  /** From this instant on, its readings raise no alerts; null: never. */
  Expiration: z.iso.datetime().nullable(),
  /** Returned to the manufacturer: stores readings, raises no alerts and is not counted. */
  RMA: z.boolean(),
  Unwatched: unwatched,
  Version: version,
})
export type Device = z.output<typeof Device>

export const interfaceTypes = ['Mqtt', 'Http', 'Gateway'] as const
export type InterfaceType = (typeof interfaceTypes)[number]

/** A way in which a device has connected. */
export const DeviceInterface = z.strictObject({
  Type: z.enum(interfaceTypes),
  /** Address of its last connection, or of its gateway; null if unknown, as behind an external broker. */
  Ip: z.string().nullable(),
  /** When it last connected or, over HTTP, last sent something; accurate to ten minutes. */
  ConnectedAt: z.iso.datetime(),
})
export type DeviceInterface = z.output<typeof DeviceInterface>

/** A device as returned alone. */
export const DeviceRecord = z.strictObject({
  ...Device.shape,
  /** Most recent first. */
  Interfaces: z.array(DeviceInterface),
  /** Address of the most recent of all its interfaces. */
  Ip: z.string().nullable(),
  /** Only with `details=true`. */
  Details: z
    .strictObject({
      CreatedAt: z.iso.datetime(),
      Kinds: z.array(z.string()),
      Groups: z.array(Named), // those that the caller may see
      HasKey: z.boolean(),
      /** Until when each replaced key stays valid, the earliest first. Some may have ended. */
      FormerKeysUntil: z.array(z.iso.datetime()),
      HasClaimCode: z.boolean(),
    })
    .optional(),
})
export type DeviceRecord = z.output<typeof DeviceRecord>

export const DeviceState = z.strictObject({
  Id: id,
  Name: z.string(),
  Site: Named,
  Status: z.enum(deviceStatuses),
  LastSeenAt: z.iso.datetime().nullable(),
  /** When the device last went online or offline; null if it was never seen. */
  StatusSince: z.iso.datetime().nullable(),
  Unwatched: unwatched,
})
export type DeviceState = z.output<typeof DeviceState>

export const devices = {
  list: endpoint({
    method: 'GET',
    path: '/devices',
    summary: 'List the devices of a site and its sub-sites',
    access: 'ViewDevices',
    query: z.strictObject({
      ...SitePageQuery.shape,
      sortBy: z.enum(['Name', 'Mac', 'Site', 'LastSeenAt']).default('Name'),
      /** true: devices of sites only; false: those in the inventory only, which system administrators see. */
      claimed: flag.optional(),
      IsActive: flag.optional(),
      /** Devices with one of these statuses. */
      Status: many(z.enum(deviceStatuses)),
      /** Devices of one of these models. */
      Model: many(id),
      /** These devices only. */
      DeviceId: many(id),
      /** Devices in one of these groups. */
      GroupId: many(id),
      /** Sent by the query builder of clients (spec 7), without effect here. */
      Mode: z.string().max(20).optional(),
    }),
    answer: pageOf(Device),
  }),
  all: endpoint({
    method: 'GET',
    path: '/devices/all',
    summary: 'List id, name and site of every device of a site and its sub-sites, for selectors',
    access: 'ViewDevices',
    query: SiteAllQuery,
    answer: z.array(z.strictObject({ Id: id, Name: z.string(), Site: Named })),
  }),
  online: endpoint({
    method: 'GET',
    path: '/devices/online',
    summary: 'List the connection state of every device of a site and its sub-sites',
    access: 'signedIn',
    query: SiteAllQuery,
    answer: z.strictObject({ Online: z.int(), Total: z.int(), Items: z.array(DeviceState) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/devices/:id',
    summary: 'Get a device',
    access: 'ViewDevices',
    params: IdParams,
    query: z.strictObject({
      /** Adds `Details`. */
      details: flag.default(false),
      /** Limits `Interfaces` to these types. */
      InterfaceTypes: many(z.enum(interfaceTypes)),
    }),
    answer: DeviceRecord,
  }),
  lookup: endpoint({
    method: 'GET',
    path: '/devices/lookup',
    summary: 'Find up to 20 devices of a site and its sub-sites by name or hardware address',
    access: 'ViewDevices',
    query: z.strictObject({
      ...SiteAllQuery.shape,
      search: searchText.max(200).optional(),
    }),
    answer: z.array(Named),
  }),
  name: endpoint({
    method: 'GET',
    path: '/devices/:id/name',
    summary: 'Get the name of a device',
    access: 'ViewDevices',
    params: IdParams,
    answer: Named,
  }),
  alertTypes: endpoint({
    method: 'GET',
    path: '/devices/:id/alerttypes',
    summary: 'List the alert types that a device can raise',
    access: 'ViewDevices',
    params: IdParams,
    query: OnlyPage,
    answer: z.array(AlertTypeInfo),
  }),
  streamingTypes: endpoint({
    method: 'GET',
    path: '/devices/:id/streamingtypes/categorized',
    summary: 'List the sensor kinds of a device by category',
    access: 'ViewDevices',
    params: IdParams,
    query: OnlyPage,
    answer: z.array(SensorCategory),
  }),
  status: endpoint({
    method: 'GET',
    path: '/devices/:id/status',
    summary: 'Get the current status of a device and the latest value of each sensor',
    access: 'ViewDevices',
    params: IdParams,
    answer: z.strictObject({
      ...DeviceState.shape,
      Mac: z.string(),
      Model: Named,
      Kinds: z.array(z.string()),
      ...latestValues,
      TimeZone: z.string(),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/devices',
    summary: 'Register a device; the device key is returned only in this response',
    access: 'AddDevices',
    status: 201,
    body: DeviceInput,
    answer: Device.extend({ DeviceKey: z.string() }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/devices/:id',
    summary: 'Change a device, move it to another site or claim it from the inventory',
    access: 'EditDevices',
    params: IdParams,
    body: DeviceChange,
    answer: DeviceRecord,
  }),
  claim: endpoint({
    method: 'POST',
    path: '/devices/claim',
    summary: 'Claim a device from the inventory for a site by its hardware address',
    access: 'AddDevices',
    body: z.strictObject({
      MacAddress: Mac,
      /** Required if the device came with one. */
      ClaimCode: z.string().trim().max(120).optional(),
      /** Defaults to the caller's own site. */
      SiteId: id.optional(),
      /** Defaults to its name in the inventory: that given by the system administrators, or its address once it was released. */
      Name: readableLine.min(1, 'Please enter a name').max(120).optional(),
    }),
    answer: DeviceRecord,
  }),
  release: endpoint({
    method: 'POST',
    path: '/devices/:id/release',
    summary:
      'Return a device to the inventory without its name and key; its open alerts end, and its history stays with the site',
    access: 'DeleteDevices',
    status: 204,
    params: IdParams,
    body: z.strictObject({ Version: version.nullish() }),
    answer: z.undefined(),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/devices/:id',
    summary: 'Delete a device; its open alerts end, and its history is kept',
    access: 'DeleteDevices',
    status: 204,
    params: IdParams,
    answer: z.undefined(),
  }),
  replaceKey: endpoint({
    method: 'POST',
    path: '/devices/:id/key',
    summary:
      'Issue a new device key, returned only in this response; the previous key stays valid for a grace period',
    access: 'EditDevices',
    status: 201,
    params: IdParams,
    body: z.strictObject({
      /** How long the previous key remains valid. Keys replaced before it keep their time. 0 ends all other keys. */
      OverlapSeconds: z.int().min(0).max(2_592_000).default(86_400),
    }),
    answer: z.strictObject({
      DeviceKey: z.string(),
      /** Until when the previous key is valid; null if it is not. */
      FormerKeyUntil: z.iso.datetime().nullable(),
    }),
  }),
  revokeKey: endpoint({
    method: 'DELETE',
    path: '/devices/:id/key',
    summary: 'Revoke all keys of a device and close its connections; it needs a new key to report again',
    access: 'EditDevices',
    status: 204,
    params: IdParams,
    answer: z.undefined(),
  }),
  endAlerts: endpoint({
    method: 'PUT',
    path: '/devices/:id/endalerts',
    summary:
      'End all open alerts of a device; each type is raised again only after its value has returned past the clear level',
    access: 'EndAlerts',
    params: IdParams,
    answer: z.strictObject({ Ended: z.int() }),
  }),
}
