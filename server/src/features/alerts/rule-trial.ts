import { type Effect, step, type TypeState } from './alert-engine.ts'
import type { AlertRule } from './alert-rule.ts'

/** All instants in epoch ms. */
export interface TrialEpisode {
  startAt: number
  /** null: still open at the end. */
  endAt: number | null
  peak: number
}

/**
 * Returns the alerts that a rule raises from values in ascending order of time, up to `to`. `intervalMs` is the time between
 * two values.
 */
export function tryRule(
  rule: AlertRule,
  values: readonly { at: number; value: number }[],
  intervalMs: number,
  to: number,
): TrialEpisode[] {
  const episodes: TrialEpisode[] = []
  let state: TypeState | undefined
  const apply = (effect: Effect) => {
    const open = episodes.at(-1)
    if (effect.kind === 'raise') episodes.push({ startAt: effect.at, endAt: null, peak: effect.value })
    else if (open && effect.kind === 'peak') open.peak = effect.value
    else if (open && effect.kind === 'end') open.endAt = effect.at
  }
  for (const { at, value } of values) {
    const next = step(state, { kind: 'sample', at, value, inOrder: true, now: at }, rule, intervalMs)
    state = next.state
    next.effects.forEach(apply)
  }
  step(state, { kind: 'tick', at: to }, rule, intervalMs).effects.forEach(apply)
  return episodes
}
