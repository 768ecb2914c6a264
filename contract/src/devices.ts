import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { DeviceSettings } from './settings.ts'
import { deviceStatuses } from './vocabulary.ts'
import { IdParams, id, integer, many, Named, OnlyPage, PageQuery, pageOf, ScopeQuery } from './wire.ts'

/** Any usual form of a hardware address; stored upper-case with colons. */
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
  /** null: in the inventory, not yet claimed by a site. */
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
  /** Absent: the caller's own site. null: inventory, which only system administrators hold. */
  SiteId: id.nullable().optional(),
  Model: z.union([id, z.string().trim().min(1).max(120)]).optional(),
  IsActive: z.boolean().default(true),
  Settings: DeviceSettings.default({}),
  /** Who registers a site with this device has to know it. In the inventory only; kept as a hash. */
  ClaimCode: z.string().trim().min(6).max(120).optional(),
})

export const DeviceState = z.strictObject({
  Id: id,
  Name: z.string(),
  Site: Named,
  Status: z.enum(deviceStatuses),
  LastSeenAt: z.iso.datetime().nullable(),
  /** Since when it has been online, or offline. null: never seen. */
  StatusSince: z.iso.datetime().nullable(),
})
export type DeviceState = z.output<typeof DeviceState>

/** An alert rule in force at a device, with what it was inherited from. */
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
    summary: 'Devices of a site and its sub-sites',
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
    summary: 'Every device of a site and its sub-sites, for selectors',
    access: 'ViewDevices',
    query: z.strictObject({ ...ScopeQuery.shape, ...OnlyPage.shape }),
    answer: z.array(z.strictObject({ Id: id, Name: z.string(), Site: Named })),
  }),
  online: endpoint({
    method: 'GET',
    path: '/devices/online',
    summary: 'Connection state of every device of a site and its sub-sites',
    access: 'signedIn',
    query: z.strictObject({ ...ScopeQuery.shape, ...OnlyPage.shape }),
    answer: z.strictObject({ Online: z.int(), Total: z.int(), Items: z.array(DeviceState) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/devices/:id',
    summary: 'One device',
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
    summary: 'What a device is doing now, and the newest value of each of its sensors',
    access: 'ViewDevices',
    params: IdParams,
    answer: z.strictObject({
      ...DeviceState.shape,
      Mac: z.string(),
      Model: Named,
      Kinds: z.array(z.string()),
      /** Seconds between two reports. */
      ReportInterval: z.number(),
      /** Time of the newest reading, in the device's own clock. */
      LatestAt: z.iso.datetime().nullable(),
      Latest: z.record(z.string(), z.number()),
      TimeZone: z.string(),
    }),
  }),
  rules: endpoint({
    method: 'GET',
    path: '/devices/:id/rules',
    summary: 'The alert rules in force at a device',
    access: 'ViewDevices',
    params: IdParams,
    query: OnlyPage,
    answer: z.array(EffectiveRule),
  }),
  create: endpoint({
    method: 'POST',
    path: '/devices',
    summary: 'Register a device; its key is in this answer and never again',
    access: 'AddDevices',
    status: 201,
    body: DeviceInput,
    answer: Device.extend({ DeviceKey: z.string() }),
  }),
  replaceKey: endpoint({
    method: 'POST',
    path: '/devices/:id/key',
    summary:
      'Give a device a new key, which is in this answer and never again; the former counts a while longer',
    access: 'EditDevices',
    status: 201,
    params: IdParams,
    body: z.strictObject({
      /** How long the former key still counts; 0: it ends at once. */
      OverlapSeconds: z.int().min(0).max(2_592_000).default(86_400),
    }),
    answer: z.strictObject({
      DeviceKey: z.string(),
      /** null: no other key counts. */
      FormerKeyUntil: z.iso.datetime().nullable(),
    }),
  }),
  revokeKey: endpoint({
    method: 'DELETE',
    path: '/devices/:id/key',
    summary: 'Revoke all keys of a device; its connections end, and it is heard again after it got a new key',
    access: 'EditDevices',
    status: 204,
    params: IdParams,
    answer: z.undefined(),
  }),
  endAlerts: endpoint({
    method: 'PUT',
    path: '/devices/:id/endalerts',
    summary:
      'End every open alert of a device now; a type raises again only after its value was below the clear level',
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
  /** What came, cut to 1 KiB and made printable. */
  Payload: z.string(),
  /** How many of the same kind this row stands for. */
  Count: z.int(),
})
export type QuarantineRow = z.output<typeof QuarantineRow>

export const quarantine = {
  list: endpoint({
    method: 'GET',
    path: '/ingest/quarantine',
    summary:
      'What devices sent that was not accepted, and why; what belongs to no site is seen at the root only',
    access: 'ViewQuarantine',
    query: z.strictObject({
      SiteId: id.optional(),
      Page: integer.min(0).default(0),
      PageSize: integer.min(1).max(200).default(25),
    }),
    answer: pageOf(QuarantineRow),
  }),
}
