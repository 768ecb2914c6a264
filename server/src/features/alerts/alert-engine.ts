import type { AlertRule } from './alert-rule.ts'

/** More raises than this within the window make a device's type unstable. */
export const flapRaises = 4
export const flapWindowMs = 30 * 60_000
/** A sample that comes out of order by less than this may still raise. */
export const lateRaiseMs = 15 * 60_000

/** What the engine remembers of one alert type at one device, as JSON; absent means at rest and never raised. */
export interface TypeState {
  phase: 'rest' | 'pending' | 'open' | 'spent'
  /** pending: since when the value is beyond the raise level. */
  since?: number
  /** open: the alert and when it was raised. */
  alertId?: string
  startedAt?: number
  /** pending: newest value; open: farthest value. */
  peak?: number
  /** open: since when the value is back on the good side of the clear level. */
  clearSince?: number
  /** open, spent: newest sample beyond the clear level. */
  beyondAt?: number
  unstable?: boolean
  endedAt?: number
  /** Starts within the flap window, oldest first. */
  raises?: number[]
}

/** All instants in epoch milliseconds. */
export type EngineEvent =
  /** `inOrder`: newer than everything known of the device. */
  | { kind: 'sample'; at: number; value: number; inOrder: boolean; now: number }
  /** A timer came due. `isOnline`: the device still reports, so its last value still holds. */
  | { kind: 'tick'; at: number; isOnline: boolean }
  | { kind: 'end'; at: number; reason: EndReason }

export type EndReason = 'Cleared' | 'Quiet' | 'EndedByUser' | 'Offline' | 'Moved' | 'RuleChanged' | 'Online'

export type Effect =
  | { kind: 'raise'; at: number; value: number; unstable: boolean }
  | { kind: 'peak'; at: number; value: number }
  | { kind: 'end'; at: number; reason: EndReason }

export interface Step {
  state: TypeState
  effects: Effect[]
}

const rest: TypeState = { phase: 'rest' }

/**
 * The alert rules as a pure function: one event at one device and type. The same events in the same order give the
 * same alerts, however they were batched. An alert's times are those of the samples, not of their arrival.
 */
export function step(state: TypeState | undefined, event: EngineEvent, rule: AlertRule): Step {
  const before = state ?? rest
  switch (event.kind) {
    case 'end':
      return before.phase === 'open'
        ? end(before, event.at, event.reason, event.reason === 'EndedByUser' ? 'spent' : 'rest')
        : { state: before, effects: [] }
    case 'tick':
      return rule.isActive ? tick(before, event, rule) : inactive(before, event.at)
    case 'sample':
      if (!rule.isActive) return inactive(before, event.at)
      return event.inOrder ? sample(before, event, rule) : lateSample(before, event, rule)
  }
}

export function isBeyond(rule: AlertRule, value: number): boolean {
  return rule.isHigh ? value >= rule.raiseLevel : value <= rule.raiseLevel
}

function isClear(rule: AlertRule, value: number): boolean {
  // At equal levels, "clear" is what is not beyond.
  return (rule.isHigh ? value <= rule.clearLevel : value >= rule.clearLevel) && !isBeyond(rule, value)
}

function sample(before: TypeState, { at, value }: { at: number; value: number }, rule: AlertRule): Step {
  switch (before.phase) {
    case 'open': {
      // Its timer runs by the clock, and may do so later than the next sample arrives; the end is the same.
      const quiet = quietDue(before, rule)
      return quiet !== undefined && quiet < at
        ? follow(end(before, quiet, 'Quiet', 'rest'), { at, value }, rule)
        : whileOpen(before, at, value, rule)
    }
    case 'spent':
      return whileSpent(before, { at, value }, rule)
    case 'rest':
    case 'pending': {
      if (!isBeyond(rule, value)) return { state: calm(before), effects: [] }
      const since = before.since ?? at
      const quietUntil = before.endedAt === undefined ? -Infinity : before.endedAt + rule.cooldownMs
      const ready = at - since >= rule.raiseHoldMs && at >= quietUntil
      return ready
        ? raise(before, at, value)
        : { state: { ...before, phase: 'pending', since, peak: value }, effects: [] }
    }
  }
}

/** Ended by hand: quiet until the value has been back, or until a moment comes that is not the same any more. */
function whileSpent(before: TypeState, event: { at: number; value: number }, rule: AlertRule): Step {
  const { beyondAt, ...ended } = before
  const armed: TypeState = { ...ended, phase: 'rest' }
  if (isClear(rule, event.value)) return { state: armed, effects: [] }
  // A kind that reports moments may never say that one is over.
  const isAnother = rule.quietEndMs !== null && event.at - (beyondAt ?? event.at) > rule.quietEndMs
  if (isAnother) return sample(armed, event, rule)
  return { state: { ...before, beyondAt: event.at }, effects: [] }
}

function follow(first: Step, event: { at: number; value: number }, rule: AlertRule): Step {
  const next = sample(first.state, event, rule)
  return { state: next.state, effects: [...first.effects, ...next.effects] }
}

