import { onTestFinished } from 'vitest'

/** Collects uncaught errors and rejections until the end of the test. */
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
