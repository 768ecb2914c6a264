import type { Clock } from '../src/clock.ts'

/** A clock that advances only on request. */
export interface FakeClock extends Clock {
  /** Advances the clock, running each timer at its due time. */
  advance(byMs: number): void
  readonly waiting: number
}

export function fakeClock(startMs: number): FakeClock {
  let nowMs = startMs
  const timers = new Set<{ dueMs: number; run: () => void }>()
  return {
    now: () => nowMs,
    after(delayMs, run) {
      const timer = { dueMs: nowMs + Math.max(0, delayMs), run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    get waiting() {
      return timers.size
    },
    advance(byMs) {
      const untilMs = nowMs + byMs
      for (;;) {
        const due = [...timers].filter(({ dueMs }) => dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs)[0]
        if (!due) break
        timers.delete(due)
        nowMs = Math.max(nowMs, due.dueMs)
        due.run()
      }
      nowMs = untilMs
    },
  }
}
