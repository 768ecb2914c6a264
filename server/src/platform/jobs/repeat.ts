import type { Log } from '../log.ts'

export interface Repeated {
  /** Ends the repetition and waits for a run that is under way. */
  stop(): Promise<void>
}

/**
 * Runs a piece of work again and again, `everyMs` after its last end, never twice at a time. A failure is logged and the
 * next run comes as usual.
 */
export function repeat(name: string, everyMs: number, work: () => Promise<void>, log: Log): Repeated {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let running: Promise<void> = Promise.resolve()

  const schedule = () => {
    if (isStopped) return
    timer = setTimeout(() => {
      running = work()
        .catch((error) => log.error({ err: error, job: name }, 'a repeated job failed'))
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
