import { AlertEventKind, ChangeEventKind, DeviceEventKind, type EventKind } from '@eot/contract/live'
import { siteIdsOf } from '../../access/site-path.ts'

interface Happened {
  /** When it happened. May be long before it was stored, since devices can report late. */
  at: Date
  /** Path of the site where it happened, as of that time. */
  sitePath: string
}

interface NewAlertEvent extends Happened {
  kind: AlertEventKind
  deviceId: string
  alertId: string
}

interface NewDeviceEvent extends Happened {
  kind: DeviceEventKind
  deviceId: string
  alertId: null
}

interface NewChangeEvent extends Happened {
  kind: ChangeEventKind
  deviceId: null
  alertId: null
}

/** Recorded while device inputs are evaluated. */
export type NewDeviceOrAlertEvent = NewAlertEvent | NewDeviceEvent

export type NewEvent = NewDeviceOrAlertEvent | NewChangeEvent

interface Stored {
  /** Increases by one with every event of the installation. */
  seq: number
  /** The last site of `sitePath`. */
  siteId: string
}

interface StoredAlertEvent extends NewAlertEvent, Stored {
  /** The key of the alert's type. */
  alertType: string
}

interface StoredDeviceEvent extends NewDeviceEvent, Stored {
  alertType: null
}

interface StoredChangeEvent extends NewChangeEvent, Stored {
  alertType: null
}

/** Contains everything needed to decide who may see it, without another query. */
export type StoredEvent = StoredAlertEvent | StoredDeviceEvent | StoredChangeEvent

/** A row of the table. A newer version of the program may have stored kinds unknown to this one. */
export interface EventRow extends Happened {
  seq: number
  kind: string
  deviceId: string | null
  alertId: string | null
  alertType: string | null
}

export const isAlertEvent = (event: StoredEvent): event is StoredAlertEvent => event.alertId !== null
export const isChangeEvent = (event: StoredEvent): event is StoredChangeEvent => event.deviceId === null

/** Kinds that concern users of the sites below too, not only those who see the site where it happened. */
export const kindsForSitesBelow: readonly EventKind[] = [
  'InheritanceChanged',
  'MaintenanceChanged',
  'OutagesChanged',
  'RulesChanged',
  'SystemMessagesChanged',
]
export const isForSitesBelow = (event: StoredEvent): boolean => kindsForSitesBelow.includes(event.kind)

/** Returns undefined for a kind known only to a newer version of the program. */
export function readEvent({ kind, deviceId, alertId, alertType, ...row }: EventRow): StoredEvent | undefined {
  const about = { ...row, siteId: siteIdsOf(row.sitePath).at(-1) ?? '' }
  const ofChange = ChangeEventKind.safeParse(kind)
  if (ofChange.success)
    return { ...about, kind: ofChange.data, deviceId: null, alertId: null, alertType: null }
  if (deviceId === null) return undefined
  const ofDevice = DeviceEventKind.safeParse(kind)
  if (ofDevice.success) return { ...about, kind: ofDevice.data, deviceId, alertId: null, alertType: null }
  const ofAlert = AlertEventKind.safeParse(kind)
  if (!ofAlert.success || alertId === null || alertType === null) return undefined
  return { ...about, kind: ofAlert.data, deviceId, alertId, alertType }
}

export const readEvents = (rows: readonly EventRow[]): StoredEvent[] =>
  rows.flatMap((row) => readEvent(row) ?? [])
