import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { DeviceSettings } from './settings.ts'
import { deviceStatuses } from './vocabulary.ts'
import { IdParams, id, integer, many, Named, OnlyPage, PageQuery, pageOf, ScopeQuery } from './wire.ts'

/** A MAC address in any common notation; normalized to uppercase with colons. */
export const Mac = z
  .string()
  .trim()
  .regex(
    /^([0-9a-f]{2}[:\-. ]?){5}[0-9a-f]{2}$|^([0-9a-f]{4}\.){2}[0-9a-f]{4}$/i,
    'Expected a hardware address such as A4:CF:12:7B:03:9E',
  )
  .transform(normalizeMac)

export function normalizeMac(mac: string): string {
  const digits = mac.replace(/[^0-9a-f]/gi, '').toUpperCase()
  return digits.match(/../g)?.join(':') ?? digits
}

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
  Version: z.string().nullable(),
})
export type Device = z.output<typeof Device>

export const DeviceInput = z.strictObject({
  Name: z.string().trim().min(1, 'Please enter a name').max(120),
  Mac,
  /** Defaults to the caller's own site. null: the inventory, for system administrators only. */
  SiteId: id.nullable().optional(),
  Model: z.union([id, z.string().trim().min(1).max(120)]).optional(),
  IsActive: z.boolean().default(true),
  Settings: DeviceSettings.default({}),
  /** Required to register a site with this device. Inventory only; stored as a hash. */
  ClaimCode: z.string().trim().min(6).max(120).optional(),
})

export const DeviceState = z.strictObject({
  Id: id,
  Name: z.string(),
  Site: Named,
  Status: z.enum(deviceStatuses),
  LastSeenAt: z.iso.datetime().nullable(),
  /** When the device last went online or offline; null if it was never seen. */
  StatusSince: z.iso.datetime().nullable(),
})
export type DeviceState = z.output<typeof DeviceState>

/** An alert rule in effect for a device, and the level it is inherited from. */
export const EffectiveRule = z.strictObject({
  AlertType: z.string(),
  Sensor: z.string().nullable(),
  Direction: z.enum(['high', 'low']),
  IsActive: z.boolean(),
  RaiseLevel: z.number(),
  ClearLevel: z.number(),
  RaiseHold: z.number(),
  ClearHold: z.number(),
  Cooldown: z.number(),
  Source: z.enum(['Default', 'Model', 'Site', 'Device']),
})
export type EffectiveRule = z.output<typeof EffectiveRule>

export const devices = {
  list: endpoint({
    method: 'GET',
    path: '/devices',
    summary: 'List the devices of a site and its sub-sites',
    access: 'ViewDevices',
    query: z.strictObject({
      ...ScopeQuery.shape,
      ...PageQuery.shape,
      sortBy: z.enum(['Name', 'Mac', 'Site', 'LastSeenAt']).default('Name'),
    }),
    answer: pageOf(Device),
  }),
  all: endpoint({
    method: 'GET',
    path: '/devices/all',
    summary: 'List id, name and site of every device of a site and its sub-sites, for selectors',
    access: 'ViewDevices',
    query: z.strictObject({ ...ScopeQuery.shape, ...OnlyPage.shape }),
    answer: z.array(z.strictObject({ Id: id, Name: z.string(), Site: Named })),
  }),
  online: endpoint({
    method: 'GET',
    path: '/devices/online',
    summary: 'List the connection state of every device of a site and its sub-sites',
    access: 'signedIn',
    query: z.strictObject({ ...ScopeQuery.shape, ...OnlyPage.shape }),
    answer: z.strictObject({ Online: z.int(), Total: z.int(), Items: z.array(DeviceState) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/devices/:id',
    summary: 'Get a device',
    access: 'ViewDevices',
    params: IdParams,
    query: z.strictObject({
      details: z.string().max(20).optional(),
      InterfaceTypes: many(z.string().max(200)),
    }),
    answer: Device,
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
      /** Seconds between two reports. */
      ReportInterval: z.number(),
      /** Timestamp of the newest reading, by the device's clock. */
      LatestAt: z.iso.datetime().nullable(),
      Latest: z.record(z.string(), z.number()),
      TimeZone: z.string(),
    }),
  }),
  rules: endpoint({
    method: 'GET',
    path: '/devices/:id/rules',
    summary: 'List the alert rules in effect for a device',
    access: 'ViewDevices',
    params: IdParams,
    query: OnlyPage,
    answer: z.array(EffectiveRule),
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
  replaceKey: endpoint({
    method: 'POST',
    path: '/devices/:id/key',
    summary:
      'Issue a new device key, returned only in this response; the previous key stays valid for a grace period',
    access: 'EditDevices',
    status: 201,
    params: IdParams,
    body: z.strictObject({
      /** How long the previous key remains valid; 0 revokes it immediately. */
      OverlapSeconds: z.int().min(0).max(2_592_000).default(86_400),
    }),
    answer: z.strictObject({
      DeviceKey: z.string(),
      /** null if no other key is valid. */
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

export const QuarantineRow = z.strictObject({
  Id: z.string(),
  ReceivedAt: z.iso.datetime(),
  Channel: z.enum(['mqtt', 'http', 'bulk']),
  Mac: z.string().nullable(),
  Device: Named.nullable(),
  Reason: z.string(),
  /** The rejected payload, truncated to 1,024 characters, with unprintable characters replaced. */
  Payload: z.string(),
  /** Number of similar rejections merged into this row; `Payload` is from one of them. */
  Count: z.int(),
})
export type QuarantineRow = z.output<typeof QuarantineRow>

export const quarantine = {
  list: endpoint({
    method: 'GET',
    path: '/ingest/quarantine',
    summary:
      'List rejected device payloads with the reason; those that belong to no site are visible at the root only',
    access: 'ViewQuarantine',
    query: z.strictObject({
      SiteId: id.optional(),
      Page: integer.min(0).default(0),
      PageSize: integer.min(1).max(200).default(25),
    }),
    answer: pageOf(QuarantineRow),
  }),
}
