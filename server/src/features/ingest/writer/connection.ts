import type { EndReason } from '@eot/contract/alerts'
import { clockDifferenceMs } from '../../../platform/clock.ts'
import { type DeviceEntry, runtimeOf } from '../devices/device-entry.ts'
import { type DeviceFlags, type DeviceRuntime, staleTimer } from '../devices/device-runtime.ts'
import { offlineAfterMs } from '../devices/silence.ts'
import { isFromAhead } from './clock-ahead.ts'
import type { SilenceInput } from './input.ts'
import { type Plan, recordEnd, recordEvent, recordRaise, setTimer, touch } from './plan.ts'

/** The open alerts of an offline device are ended after this long, because they may no longer be true. */
const staleAfterMs = 24 * 3_600_000

interface Contact {
  device: DeviceEntry
  receivedAt: number
  isOnline: boolean
  heardAt?: number | undefined
  flags?: Partial<DeviceFlags>
  firmware?: string | null
  interval?: number | null
}

/** Applies a sign of life, or a last will, which ends the contact. */
export function applyContact(contact: Contact, plan: Plan, now: number): void {
  const { device } = contact
  const runtime = runtimeOf(device)
  if (isOutdated(contact, runtime, now)) return
  touch(plan, device)
  if (contact.isOnline) noteContact(device, contact.receivedAt, plan, now)
  else if (runtime.isOnline) goOffline(device, runtime, plan, now)
  describe(contact, runtime, plan, now)
}

/** Applies a sign of life that says nothing else, such as a reading, of a device that the plan already includes. */
export function noteContact(device: DeviceEntry, receivedAt: number, plan: Plan, now: number): void {
  const runtime = runtimeOf(device)
  const before = isFromAhead(runtime.lastSeenAt, now) ? null : runtime.lastSeenAt
  runtime.lastSeenAt = Math.max(before ?? 0, receivedAt)
  if (!runtime.isOnline) comeOnline(device, runtime, plan, now)
}

/**
 * Returns whether it is the last will of a connection on which the device was last heard before it was heard elsewhere. Another process
 * may notice only minutes later that an earlier connection was lost, and its clock may be behind. Contacts recorded while the
 * clock was further ahead do not count.
 */
const isOutdated = ({ heardAt }: Contact, { lastSeenAt }: DeviceRuntime, now: number): boolean =>
  heardAt !== undefined &&
  lastSeenAt !== null &&
  lastSeenAt > heardAt &&
  lastSeenAt <= now + clockDifferenceMs

function describe(contact: Contact, runtime: DeviceRuntime, plan: Plan, now: number): void {
  if (contact.firmware) runtime.firmware = contact.firmware
  if (contact.interval) runtime.reportedInterval = contact.interval
  if (!contact.flags) return
  const flags = { ...runtime.flags, ...contact.flags }
  const changed =
    flags.migrating !== runtime.flags.migrating ||
    flags.resetting !== runtime.flags.resetting ||
    flags.failing !== runtime.flags.failing
  if (!changed) return
  runtime.flags = flags
  recordEvent(plan, contact.device, { kind: 'DeviceChanged', at: now, alertId: null })
}

function comeOnline(device: DeviceEntry, runtime: DeviceRuntime, plan: Plan, now: number): void {
  runtime.isOnline = true
  runtime.onlineChangedAt = now
  recordEvent(plan, device, { kind: 'DeviceOnline', at: now, alertId: null })
  if (runtime.timers.has(staleTimer)) setTimer(device, runtime, staleTimer, null, plan)
  if (!runtime.engine.has('Offline')) return
  endSilence(device, 'Online', null, plan, now)
  runtime.engine.delete('Offline')
}

/**
 * Ends the offline alert of a device, if one is open; a new one requires another contact first. Returns how many ended.
 */
export function endSilence(
  device: DeviceEntry,
  reason: EndReason,
  userId: string | null,
  plan: Plan,
  now: number,
): number {
  const { engine } = runtimeOf(device)
  const open = engine.get('Offline')
  if (!open) return 0
  plan.engineChanged.add(device)
  engine.set('Offline', { phase: 'spent' })
  if (!open.alertId) return 0
  recordEnd(plan, device, open.alertId, Math.max(now, (open.startedAt ?? now) + 1000), reason, userId)
  return 1
}

function goOffline(device: DeviceEntry, runtime: DeviceRuntime, plan: Plan, now: number): void {
  runtime.isOnline = false
  runtime.onlineChangedAt = now
  recordEvent(plan, device, { kind: 'DeviceOffline', at: now, alertId: null })
  setTimer(device, runtime, staleTimer, now + staleAfterMs, plan)
}

/**
 * Decided in the same write that would record a contact, so that contact and timeout cannot race. The alert starts at
 * the last contact, since nothing is known from then on.
 */
export function applySilence({ device, listeningSince }: SilenceInput, plan: Plan, now: number): void {
  const runtime = runtimeOf(device)
  // The time of a contact recorded while the clock was ahead is unknown.
  const lastSeenAt = isFromAhead(runtime.lastSeenAt, now) ? listeningSince : (runtime.lastSeenAt ?? 0)
  const silentSince = Math.max(lastSeenAt, listeningSince)
  if (now - silentSince < offlineAfterMs(device, runtime)) return
  // According to the database there is something to record. If this process sees nothing to do, its cached state is older than
  // another process's write; touching the device detects that conflict.
  touch(plan, device)
  if (runtime.lastSeenAt === null) return
  if (runtime.isOnline) goOffline(device, runtime, plan, now)
  if (!device.isAlerting || runtime.engine.has('Offline')) return
  const startedAt = lastSeenAt
  const raise = {
    device,
    typeKey: 'Offline' as const,
    sensor: null,
    unit: '',
    startedAt,
    value: null,
    threshold: null,
    clearLevel: null,
    isUnstable: false,
  }
  const alertId = recordRaise(plan, raise, now)
  runtime.engine.set('Offline', { phase: 'open', alertId, startedAt })
  plan.engineChanged.add(device)
}
