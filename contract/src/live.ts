import { z } from 'zod'
import { Alert } from './alerts.ts'
import { DeviceState } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { flag, id, integer, OnlyPage } from './wire.ts'

/** What can be joined over the socket at `/ws/`: `alerts` is the specification's, the others are ours. */
export const RoomType = z.enum(['alerts', 'devices', 'readings'])
export type RoomType = z.output<typeof RoomType>

/** Sent by a client as `join` and `leave`; the server answers the acknowledgement with `{ok}` or `{ok: false, ErrorCode}`. */
export const JoinMessage = z.strictObject({
  Action: z.enum(['join', 'leave']),
  SiteId: id,
  EventType: RoomType,
  /** Required for `readings`. */
  DeviceId: id.optional(),
})
export type JoinMessage = z.output<typeof JoinMessage>

/** What can happen to an alert. */
const alertEventKinds = [
  'AlertStarted',
  'AlertEnded',
  'AlertConfirmed',
  'AlertUnconfirmed',
  'AlertUpdated',
] as const
export const AlertEventKind = z.enum(alertEventKinds)
export type AlertEventKind = z.output<typeof AlertEventKind>

/** What can happen to a device; changed: its flags. */
const deviceEventKinds = ['DeviceOnline', 'DeviceOffline', 'DeviceChanged'] as const
export const DeviceEventKind = z.enum(deviceEventKinds)
export type DeviceEventKind = z.output<typeof DeviceEventKind>

export const EventKind = z.enum([...alertEventKinds, ...deviceEventKinds])
export type EventKind = z.output<typeof EventKind>

/** Message `alerts`: reaches the room of the alert's site and of every site above it. */
export const AlertMessage = z.strictObject({
  /** Grows with every event of the installation; a room sees a part of the numbers. */
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

/** Message `readings`: values of one device as they are stored; never replayed, the series call has them. */
export const ReadingsMessage = z.strictObject({
  DeviceId: id,
  /** [epoch ms, {kind: value}], oldest first */
  Samples: z.array(z.tuple([z.number(), z.record(z.string(), z.number())])),
})
export type ReadingsMessage = z.output<typeof ReadingsMessage>

export const catchUpLimit = 1000

export const live = {
  events: endpoint({
    method: 'GET',
    path: '/live/events',
    summary: 'What the rooms of a site were told after a sequence number; Resync when that is too far back',
    access: 'ViewAlerts',
    query: z.strictObject({
      ...OnlyPage.shape,
      SiteId: id.optional(),
      /** Absent: nothing is replayed, the answer tells where the sequence stands. */
      after: integer.min(0).optional(),
      includeDevices: flag.default(true),
    }),
    answer: z.strictObject({
      Seq: z.int(),
      Resync: z.boolean(),
      Alerts: z.array(AlertMessage),
      Devices: z.array(DeviceMessage),
    }),
  }),
}