/** Out of order: a moment that must not be missed still raises, if nothing newer has dealt with it. */
function lateSample(
  before: TypeState,
  event: { at: number; value: number; now: number },
  rule: AlertRule,
): Step {
  const { at, value, now } = event
  const unchanged = { state: before, effects: [] }
  if (!isBeyond(rule, value)) return unchanged
  if (before.phase === 'open')
    return at < (before.startedAt ?? at) ? unchanged : lateWhileOpen(before, event, rule)
  const covered = before.endedAt !== undefined && at < before.endedAt + rule.cooldownMs
  const mayRaise = before.phase === 'rest' && rule.raiseHoldMs === 0 && now - at <= lateRaiseMs && !covered
  return mayRaise ? raise(before, at, value) : unchanged
}

function lateWhileOpen(
  before: TypeState,
  { at, value }: { at: number; value: number },
  rule: AlertRule,
): Step {
  const { state, effects } = peak(before, at, value, rule)
  const isNewest = at > (state.beyondAt ?? at)
  return { state: isNewest ? { ...state, beyondAt: at } : state, effects }
}

function whileOpen(before: TypeState, at: number, value: number, rule: AlertRule): Step {
  const peaked = peak(before, at, value, rule)
  const { state } = peaked
  if (!isClear(rule, value)) {
    const { clearSince: _, ...stillOpen } = state
    return { state: { ...stillOpen, beyondAt: at }, effects: peaked.effects }
  }
  const clearSince = state.clearSince ?? at
  if (at - clearSince >= clearHold(state, rule)) return end(state, at, 'Cleared', 'rest')
  return { state: { ...state, clearSince }, effects: peaked.effects }
}

/** An unstable alert stays open until it has been calm for the whole window, instead of coming and going. */
function clearHold(state: TypeState, rule: AlertRule): number {
  return state.unstable ? Math.max(rule.clearHoldMs, flapWindowMs) : rule.clearHoldMs
}

function tick(before: TypeState, { at, isOnline }: { at: number; isOnline: boolean }, rule: AlertRule): Step {
  const due = dueAt(before, rule)
  if (due === undefined || due > at) return { state: before, effects: [] }
  if (before.phase === 'pending') {
    // The rule may have been changed meanwhile.
    if (before.peak !== undefined && !isBeyond(rule, before.peak)) return { state: calm(before), effects: [] }
    return isOnline ? raise(before, due, before.peak ?? rule.raiseLevel) : { state: before, effects: [] }
  }
  const quiet = quietDue(before, rule)
  if (quiet !== undefined && quiet <= at) return end(before, quiet, 'Quiet', 'rest')
  return isOnline ? end(before, due, 'Cleared', 'rest') : { state: before, effects: [] }
}

/** When this state has to be looked at again although no sample comes; undefined: never. */
export function dueAt(state: TypeState, rule: AlertRule): number | undefined {
  if (state.phase === 'pending' && state.since !== undefined) {
    const quietUntil = state.endedAt === undefined ? 0 : state.endedAt + rule.cooldownMs
    return Math.max(state.since + rule.raiseHoldMs, quietUntil)
  }
  if (state.phase !== 'open') return undefined
  const cleared = state.clearSince === undefined ? undefined : state.clearSince + clearHold(state, rule)
  const quiet = quietDue(state, rule)
  if (cleared === undefined || quiet === undefined) return cleared ?? quiet
  return Math.min(cleared, quiet)
}

function quietDue(state: TypeState, rule: AlertRule): number | undefined {
  if (rule.quietEndMs === null || state.phase !== 'open') return undefined
  const quietMs = state.unstable ? Math.max(rule.quietEndMs, flapWindowMs) : rule.quietEndMs
  return (state.beyondAt ?? state.startedAt ?? 0) + quietMs
}

function inactive(before: TypeState, at: number): Step {
  if (before.phase === 'open') return end(before, at, 'RuleChanged', 'rest')
  return { state: calm(before), effects: [] }
}

function calm(before: TypeState): TypeState {
  if (before.phase !== 'pending') return before
  const { since: _since, peak: _peak, ...kept } = before
  return { ...kept, phase: 'rest' }
}

function raise(before: TypeState, at: number, value: number): Step {
  const raises = [...(before.raises ?? []).filter((start) => start > at - flapWindowMs), at]
  const unstable = raises.length > flapRaises
  const state: TypeState = { phase: 'open', startedAt: at, peak: value, beyondAt: at, raises }
  if (unstable) state.unstable = true
  return { state, effects: [{ kind: 'raise', at, value, unstable }] }
}

function peak(before: TypeState, at: number, value: number, rule: AlertRule): Step {
  const known = before.peak ?? value
  const higher = rule.isHigh ? value > known : value < known
  if (!higher) return { state: before, effects: [] }
  return { state: { ...before, peak: value }, effects: [{ kind: 'peak', at, value }] }
}

function end(before: TypeState, at: number, reason: EndReason, phase: 'rest' | 'spent'): Step {
  // Zero length means "ongoing" to whoever reads it: an ended alert lasted a second at least.
  const endedAt = Math.max(at, (before.startedAt ?? at) + 1000)
  const state: TypeState = { phase, endedAt }
  if (before.raises) state.raises = before.raises
  if (phase === 'spent' && before.beyondAt !== undefined) state.beyondAt = before.beyondAt
  return { state, effects: [{ kind: 'end', at: endedAt, reason }] }
}
