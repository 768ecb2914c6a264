import type { Log } from './log.ts'
import { StartRefused } from './start-refused.ts'

interface Running {
  log: Log
  stop(): Promise<void>
}

const mostStopMs = 9_500
/** Ctrl-C under npm arrives twice, from the terminal and from npm: that is one wish, not two. */
const sameWishMs = 1_000

/**
 * Starts a program and keeps it until SIGTERM or SIGINT, then lets it finish and exits 0; a second signal does not wait.
 * What nobody caught is a bug: it is logged, the program finishes what it can and exits 1.
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
  const endBy = (error: unknown) => {
    if (running) running.log.fatal({ err: error }, 'an error nobody expected; the program ends')
    else console.error(error)
    void end(1)
  }
  process.on('uncaughtException', endBy)
  process.on('unhandledRejection', endBy)
  let wishedEndAt: number | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      const now = performance.now()
      if (wishedEndAt !== undefined && now - wishedEndAt < sameWishMs) return
      wishedEndAt = now
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
  if (wishedEndAt !== undefined) await end(0)
}
