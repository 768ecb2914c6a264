import type { Clock } from '../src/clock.ts'

/** A clock that stands still until it is told to go on. */
export interface FakeClock extends Clock {
  /** Lets time pass; what falls due on the way runs at its own moment. */
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
