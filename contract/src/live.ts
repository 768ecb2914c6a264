import { z } from 'zod'
import { Alert } from './alerts.ts'
import { DeviceState } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { Rating } from './ratings.ts'
import { flag, id, integer, OnlyPage } from './wire.ts'

/** Rooms that can be joined over the socket at `/ws/`. The specification defines `alerts` only. */
export const RoomType = z.enum(['alerts', 'devices', 'readings', 'changes', 'ratings'])
export type RoomType = z.output<typeof RoomType>

/**
 * Payload of `join` and `leave` from a client; acknowledged with `{ok: true}` or `{ok: false, ErrorCode}`. The server removes a
 * client from rooms whose site is no longer within the user's own, and sends a message `removed` without a payload. Without a
 * room, each user gets a message `notices` without a payload when their notifications have changed.
 */
export const JoinMessage = z.strictObject({
  Action: z.enum(['join', 'leave']),
  SiteId: id,
  EventType: RoomType,
  /** Required for `readings`. */
  DeviceId: id.optional(),
})
export type JoinMessage = z.output<typeof JoinMessage>

/** Events of alerts. */
const alertEventKinds = [
  'AlertStarted',
  'AlertEnded',
  'AlertConfirmed',
  'AlertUnconfirmed',
  'AlertUpdated',
] as const
export const AlertEventKind = z.enum(alertEventKinds)
export type AlertEventKind = z.output<typeof AlertEventKind>

/** Events of devices. DeviceChanged means that its flags changed. */
const deviceEventKinds = ['DeviceOnline', 'DeviceOffline', 'DeviceChanged'] as const
export const DeviceEventKind = z.enum(deviceEventKinds)
export type DeviceEventKind = z.output<typeof DeviceEventKind>

/**
 * Changes in the lists of a site and its sub-sites. A feature with live lists adds its line. InheritanceChanged: the name,
 * place, status or another value of a site, which those below show or inherit.
 */
export const changeEventKinds = [
  'SitesChanged',
  'InheritanceChanged',
  'DeviceListChanged',
  'RulesChanged',
  'DeviceGroupsChanged',
  'UserListsChanged',
  'SystemMessagesChanged',
  'UsersChanged',
  'OutagesChanged',
  'SubscriptionsChanged',
  'MaintenanceChanged',
] as const
export const ChangeEventKind = z.enum(changeEventKinds)
export type ChangeEventKind = z.output<typeof ChangeEventKind>

export const EventKind = z.enum([...alertEventKinds, ...deviceEventKinds, ...changeEventKinds])
export type EventKind = z.output<typeof EventKind>

/** Message `alerts`: sent to the room of the alert's site and of every site above it. */
export const AlertMessage = z.strictObject({
  /** Increases with every event of the installation, so the sequence seen in one room has gaps. */
  Seq: z.int(),
  Event: AlertEventKind,
  EventType: z.string(),
  SiteId: id,
  DeviceId: id,
  Alert,
})
export type AlertMessage = z.output<typeof AlertMessage>

/** Message `devices`: a device went online or offline, or changed its flags. */
export const DeviceMessage = z.strictObject({
  Seq: z.int(),
  Event: DeviceEventKind,
  SiteId: id,
  DeviceId: id,
  Device: DeviceState,
})
export type DeviceMessage = z.output<typeof DeviceMessage>

/** Message `changes`: lists read before it are outdated. The client must fetch the changes. */
export const ChangeMessage = z.strictObject({ Seq: z.int(), Event: ChangeEventKind, SiteId: id })
export type ChangeMessage = z.output<typeof ChangeMessage>

/** Message `readings`: values of one device as they are stored. Never replayed; query the series endpoint instead. */
export const ReadingsMessage = z.strictObject({
  DeviceId: id,
  /** [epoch ms, {kind: value}], oldest first */
  Samples: z.array(z.tuple([z.number(), z.record(z.string(), z.number())])),
})
export type ReadingsMessage = z.output<typeof ReadingsMessage>

/** Message `ratings`: the ratings of a site as they change. Never replayed; query `/ratings` instead. */
export const RatingsMessage = z.strictObject({ SiteId: id, AirQuality: Rating, Comfort: Rating })
export type RatingsMessage = z.output<typeof RatingsMessage>

export const catchUpLimit = 1000

export const live = {
  events: endpoint({
    method: 'GET',
    path: '/live/events',
    summary:
      'List events sent to the rooms of a site since a sequence number; Resync is true if that is too far back',
    access: 'ViewAlerts',
    query: z.strictObject({
      ...OnlyPage.shape,
      SiteId: id.optional(),
      /** If absent, the response has the current sequence number and no events. */
      after: integer(0).optional(),
      includeDevices: flag.default(true),
    }),
    answer: z.strictObject({
      Seq: z.int(),
      Resync: z.boolean(),
      Alerts: z.array(AlertMessage),
      Devices: z.array(DeviceMessage),
      Changes: z.array(ChangeMessage),
    }),
  }),
}
