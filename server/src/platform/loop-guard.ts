import { Worker } from 'node:worker_threads'
import type { Log } from './log.ts'
import { checkEveryMs } from './watchdog.ts'

/**
 * Kills this process if its event loop does not turn for `mostChecks` checks in a row, one per second. A separate thread counts
 * them, since nothing else runs while the loop is blocked.
 */
export function startLoopGuard(mostChecks: number, log: Log): void {
  const turns = new Int32Array(new SharedArrayBuffer(4))
  setInterval(() => Atomics.add(turns, 0, 1), checkEveryMs).unref()
  const guard = new Worker(new URL('./loop-guard-thread.mjs', import.meta.url), {
    workerData: { turns, checkEveryMs, mostChecks },
    execArgv: [],
  })
  guard.on('error', (error) => log.error({ err: error }, 'nothing watches the event loop any more'))
  guard.unref()
}
