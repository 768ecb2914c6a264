import { ingestLimits } from '@eot/contract/ingest'
import type { AlertRule } from '../../alerts/index.ts'
import { dueAt, type EngineInput, isBeyond, step, type TypeState } from '../../alerts/index.ts'
import { type DeviceEntry, runtimeOf } from '../devices/device-entry.ts'
import { type DeviceRuntime, staleTimer } from '../devices/device-runtime.ts'
import { intervalMs } from '../devices/silence.ts'
import { forgetTimesAhead, isFromAhead } from './clock-ahead.ts'
import { applyContact, applySilence, endSilence, noteContact } from './connection.ts'
import { awaitEnd, checkEnd, eventKindOf, hasNoValue } from './event-ends.ts'
import type { EndInput, Input, ReadingInput, TickInput } from './input.ts'
import { type Plan, recordEffects, setTimer, touch } from './plan.ts'
import { mergeLatest, rollUp } from './roll-up.ts'

/** A stream that catches up by less than this keeps its timers. */
const leastCatchUpMs = 1000

/**
 * Processes the inputs in order of arrival, updates each device's runtime, and collects in the plan what must be
 * written. Readings in `known` are already in the database and only update the time of contact.
 */
export function evaluate(
  inputs: readonly Input[],
  known: ReadonlySet<ReadingInput>,
  plan: Plan,
  now: number,
): void {
  for (const input of inputs) {
    switch (input.kind) {
      case 'reading':
        takeReading(input, known.has(input), plan, now)
        break
      case 'contact':
        applyContact(input, plan, now)
        break
      case 'silence':
        applySilence(input, plan, now)
        break
      case 'tick':
        takeTick(input, plan, now)
        break
      case 'end':
        takeEnd(input, plan, now)
        break
      case 'refused':
        break // only quarantined
    }
  }
}

function takeReading(input: ReadingInput, isKnown: boolean, plan: Plan, now: number): void {
  const { device } = input
  const runtime = runtimeOf(device)
  touch(plan, device)
  if (!input.ends) noteContact(device, input.receivedAt, plan, now)
  if (isKnown) return
  const inOrder = input.at > runtime.latestAt
  // After the clock has gone back, current readings have earlier times than some stored ones, but are newer.
  const isClockBack = isFromAhead(runtime.latestAt, now)
  const isNewest = inOrder || isClockBack
  rollUp(device, runtime, input, inOrder, plan)
  // The first event of a kind gives the newest value of that kind, even if another process has stored a newer reading.
  const showsEvent = input.event && (isNewest || hasNoValue(runtime, input.event.kind))
  mergeLatest(runtime, input, isNewest)
  if (input.event && showsEvent) awaitEnd(device, runtime, input.event, input.at, plan)
  if (isClockBack) forgetTimesAhead(device, plan, now)
  runtime.isSkewed = input.aheadMs > 0
  if (inOrder) followClock(device, runtime, input, plan, now)
  if (!device.isAlerting) return void endAll(device, whyQuiet(device), null, plan, now)
  if (now - input.at > ingestLimits.lateMs) return
  const { rules } = device
  const { engine } = runtime
  for (let index = 0; index < rules.length; index += 1) {
    const rule = rules[index] as AlertRule // within the bounds
    const value = input.values[rule.column] as number // one per kind
    if (Number.isNaN(value)) continue
    const state = engine.size > 0 ? engine.get(rule.typeKey) : undefined
    // Fast path for most readings: at rest and nothing beyond the raise level.
    if ((state === undefined || state.phase === 'rest') && !isBeyond(rule, value)) continue
    run(device, rule, state, { kind: 'sample', at: input.at, value, inOrder: isNewest, now }, plan, now)
  }
}

function run(
  device: DeviceEntry,
  rule: AlertRule,
  state: TypeState | undefined,
  input: EngineInput,
  plan: Plan,
  now: number,
  userId: string | null = null,
): number {
  const runtime = runtimeOf(device)
  const { state: next, effects } = step(state, input, rule, intervalMs(device, runtime))
  const alertId = recordEffects(plan, device, rule, state?.alertId, effects, userId)
  if (next !== state) {
    runtime.engine.set(rule.typeKey, next.phase === 'open' && alertId ? { ...next, alertId } : next)
    plan.engineChanged.add(device)
  }
  keepTimer(device, runtime, rule, plan, now)
  return effects.filter((effect) => effect.kind === 'end').length
}

