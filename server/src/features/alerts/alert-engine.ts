import type { EndReason } from '@eot/contract/alerts'
import type { AlertRule } from './alert-rule.ts'

/** More raises than this within the window make this alert type unstable on the device. */
export const flapRaises = 4
export const flapWindowMs = 30 * 60_000
/** After this many report intervals without a reading of a kind, its value counts as unknown. */
const mostMissed = 3
/** An out-of-order sample may still raise an alert if it is at most this old. */
export const lateRaiseMs = 15 * 60_000

/** The engine's state for one alert type on one device, stored as JSON. Absent means at rest and never raised. */
export interface TypeState {
  phase: 'rest' | 'pending' | 'open' | 'spent'
  /** pending: when the value first went beyond the raise level. */
  since?: number
  /**
   * While a raise hold or clear hold runs: the time of its newest reading, and the gap between that reading and the one
   * before.
   */
  heardAt?: number
  spacingMs?: number
  /** open: the alert and when it was raised. */
  alertId?: string
  startedAt?: number
  /** pending: the newest value; open: the most extreme value. */
  peak?: number
  /** open: since when the value has been back within the clear level. */
  clearSince?: number
  /** open, spent: the newest sample that was not clear. */
  beyondAt?: number
  unstable?: boolean
  endedAt?: number
  /** Raise times within the flap window, oldest first. */
  raises?: number[]
}

/** All instants in epoch milliseconds. */
export type EngineInput =
  /** `inOrder`: newer than every earlier sample of the device. */
  | { kind: 'sample'; at: number; value: number; inOrder: boolean; now: number }
  /** A timer came due. */
  | { kind: 'tick'; at: number }
  | { kind: 'end'; at: number; reason: EndReason }

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
 * Applies the alert rules to one input of a device and type, as a pure function. The same inputs in the same order give the
 * same alerts, regardless of batching and of when timers run. Alert times are sample times, not arrival times. `intervalMs` is
 * the device's report interval.
 */
export function step(
  state: TypeState | undefined,
  input: EngineInput,
  rule: AlertRule,
  intervalMs: number,
): Step {
  const before = state ?? rest
  switch (input.kind) {
    case 'end':
      return before.phase === 'open'
        ? end(before, input.at, input.reason, input.reason === 'EndedByUser' ? 'spent' : 'rest')
        : { state: before, effects: [] }
    case 'tick':
      return rule.isActive ? settle(before, input.at, rule, intervalMs) : inactive(before, input.at)
    case 'sample':
      if (!rule.isActive) return inactive(before, input.at)
      if (!input.inOrder) return lateSample(before, input, rule)
      // First applies what the clock completed before this sample, whether or not its timer has run.
      return andThen(settle(before, input.at - 1, rule, intervalMs), (settled) =>
        sample(settled, input, rule, intervalMs),
      )
  }
}

export function isBeyond(rule: AlertRule, value: number): boolean {
  return rule.isHigh ? value >= rule.raiseLevel : value <= rule.raiseLevel
}

function isClear(rule: AlertRule, value: number): boolean {
  // When both levels are equal, a value is clear if it is not beyond the raise level.
  return (rule.isHigh ? value <= rule.clearLevel : value >= rule.clearLevel) && !isBeyond(rule, value)
}

function sample(
  before: TypeState,
  input: { at: number; value: number },
  rule: AlertRule,
  intervalMs: number,
): Step {
  const { at, value } = input
  switch (before.phase) {
    case 'open':
      return whileOpen(before, input, rule, intervalMs)
    case 'spent':
      return whileSpent(before, input, rule, intervalMs)
    case 'rest':
    case 'pending': {
      if (!isBeyond(rule, value)) return { state: calm(before), effects: [] }
      const run = continueRun(before, before.since, at, intervalMs)
      const quietUntil = before.endedAt === undefined ? -Infinity : before.endedAt + rule.cooldownMs
      const ready = at - run.since >= rule.raiseHoldMs && at >= quietUntil
      return ready
        ? raise(before, at, value)
        : { state: { ...before, ...run, phase: 'pending', peak: value }, effects: [] }
    }
  }
}

/**
 * Extends the uninterrupted run of matching readings by the one at `at`. A gap longer than three report intervals ends the run;
 * for a device that reports less often than configured, the limit is three times its own spacing. After a gap the hold starts
 * over, because the value in between is unknown.
 */
function continueRun(
  { heardAt, spacingMs = 0 }: TypeState,
  since: number | undefined,
  at: number,
  intervalMs: number,
) {
  if (since === undefined || heardAt === undefined) return { since: at, heardAt: at }
  const spacing = at - heardAt
  const isGap = spacing > mostMissed * Math.max(intervalMs, spacingMs)
  return { since: isGap ? at : since, heardAt: at, spacingMs: spacing }
}

/**
 * Returns whether the condition read since `since` still counts as true at `due`, with no reading after `heardAt`. A single
 * reading counts until the next one is due; several in a row count for three report intervals.
 */
function stillHolds(since: number, heardAt: number, due: number, intervalMs: number): boolean {
  const unheardMs = due - heardAt
  return heardAt > since ? unheardMs <= mostMissed * intervalMs : unheardMs < intervalMs
}

/**
 * Handles a sample after an alert was ended by hand: no new one until the value has been clear or another moment is reported.
 */
