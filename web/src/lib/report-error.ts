import type { ClientErrorKind } from '@eot/contract/client-errors'

/**
 * Reports an error to the server, without delaying the page: the code is loaded only when there is an error. A failed
 * report is not retried, since whatever failed may also prevent reports.
 */
export function reportError(kind: ClientErrorKind, error: unknown): void {
  import('./send-report.ts').then(({ sendReport }) => sendReport(kind, error)).catch(() => undefined)
}

/** Reports errors that nothing else handles. Returns a function that stops it. */
export function watchErrors(): () => void {
  const stops = new AbortController()
  const { signal } = stops
  addEventListener('error', ({ error }) => reportError('Uncaught', error), { signal })
  addEventListener('unhandledrejection', ({ reason }) => reportError('Uncaught', reason), { signal })
  return () => stops.abort()
}
