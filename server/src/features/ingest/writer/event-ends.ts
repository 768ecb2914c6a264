import { type SensorKey, sensorKeys } from '@eot/contract/vocabulary'
import { quietEndMs } from '../../alerts/index.ts'
import { noValues } from '../../readings/index.ts'
import { type DeviceEntry, runtimeOf } from '../devices/device-entry.ts'
import type { DeviceRuntime } from '../devices/device-runtime.ts'
import type { Input, ReadingInput, ReportedEvent, Submission } from './input.ts'
import { type Plan, setTimer } from './plan.ts'

// Devices that report only when something begins and ends may be set up to report no ends, or an end may be lost. Such an
// event is over when its alert ends by itself, and the value of that kind becomes 0. Otherwise the old value would stay the
// newest one forever.

/** Begins the key of each timer that ends an event. */
export const eventTimerPrefix = 'Event '

const timerOf = (kind: SensorKey): string => `${eventTimerPrefix}${kind}`

/** Returns the kind whose event this timer ends; undefined for other timers. */
export const eventKindOf = (typeKey: string): SensorKey | undefined =>
  sensorKeys.find((kind) => timerOf(kind) === typeKey)

/** Sets the time at which an event is over unless the device reports its end first. */
export function awaitEnd(
  device: DeviceEntry,
  runtime: DeviceRuntime,
  { kind, isOver }: ReportedEvent,
  at: number,
  plan: Plan,
): void {
  if (!isOver) setTimer(device, runtime, timerOf(kind), at + quietEndMs(kind), plan)
  else if (runtime.timers.has(timerOf(kind))) setTimer(device, runtime, timerOf(kind), null, plan)
}

/** Returns the reading that ends an event. It does not count as contact with the device. */
export function endOfEvent(
  device: DeviceEntry,
  kind: SensorKey,
  at: number,
  submission: Submission,
): ReadingInput {
  const values = noValues()
  values[columnOf(kind)] = 0
  const own = { device, at, receivedAt: at, values, aheadMs: 0, submission, index: 0 }
  return { kind: 'reading', ...own, channel: 'http', ends: kind }
}

/**
 * Finds the ends in a batch that are obsolete and must not be stored: another process has already ended the event, or the
 * device has reported the event again.
 */
export function findObsoleteEnds(inputs: readonly Input[], now: number): ReadonlySet<ReadingInput> {
  const obsolete = new Set<ReadingInput>()
  /** Sensors of devices that earlier inputs of the batch concern. */
  const seen = new Set<string>()
  for (const input of inputs) {
    if (input.kind !== 'reading') continue
    const { device, event, ends } = input
    const kind = ends ?? event?.kind
    if (kind === undefined) continue
    const key = `${kind} ${device.no}`
    const isDue = (runtimeOf(device).timers.get(timerOf(kind)) ?? Number.POSITIVE_INFINITY) <= now
    if (ends && (seen.has(key) || !isDue)) obsolete.add(input)
    seen.add(key)
  }
  return obsolete
}

/** Retries later if the end did not become the newest value, since another process had stored a newer reading. */
export function checkEnd(
  device: DeviceEntry,
  runtime: DeviceRuntime,
  kind: SensorKey,
  now: number,
  plan: Plan,
): void {
  if (runtime.latest[columnOf(kind)] !== 0)
    setTimer(device, runtime, timerOf(kind), now + quietEndMs(kind), plan)
}

export const hasNoValue = (runtime: DeviceRuntime, kind: SensorKey): boolean =>
  Number.isNaN(runtime.latest[columnOf(kind)])

const columnOf = (kind: SensorKey): number => sensorKeys.indexOf(kind)
