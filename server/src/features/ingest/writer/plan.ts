import type { EndReason } from '@eot/contract/alerts'
import { findAlertType, sensorKinds } from '@eot/contract/vocabulary'
import type { CopyEncoder } from '../../../platform/db/copy-encoder.ts'
import { uuidv7 } from '../../../platform/db/uuid.ts'
import type { AlertRule, Effect } from '../../alerts/index.ts'
import type { NewDeviceOrAlertEvent, NewEvent } from '../../events/index.ts'
import { type Bucket, bucketRows, type DeviceHour, type Level } from '../../readings/index.ts'
import type { DeviceEntry } from '../devices/device-entry.ts'
import type { DeviceRuntime } from '../devices/device-runtime.ts'

export interface BucketRow {
  deviceNo: number
  bucket: Bucket
}

export interface AlertRaise {
  id: string
  device: DeviceEntry
  typeKey: string
  severity: string
  sensor: string | null
  unit: string
  startedAt: number
  value: number | null
  threshold: number | null
  clearLevel: number | null
  isUnstable: boolean
}

export interface AlertChange {
  id: string
  peak?: number
  peakAt?: number
  endedAt?: number
  endReason?: EndReason
  endedBy?: string | null
}

/** Everything one batch writes besides the readings themselves. */
export interface Plan {
  touched: Set<DeviceEntry>
  engineChanged: Set<DeviceEntry>
  /** Devices that sent a late reading, that is, one older than their newest. */
  lateDevices: Set<DeviceEntry>
  /** Closed buckets: new rows. */
  closed: Record<Level, CopyEncoder>
  closedHours: DeviceHour[]
  /** Whether minutes with a single reading are left out. */
  omitsSingleMinutes: boolean
  /** Late readings for closed buckets, by device and bucket, added to the existing rows. */
  late: Record<Level, Map<string, BucketRow>>
  raises: AlertRaise[]
  changes: Map<string, AlertChange>
  timers: { deviceNo: number; typeKey: string; dueAt: number | null }[]
  events: NewEvent[]
}

export function newPlan(omitsSingleMinutes = true): Plan {
  return {
    touched: new Set(),
    engineChanged: new Set(),
    lateDevices: new Set(),
    closed: { minute: bucketRows(), hour: bucketRows(), day: bucketRows() },
    closedHours: [],
    omitsSingleMinutes,
    late: { minute: new Map(), hour: new Map(), day: new Map() },
    raises: [],
    changes: new Map(),
    timers: [],
    events: [],
  }
}

export function touch(plan: Plan, device: DeviceEntry): void {
  plan.touched.add(device)
}

/** Sets a timer and stores it; null removes it. */
export function setTimer(
  device: DeviceEntry,
  runtime: DeviceRuntime,
  typeKey: string,
  dueAt: number | null,
  plan: Plan,
): void {
  if (dueAt === null) runtime.timers.delete(typeKey)
  else runtime.timers.set(typeKey, dueAt)
  plan.timers.push({ deviceNo: device.no, typeKey, dueAt })
}

/**
 * Turns the engine's decisions about one alert type into rows and events. `openId` is the alert open before, if any.
 * Returns the id of the alert open afterwards.
 */
export function recordEffects(
  plan: Plan,
  device: DeviceEntry,
  rule: AlertRule,
  openId: string | undefined,
  effects: readonly Effect[],
  userId: string | null,
): string | undefined {
  let id = openId
  for (const effect of effects) {
    if (effect.kind === 'raise') id = raiseBy(plan, device, rule, effect.at, effect.value, effect.unstable)
    else if (!id) throw new Error(`device ${device.no} has ${rule.typeKey} open without an alert`)
    else if (effect.kind === 'peak') change(plan, id, { peak: effect.value, peakAt: effect.at })
    else recordEnd(plan, device, id, effect.at, effect.reason, userId)
  }
  return id
}

function raiseBy(
  plan: Plan,
  device: DeviceEntry,
  rule: AlertRule,
  at: number,
  value: number,
  isUnstable: boolean,
): string {
  return recordRaise(plan, {
    device,
    typeKey: rule.typeKey,
    sensor: rule.sensor,
    unit: sensorKinds[rule.column]?.unit ?? '',
    startedAt: at,
    value,
    threshold: rule.raiseLevel,
    clearLevel: rule.clearLevel,
    isUnstable,
  })
}

/** `at`: when the alert became known, if that is not when it started. The hours of subscriptions are compared with it. */
export function recordRaise(
  plan: Plan,
  raise: Omit<AlertRaise, 'id' | 'severity'>,
  at = raise.startedAt,
): string {
  const id = uuidv7()
  plan.raises.push({ ...raise, id, severity: findAlertType(raise.typeKey)?.Severity ?? 'Info' })
  recordEvent(plan, raise.device, { kind: 'AlertStarted', at, alertId: id })
  return id
}

export function recordEnd(
  plan: Plan,
  device: DeviceEntry,
  id: string,
  endedAt: number,
  endReason: EndReason,
  endedBy: string | null,
): void {
  change(plan, id, { endedAt, endReason, endedBy })
  recordEvent(plan, device, { kind: 'AlertEnded', at: endedAt, alertId: id })
}

type EventOf<Kind> = Kind extends unknown
  ? Omit<Kind, 'at' | 'sitePath' | 'deviceId'> & { at: number }
  : never

/** A device in the inventory belongs to no site, so it causes no events. */
export function recordEvent(plan: Plan, device: DeviceEntry, event: EventOf<NewDeviceOrAlertEvent>): void {
  if (device.siteId === null) return
  const { id: deviceId, sitePath } = device
  plan.events.push({ ...event, at: new Date(event.at), sitePath, deviceId })
}

function change(plan: Plan, id: string, fields: Omit<AlertChange, 'id'>): void {
  plan.changes.set(id, { ...plan.changes.get(id), ...fields, id })
}
