import { setImmediate as turn } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/** No request, packet or frame may keep the event loop longer than this from everybody else. */
export const longestStallMs = 100

export interface StallWatch {
  /** Forgets what was measured until now. */
  reset(): void
  /** The longest time since the reset, in ms, in which the event loop did not turn. */
  longestMs(): Promise<number>
}

/**
 * Watches the event loop of this process until the test ends. Counts the processor time of its thread, not the time on
 * the clock: what other programs take on a busy machine is no stall of ours.
 */
export function watchStalls(): StallWatch {
  const used = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let [lastTurn, longest] = [used(), 0]
  const look = () => {
    const now = used()
    longest = Math.max(longest, now - lastTurn)
    lastTurn = now
  }
  const timer = setInterval(look, 1)
  onTestFinished(() => clearInterval(timer))
  return {
    reset() {
      lastTurn = used()
      longest = 0
    },
    async longestMs() {
      // What was sent last may still wait to be read.
      for (let turns = 0; turns < 3; turns++) await turn()
      look()
      return longest
    },
  }
}
