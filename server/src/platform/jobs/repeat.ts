import type { Log } from '../log.ts'
import { underWatch } from '../watchdog.ts'

export interface Repeated {
  /** Stops repeating and waits for the current run. */
  stop(): Promise<void>
}

/**
 * Runs `work` repeatedly, each time `everyMs` after the last run ended, so runs never overlap. A failure is logged, and
 * the next run follows as usual. A run
 * that does not end is a stall.
 */
export function repeat(name: string, everyMs: number, work: () => Promise<void>, log: Log): Repeated {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let running: Promise<void> = Promise.resolve()

  const schedule = () => {
    if (isStopped) return
    timer = setTimeout(() => {
      running = underWatch(name, work)
        .catch((error) => log.error({ err: error, job: name }, 'a periodic task failed'))
        .finally(schedule)
    }, everyMs)
  }
  schedule()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
