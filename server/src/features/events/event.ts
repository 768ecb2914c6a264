import { AlertEventKind, DeviceEventKind } from '@eot/contract/live'
import { siteIdsOf } from '../../access/site-path.ts'

interface Happened {
  /** When it happened, which may be long before it was stored: a device may report late. */
  at: Date
  /** Path of the site it happened at, as it was then. */
  sitePath: string
  deviceId: string
}

interface NewAlertEvent extends Happened {
  kind: AlertEventKind
  alertId: string
}

interface NewDeviceEvent extends Happened {
  kind: DeviceEventKind
  alertId: null
}

export type NewEvent = NewAlertEvent | NewDeviceEvent

interface Stored {
  /** Grows by one with every event of the installation. */
  seq: number
  /** The last site of `sitePath`. */
  siteId: string
}

interface StoredAlertEvent extends NewAlertEvent, Stored {
  /** Key of the alert's type. */
  alertType: string
}

interface StoredDeviceEvent extends NewDeviceEvent, Stored {
  alertType: null
}

/** Carries what is needed to decide whom it concerns, without reading anything else. */
export type StoredEvent = StoredAlertEvent | StoredDeviceEvent

/** As the table has it; a newer version of the program may have stored kinds that this one does not know. */
export interface EventRow extends Happened {
  seq: number
  kind: string
  alertId: string | null
  alertType: string | null
}

export const isAlertEvent = (event: StoredEvent): event is StoredAlertEvent => event.alertId !== null

/** Undefined for a kind that only a newer version of the program knows. */
export function readEvent({ kind, alertId, alertType, ...row }: EventRow): StoredEvent | undefined {
  const about = { ...row, siteId: siteIdsOf(row.sitePath).at(-1) ?? '' }
  const ofDevice = DeviceEventKind.safeParse(kind)
  if (ofDevice.success) return { ...about, kind: ofDevice.data, alertId: null, alertType: null }
  const ofAlert = AlertEventKind.safeParse(kind)
  if (!ofAlert.success || alertId === null || alertType === null) return undefined
  return { ...about, kind: ofAlert.data, alertId, alertType }
}

export const readEvents = (rows: readonly EventRow[]): StoredEvent[] =>
  rows.flatMap((row) => readEvent(row) ?? [])
