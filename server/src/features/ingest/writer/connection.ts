import type { EndReason } from '../../alerts/index.ts'
import { type DeviceEntry, runtimeOf } from '../devices/device-entry.ts'
import { type DeviceFlags, type DeviceRuntime, staleTimer } from '../devices/device-runtime.ts'
import { offlineAfterMs } from '../devices/silence.ts'
import type { SilenceInput } from './input.ts'
import { type Plan, recordEnd, recordEvent, recordRaise, setTimer, touch } from './plan.ts'

/** An offline device's open alerts are ended after this long: what they say is no longer known to be true. */
const staleAfterMs = 24 * 3_600_000

interface Contact {
  device: DeviceEntry
  receivedAt: number
  isOnline: boolean
  flags?: Partial<DeviceFlags>
  firmware?: string | null
  interval?: number | null
}

/** Any sign of life is a contact; a last will is the end of one. */
export function applyContact(contact: Contact, plan: Plan, now: number): void {
  const { device } = contact
  const runtime = runtimeOf(device)
  touch(plan, device)
  if (contact.isOnline) {
    runtime.lastSeenAt = Math.max(runtime.lastSeenAt ?? 0, contact.receivedAt)
    if (!runtime.isOnline) comeOnline(device, runtime, plan, now)
  } else if (runtime.isOnline) {
    goOffline(device, runtime, plan, now)
  }
  describe(contact, runtime, plan, now)
}

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

/** Ends the alert of a silent device, if one is open; there is no other before it was heard. Answers how many ended. */
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
 * Judged here, in the same write that would record a contact, so that a contact and a time-out cannot cross. The alert
 * is dated from the last contact: since then nothing is known.
 */
export function applySilence({ device, listeningSince }: SilenceInput, plan: Plan, now: number): void {
  const runtime = runtimeOf(device)
  const silentSince = Math.max(runtime.lastSeenAt ?? 0, listeningSince)
  if (now - silentSince < offlineAfterMs(device, runtime)) return
  // The database says that there is something to tell. Where this process knows of nothing, it remembers the device as
  // it was before another process wrote it: writing it finds that out.
  touch(plan, device)
  if (runtime.lastSeenAt === null) return
  if (runtime.isOnline) goOffline(device, runtime, plan, now)
  if (!device.isAlerting || runtime.engine.has('Offline')) return
  const startedAt = runtime.lastSeenAt
  const alertId = recordRaise(plan, {
    device,
    typeKey: 'Offline',
    sensor: null,
    unit: '',
    startedAt,
    value: null,
    threshold: null,
    clearLevel: null,
    isUnstable: false,
  })
  runtime.engine.set('Offline', { phase: 'open', alertId, startedAt })
  plan.engineChanged.add(device)
}
