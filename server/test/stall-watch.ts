import { setImmediate as turn } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/** Maximum time that a request, packet or frame may block the event loop. */
export const longestStallMs = 100

export interface StallWatch {
  /** Discards the measurements so far. */
  reset(): void
  /** The longest stall of the event loop since the reset, in ms. */
  longestMs(): Promise<number>
}

/** Returns the CPU time that this thread has used, in ms. The kernel only estimates the shares of user and system time. */
export function cpuTimeMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Watches the event loop of this process until the test ends. Measures the CPU time of its thread instead of elapsed time,
 * so that other programs on a busy machine do not count as stalls.
 */
export function watchStalls(): StallWatch {
  let [lastTurn, longest] = [cpuTimeMs(), 0]
  const look = () => {
    const now = cpuTimeMs()
    longest = Math.max(longest, now - lastTurn)
    lastTurn = now
  }
  const timer = setInterval(look, 1)
  onTestFinished(() => clearInterval(timer))
  return {
    reset() {
      lastTurn = cpuTimeMs()
      longest = 0
    },
    async longestMs() {
      // The last data sent may not have been read yet.
      for (let turns = 0; turns < 3; turns++) await turn()
      look()
      return longest
    },
  }
}