function whileSpent(
  before: TypeState,
  input: { at: number; value: number },
  rule: AlertRule,
  intervalMs: number,
): Step {
  const { beyondAt, ...ended } = before
  const armed: TypeState = { ...ended, phase: 'rest' }
  if (isClear(rule, input.value)) return { state: armed, effects: [] }
  // A kind that reports moments may never report the end of one.
  const isAnother = rule.quietEndMs !== null && input.at - (beyondAt ?? input.at) > rule.quietEndMs
  if (isAnother) return sample(armed, input, rule, intervalMs)
  return { state: { ...before, beyondAt: input.at }, effects: [] }
}

function andThen(first: Step, next: (state: TypeState) => Step): Step {
  const second = next(first.state)
  return { state: second.state, effects: [...first.effects, ...second.effects] }
}

/** Handles an out-of-order sample: it may still raise an alert, unless newer samples have already covered that time. */
function lateSample(
  before: TypeState,
  input: { at: number; value: number; now: number },
  rule: AlertRule,
): Step {
  const { at, value, now } = input
  const unchanged = { state: before, effects: [] }
  if (!isBeyond(rule, value)) return unchanged
  if (before.phase === 'open')
    return at < (before.startedAt ?? at) ? unchanged : lateWhileOpen(before, input, rule)
  const covered = before.endedAt !== undefined && at < before.endedAt + rule.cooldownMs
  const mayRaise = before.phase !== 'spent' && rule.raiseHoldMs === 0 && now - at <= lateRaiseMs && !covered
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

function whileOpen(
  before: TypeState,
  { at, value }: { at: number; value: number },
  rule: AlertRule,
  intervalMs: number,
): Step {
  const { state, effects } = peak(before, at, value, rule)
  if (!isClear(rule, value)) return { state: { ...withoutRun(state), beyondAt: at }, effects }
  const { since: clearSince, ...run } = continueRun(state, state.clearSince, at, intervalMs)
  if (at - clearSince >= clearHold(state, rule)) return end(state, at, 'Cleared', 'rest')
  return { state: { ...state, ...run, clearSince }, effects }
}

/**
 * Returns the clear hold. An unstable alert stays open until the value has been calm for the whole window, to avoid flapping.
 */
function clearHold(state: TypeState, rule: AlertRule): number {
  return state.unstable ? Math.max(rule.clearHoldMs, flapWindowMs) : rule.clearHoldMs
}

/** Applies every change due by the clock alone, up to and including `upTo`. */
function settle(before: TypeState, upTo: number, rule: AlertRule, intervalMs: number): Step {
  const due = dueAt(before, rule, intervalMs)
  if (due === undefined || due > upTo) return { state: before, effects: [] }
  if (before.phase === 'pending') {
    // The rule may have changed since the timer was set.
    if (before.peak !== undefined && !isBeyond(rule, before.peak)) return { state: calm(before), effects: [] }
    return andThen(raise(before, due, before.peak ?? rule.raiseLevel), (raised) =>
      settle(raised, upTo, rule, intervalMs),
    )
  }
  const isCleared = clearDue(before, rule, intervalMs) === due
  return end(before, due, isCleared ? 'Cleared' : 'Quiet', 'rest')
}

/** Returns when the clock alone changes this state if no sample arrives first; undefined if never. */
export function dueAt(state: TypeState, rule: AlertRule, intervalMs: number): number | undefined {
  if (state.phase === 'pending') return raiseDue(state, rule, intervalMs)
  const cleared = clearDue(state, rule, intervalMs)
  const quiet = quietDue(state, rule)
  if (cleared === undefined || quiet === undefined) return cleared ?? quiet
  return Math.min(cleared, quiet)
}

function raiseDue(state: TypeState, rule: AlertRule, intervalMs: number): number | undefined {
  const { since, heardAt = since, endedAt } = state
  if (since === undefined || heardAt === undefined) return undefined
  const quietUntil = endedAt === undefined ? 0 : endedAt + rule.cooldownMs
  const due = Math.max(since + rule.raiseHoldMs, quietUntil)
  return stillHolds(since, heardAt, due, intervalMs) ? due : undefined
}

function clearDue(state: TypeState, rule: AlertRule, intervalMs: number): number | undefined {
  const { clearSince, heardAt = clearSince } = state
  if (state.phase !== 'open' || clearSince === undefined || heardAt === undefined) return undefined
  const due = clearSince + clearHold(state, rule)
  return stillHolds(clearSince, heardAt, due, intervalMs) ? due : undefined
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
  const { peak: _peak, ...kept } = withoutRun(before)
  return { ...kept, phase: 'rest' }
}

/** Returns the state without a running hold. */
function withoutRun(state: TypeState): TypeState {
  const { since: _, clearSince: _clear, heardAt: _heard, spacingMs: _spacing, ...kept } = state
  return kept
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
  // A duration of zero means "ongoing" to clients, so an ended alert lasts at least one second.
  const endedAt = Math.max(at, (before.startedAt ?? at) + 1000)
  const state: TypeState = { phase, endedAt }
  if (before.raises) state.raises = before.raises
  if (phase === 'spent' && before.beyondAt !== undefined) state.beyondAt = before.beyondAt
  return { state, effects: [{ kind: 'end', at: endedAt, reason }] }
}
