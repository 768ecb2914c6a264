import type { Log } from './log.ts'
import { startLoopGuard } from './loop-guard.ts'
import { StartRefused } from './start-refused.ts'
import { restartAfter, startWatchdog } from './watchdog.ts'

interface Running {
  log: Log
  stop(): Promise<void>
  /** Returns whether a new start could succeed. Called when some work has stalled. */
  canRestart(): Promise<boolean>
}

/** Number of checks, one per second, after which the program is considered hung. */
interface Patience {
  /** Checks without progress of some work under watch, after which the program restarts. */
  restartAfter: number
  /** Checks without a turn of the event loop, after which the program is killed. */
  killAfter: number
}

const usualPatience: Patience = { restartAfter, killAfter: 60 }
const mostStopMs = 9_500
/** Under npm, Ctrl-C arrives twice, from the terminal and from npm. Signals within this time count as one. */
const duplicateMs = 1_000

/**
 * Runs a program until SIGTERM or SIGINT, then lets it finish and exits with 0. A second signal exits immediately. An
 * uncaught error is logged, and the program finishes what it can and exits with 1. A `StartRefused` prints its message.
 * If work under watch stalls, the program finishes what it can and starts again in the same process.
 */
export async function runUntilStopped(
  start: () => Promise<Running>,
  patience: Patience = usualPatience,
): Promise<void> {
  let running: Running | undefined
  let isStopping = false

  async function end(code: number, leave: () => void = () => process.exit(code)): Promise<void> {
    if (isStopping) process.exit(code || 1)
    isStopping = true
    setTimeout(leave, mostStopMs).unref()
    await running?.stop()
    leave()
  }
  const endAfter = (error: unknown) => {
    if (running) running.log.fatal({ err: error }, 'uncaught error; shutting down')
    else console.error(error)
    void end(1)
  }
  process.on('uncaughtException', endAfter)
  process.on('unhandledRejection', endAfter)
  let firstSignalAt: number | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      const now = performance.now()
      if (firstSignalAt !== undefined && now - firstSignalAt < duplicateMs) return
      firstSignalAt = now
      if (running) void end(0)
    })
  }

  try {
    running = await start()
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    console.error(error.message)
    process.exit(1)
  }
  if (firstSignalAt !== undefined) await end(0)
  const { log, canRestart } = running
  startLoopGuard(patience.killAfter, log)
  startWatchdog({
    canRestart,
    restartAfter: patience.restartAfter,
    onStall(names) {
      log.fatal({ stalled: names }, 'no progress; restarting')
      if (!isStopping) void end(1, startAgain)
    },
  })
}

/** Replaces the process image by a new start, so that it works without a service manager. */
function startAgain(): void {
  // Not on Windows, where a service manager must restart the program.
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)])
  process.exit(1)
}
