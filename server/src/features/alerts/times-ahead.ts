import type { TypeState } from './alert-engine.ts'

/**
 * Returns the state without times later than `latest`, written while a clock was ahead. Holds, ends and new alerts would wait
 * for them. A hold starts over, and an open alert counts as last confirmed at `latest`.
 */
export function withoutTimesAfter(state: TypeState, latest: number): TypeState {
  const isAfter = (at: number | undefined) => at !== undefined && at > latest
  const { since, clearSince, heardAt, endedAt, beyondAt } = state
  const isRunAfter = [since, clearSince, heardAt].some(isAfter)
  if (!isRunAfter && !isAfter(endedAt) && !isAfter(beyondAt)) return state
  const next = { ...state }
  if (isRunAfter) {
    for (const field of ['since', 'clearSince', 'heardAt', 'spacingMs'] as const) delete next[field]
    if (state.phase === 'pending') {
      next.phase = 'rest'
      delete next.peak
    }
  }
  if (isAfter(endedAt)) delete next.endedAt
  if (isAfter(beyondAt)) next.beyondAt = latest
  if (state.raises) next.raises = state.raises.filter((at) => !isAfter(at))
  return next
}