/** Stores when a rule must be evaluated again. A timer that fires early has no effect and is set again. */
function keepTimer(
  device: DeviceEntry,
  runtime: DeviceRuntime,
  rule: AlertRule,
  plan: Plan,
  now: number,
): void {
  const state = runtime.engine.get(rule.typeKey)
  const due = state && dueAt(state, rule, intervalMs(device, runtime))
  if (due === undefined) return
  // Holds run in device time, so a lagging stream gets as much extra time.
  const dueHere = due + lagOf(runtime)
  const stored = runtime.timers.get(rule.typeKey)
  if (stored === undefined || dueHere < stored)
    setTimer(device, runtime, rule.typeKey, Math.max(dueHere, now), plan)
}

/** Reschedules timers that were set while the stream lagged more and would fire too late. */
function followClock(
  device: DeviceEntry,
  runtime: DeviceRuntime,
  { at, receivedAt }: ReadingInput,
  plan: Plan,
  now: number,
): void {
  const lagBefore = lagOf(runtime)
  runtime.latestAt = at
  runtime.latestReceivedAt = receivedAt
  if (lagBefore - lagOf(runtime) < leastCatchUpMs) return
  for (const rule of device.rules)
    if (runtime.timers.has(rule.typeKey)) keepTimer(device, runtime, rule, plan, now)
}

/** Returns how much older the newest reading was than its arrival. Other signs of life since then do not affect this. */
function lagOf({ latestReceivedAt, latestAt }: DeviceRuntime): number {
  return latestReceivedAt === null ? 0 : Math.max(0, latestReceivedAt - latestAt)
}

function takeTick({ device, typeKey }: TickInput, plan: Plan, now: number): void {
  const runtime = runtimeOf(device)
  // According to the database the timer is due; touching the device detects whether this process has its current state.
  touch(plan, device)
  const due = runtime.timers.get(typeKey)
  if (due !== undefined && due > now) return
  setTimer(device, runtime, typeKey, null, plan)
  if (typeKey === staleTimer) {
    if (!runtime.isOnline) endAll(device, 'Offline', null, plan, now)
    return
  }
  const eventKind = eventKindOf(typeKey)
  if (eventKind) {
    // Without a timer the event has already ended, and the newest value may have been measured since.
    if (due !== undefined) checkEnd(device, runtime, eventKind, now, plan)
    return
  }
  const rule = device.rules.find((candidate) => candidate.typeKey === typeKey)
  if (!rule) return
  if (!device.isAlerting) return void endAll(device, whyQuiet(device), null, plan, now)
  run(device, rule, runtime.engine.get(typeKey), { kind: 'tick', at: now - lagOf(runtime) }, plan, now)
}

/** Returns why alerts end that a change of the device, its site or its rules left open because it could not see them yet. */
const whyQuiet = ({ isExpired }: DeviceEntry) => (isExpired ? 'DeviceExpired' : 'RuleChanged')

function takeEnd(input: EndInput, plan: Plan, now: number): void {
  touch(plan, input.device)
  input.ended = endAll(input.device, input.reason, input.userId, plan, now)
}

function endAll(
  device: DeviceEntry,
  reason: EndInput['reason'],
  userId: string | null,
  plan: Plan,
  now: number,
): number {
  const runtime = runtimeOf(device)
  // User actions and silence are dated when they happened; only ends caused by readings are dated in device time.
  const at = reason === 'RuleChanged' || reason === 'DeviceExpired' ? now - lagOf(runtime) : now
  const silence = reason === 'Offline' ? 0 : endSilence(device, reason, userId, plan, now)
  return device.rules.reduce((ended, rule) => {
    const state = runtime.engine.get(rule.typeKey)
    return state?.phase === 'open'
      ? ended + run(device, rule, state, { kind: 'end', at, reason }, plan, now, userId)
      : ended
  }, silence)
}
