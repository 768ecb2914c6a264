import { onTestFinished } from 'vitest'

/** From now on until the end of the test: what failed and nobody caught. */
export function noteFailures(): unknown[] {
  const failures: unknown[] = []
  const note = (error: unknown) => void failures.push(error)
  process.on('unhandledRejection', note)
  process.on('uncaughtException', note)
  onTestFinished(() => {
    process.off('unhandledRejection', note)
    process.off('uncaughtException', note)
  })
  return failures
}
