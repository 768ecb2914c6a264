import type { Log } from './log.ts'
import { StartRefused } from './start-refused.ts'

interface Running {
  log: Log
  stop(): Promise<void>
}

const mostStopMs = 9_500
/** Under npm, Ctrl-C arrives twice, from the terminal and from npm. Signals within this time count as one. */
const duplicateMs = 1_000

/**
 * Runs a program until SIGTERM or SIGINT, then lets it finish and exits with 0. A second signal exits immediately. An
 * uncaught error is logged, and the program finishes what it can and exits with 1. A `StartRefused` prints its message.
 */
export async function runUntilStopped(start: () => Promise<Running>): Promise<void> {
  let running: Running | undefined
  let isStopping = false

  async function end(code: number): Promise<void> {
    if (isStopping) process.exit(code || 1)
    isStopping = true
    setTimeout(() => process.exit(code), mostStopMs).unref()
    await running?.stop()
    process.exit(code)
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
}
